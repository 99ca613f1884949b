import { randomUUID } from 'node:crypto'
import { email } from '#domain/accounts/contract.ts'
import { findByEmail } from '#domain/accounts/profile-rows.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { addressLimits } from '#domain/sign-in/address-limits.server.ts'
import { countAttempt, throttleKeys } from '#domain/sign-in/throttle.server.ts'
import { accountId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'
import { enqueue } from '#platform/jobs/port.ts'

const triesBeforeDelay = 5

/**
 * Sends a mail only if the address is known. Response and work are the same either way: the job of an unknown address
 * names nobody and sends nothing, so the time of a request does not tell customers from strangers.
 */
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
    const profileId = account?.id ?? accountId.parse(randomUUID())
    await enqueue(db, 'send_password_link', { profileId, purpose: 'reset_password' })
  })
}
