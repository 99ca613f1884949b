import type { Context } from '#domain/context.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { enqueueAll } from '#platform/jobs/port.ts'

/**
 * These experts were rung by an offer, so students with an alert were not notified of them. Call when the offers end
 * without a session. Each expert's alerts are checked if the expert can be called now.
 */
export async function enqueueRequestAlerts({ db, clock }: Context, experts: AccountId[]): Promise<void> {
  if (experts.length === 0) return
  const free = await db
    .selectFrom('listings')
    .select('expert_id')
    .where('user_id', 'in', experts)
    .where('online', '=', true)
    .where('busy', '=', false)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('request_alerts').select('request_id').where('expires_at', '>', clock.now())),
    )
    .execute()
  const jobs = free.map(({ expert_id }) => ({
    payload: { expertId: expert_id, wasRung: true },
    key: `request alerts after offers to ${expert_id}`,
  }))
  await enqueueAll(db, 'send_request_alerts', jobs)
}
