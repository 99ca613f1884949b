import { type StartedSignIn, startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { Role } from '#domain/policy.ts'
import { rememberBrowser } from '#domain/sign-in/known-browser.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

/** A started sign-in, and the token by which its browser is known from now on. */
export type BrowserSignIn = StartedSignIn & { browser: string }

/** Refuses a suspended account with the reason. Runs after the proof, so that only the owner reads the reason. */
export function refuseSuspended({ suspended_reason }: { suspended_reason: string | null }): void {
  if (suspended_reason) throw new Refusal('account_suspended', { more: `The reason: ${suspended_reason}` })
}

/** Runs in the transaction that has locked the proof. */
export async function startBrowserSignIn(
  txCtx: Context,
  { id, role }: { id: AccountId; role: Role },
  { address, userAgent, browser }: { address: string; userAgent: string; browser: string },
): Promise<BrowserSignIn> {
  return {
    ...(await startSignIn(txCtx, txCtx.db, { id, role }, { address, userAgent })),
    browser: await rememberBrowser(txCtx, { accountId: id, browser, userAgent }),
  }
}
