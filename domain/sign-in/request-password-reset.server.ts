import { randomInt, randomUUID } from 'node:crypto'
import { emailForm } from '#domain/accounts/contract.ts'
import { findByEmail } from '#domain/accounts/profile-rows.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { addressLimits, addressOf } from '#domain/sign-in/address-limits.server.ts'
import { countAttempt, throttleKeys } from '#domain/sign-in/throttle.server.ts'
import { accountId } from '#kernel/ids.ts'
import { parseForm } from '#kernel/parse.ts'
import { enqueue } from '#platform/jobs/port.ts'

const attemptsBeforeDelay = 5
/** Sending a mail measurably slows down the pages after it, so it happens at a random moment. */
const mailDelayMs = { min: 1_000, max: 5_000 }

/**
 * Sends a mail only if the email address is known. For an unknown address, a job with a random account id is enqueued,
 * which sends nothing. So neither the response nor its duration reveals who has an account.
 */
export async function requestPasswordReset(ctx: Context, input: string): Promise<void> {
  const { email: emailAddress } = parseForm(emailForm, { email: input })
  await countAttempt(
    ctx.db,
    [
      ...addressLimits(addressOf(ctx), attemptsBeforeDelay * 4, throttleKeys.resetFrom),
      { key: throttleKeys.reset(emailAddress), attemptsBeforeDelay },
    ],
    ctx.clock.now(),
  )
  await inTransaction(ctx, async ({ db }) => {
    const account = await findByEmail(db, emailAddress)
    const profileId = account?.id ?? accountId.parse(randomUUID())
    const runAt = new Date(ctx.clock.now().getTime() + randomInt(mailDelayMs.min, mailDelayMs.max))
    await enqueue(db, 'send_password_link', { profileId, purpose: 'reset_password' }, { runAt })
  })
}
