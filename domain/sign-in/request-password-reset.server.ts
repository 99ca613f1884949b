import { email } from '#domain/accounts/contract.ts'
import { findByEmail } from '#domain/accounts/profile-rows.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { addressLimits } from '#domain/sign-in/address-limits.server.ts'
import { countAttempt, throttleKeys } from '#domain/sign-in/throttle.server.ts'
import { parse } from '#kernel/parse.ts'
import { enqueue } from '#platform/jobs/port.ts'

const triesBeforeDelay = 5

/** Sends a mail only if the address is known. The response is the same either way. */
export async function requestPasswordReset(ctx: Context, input: string): Promise<void> {
  const address = parse(email, input)
  const ipAddress = ctx.actor.kind === 'visitor' ? ctx.actor.address : ''
  await countAttempt(
    ctx.db,
    [
      ...addressLimits(ipAddress, triesBeforeDelay * 4, throttleKeys.resetFrom),
      { key: throttleKeys.reset(address), triesBeforeDelay },
    ],
    ctx.clock.now(),
  )
  await inTransaction(ctx, async ({ db }) => {
    const account = await findByEmail(db, address)
    if (account) await enqueue(db, 'send_password_link', { profileId: account.id, purpose: 'reset_password' })
  })
}
