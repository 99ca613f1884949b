import { type StartedSignIn, startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { addressLimits, addressOf } from '#domain/sign-in/address-limits.server.ts'
import { registration, type Registration } from '#domain/sign-in/contract.ts'
import { insertAccount } from '#domain/sign-in/insert-account.server.ts'
import { rememberBrowser } from '#domain/sign-in/known-browser.server.ts'
import { checkNewPassword } from '#domain/sign-in/new-password.server.ts'
import { hashPassword } from '#domain/sign-in/passwords.server.ts'
import { countLinkTo, planEmailLink } from '#domain/sign-in/send-email-link.server.ts'
import { countAttempt, throttleKeys } from '#domain/sign-in/throttle.server.ts'
import { parseForm } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Database } from '#platform/db/database.ts'

const registrationsBeforeDelay = 20

/** Creates account, profile, student record, acceptance of the terms and the first sign-in in one transaction. */
export async function registerStudent(
  ctx: Context,
  input: Registration & { userAgent: string; browser?: string },
): Promise<StartedSignIn & { browser: string }> {
  const { email, fullName, password, accepted } = parseForm(registration, input)
  if (!accepted) throw new Refusal('terms_not_accepted')
  checkNewPassword(password, { role: 'student', fullName, email })
  const address = addressOf(ctx)
  const now = ctx.clock.now()
  await countAttempt(ctx.db, addressLimits(address, registrationsBeforeDelay, throttleKeys.registerFrom), now)
  const passwordHash = await hashPassword(password)

  return inTransaction(ctx, async (txCtx) => {
    const id = await insertAccount(txCtx.db, { email, fullName, role: 'student', passwordHash }, now)
    if (await isLinkAllowed(txCtx.db, email, now))
      await planEmailLink(txCtx.db, { profileId: id, email, purpose: 'confirm', now })
    const { userAgent, browser = '' } = input
    return {
      ...(await startSignIn(ctx, txCtx.db, { id, role: 'student' }, { address, userAgent })),
      browser: await rememberBrowser(txCtx, { accountId: id, browser, userAgent }),
    }
  })
}

/**
 * Strangers may have used up the links of an email address. Its owner can register all the same, and request one later.
 */
async function isLinkAllowed(tx: Database, email: string, now: Date): Promise<boolean> {
  try {
    await countLinkTo(tx, email, now)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
