import type { Context } from '#domain/context.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { enqueueAll } from '#platform/jobs/port.ts'

/**
 * Enqueues jobs that notify students with an alert of these experts, if they can be called now. Call it when offers end
 * without a session: while an offer rang at an expert, no student was notified of that expert.
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
