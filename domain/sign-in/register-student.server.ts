import { type StartedSignIn, startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { addressLimits } from '#domain/sign-in/address-limits.server.ts'
import { isCommonPassword } from '#domain/sign-in/common-passwords.ts'
import { registration, type Registration } from '#domain/sign-in/contract.ts'
import { refuseTakenEmail } from '#domain/sign-in/email-links.server.ts'
import { insertAccount } from '#domain/sign-in/insert-account.server.ts'
import { rememberBrowser } from '#domain/sign-in/known-browser.server.ts'
import { hashPassword } from '#domain/sign-in/passwords.server.ts'
import { planEmailLink } from '#domain/sign-in/send-email-link.server.ts'
import { countAttempt, throttleKeys } from '#domain/sign-in/throttle.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

const registrationsBeforeDelay = 20

/** Creates account, profile, student record, acceptance of the terms and the first sign-in in one transaction. */
export async function registerStudent(
  ctx: Context,
  input: Registration & { userAgent: string; browser?: string },
): Promise<StartedSignIn & { browser: string }> {
  const { email, fullName, password, accepted } = parse(registration, input)
  if (!accepted) throw new Refusal('terms_not_accepted')
  if (isCommonPassword(password)) throw new Refusal('weak_password')
  const address = ctx.actor.kind === 'visitor' ? ctx.actor.address : ''
  const now = ctx.clock.now()
  await countAttempt(ctx.db, addressLimits(address, registrationsBeforeDelay, throttleKeys.registerFrom), now)
  const passwordHash = await hashPassword(password)

  return inTransaction(ctx, async (txCtx) => {
    await refuseTakenEmail(txCtx.db, { email, now })
    const id = await insertAccount(txCtx.db, { email, fullName, role: 'student', passwordHash }, now)
    await planEmailLink(txCtx.db, { profileId: id, email, purpose: 'confirm', now })
    const { userAgent, browser = '' } = input
    return {
      ...(await startSignIn(ctx, txCtx.db, { id, role: 'student' }, { address, userAgent })),
      browser: await rememberBrowser(txCtx, { accountId: id, browser, userAgent }),
    }
  })
}
