import { type StartedSignIn, startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { Role } from '#domain/policy.ts'
import { rememberBrowser } from '#domain/sign-in/known-browser.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

/** A started sign-in, and the token that identifies its browser from now on. */
export type BrowserSignIn = StartedSignIn & { browser: string }

/** Refuses a suspended account with the reason. Runs after the password or passkey check, so only the owner sees it. */
export function refuseSuspended({ suspended_reason }: { suspended_reason: string | null }): void {
  if (suspended_reason) throw new Refusal('account_suspended', { more: `The reason: ${suspended_reason}` })
}

/** Runs in the transaction that has locked the password or the passkey. */
export async function startBrowserSignIn(
  txCtx: Context,
  { id, role }: { id: AccountId; role: Role },
  from: { address: string; userAgent: string; browser: string; hasSecondFactor: boolean },
): Promise<BrowserSignIn> {
  const { userAgent, browser } = from
  return {
    ...(await startSignIn(txCtx, txCtx.db, { id, role }, from)),
    browser: await rememberBrowser(txCtx, { accountId: id, browser, userAgent }),
  }
}
