import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow } from '#domain/policy.ts'
import { type RequestChoice, requestChoice } from '#domain/requests/contract.ts'
import { matchExperts, type SearchCriteria } from '#domain/requests/match-experts.server.ts'
import { lockRequest, publishRequest } from '#domain/requests/request-rows.server.ts'
import { requestAlertDays, requestAlertsAtOnceMax, requestAlertsMax, requestAlertsPageSize } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { daysLater } from '#kernel/time.ts'
import { enqueue, type Jobs } from '#platform/jobs/port.ts'

/** Turns 'Tell me when an expert is online' for an unanswered request on or off. Idempotent. */
export async function setRequestAlert(ctx: Context, input: RequestChoice & { wanted: boolean }): Promise<void> {
  allow(ctx.actor, 'student')
  const { id: studentId } = ctx.actor
  const { id } = parse(requestChoice, input)
  await inTransaction(ctx, async (txCtx) => {
    const { db } = txCtx
    const request = await lockRequest(txCtx, id, { ofStudent: studentId })
    if (!request) throw new Refusal('no_such_request')
    publishRequest(txCtx, request)
    await db.deleteFrom('request_alerts').where('request_id', '=', id).execute()
    if (!input.wanted) return
    if (request.state !== 'unanswered' && request.state !== 'stopped') throw new Refusal('request_moved_on')
    const now = ctx.clock.now()
    const activeAlerts = await db
      .selectFrom('request_alerts')
      .select('request_id')
      .where('student_id', '=', studentId)
      .where('expires_at', '>', now)
      .execute()
    if (activeAlerts.length >= requestAlertsMax) throw new Refusal('too_many_request_alerts')
    await db
      .insertInto('request_alerts')
      .values({
        request_id: id,
        student_id: studentId,
        created_at: now,
        expires_at: daysLater(now, requestAlertDays),
      })
      .execute()
    // An expert may have become free while the student decided.
    const [free] = await matchExperts(txCtx, request, { limit: 1, availability: 'offer' })
    if (free) await enqueue(db, 'send_request_alerts', { expertId: free.expertId })
  })
}

/** Runs as a job when an expert can be called again: notifies the students whose request fits, oldest first. */
export async function sendRequestAlerts(ctx: Context, job: Jobs['send_request_alerts']): Promise<void> {
  allow(ctx.actor, 'system')
  let sent = 0
  let page: AlertRow[] = []
  do {
    page = await listCandidateAlerts(ctx, job, page.at(-1))
    for (const alert of page) {
      if (sent === requestAlertsAtOnceMax) return
      if (await send(ctx, job, alert)) sent += 1
    }
  } while (page.length === requestAlertsPageSize)
}

type AlertRow = Omit<SearchCriteria, 'maxRatePaisePerMinute'> & { maxRatePaisePerMinute: number; setAt: Date }

/**
 * The next alerts after this one whose language and price the expert meets; none if the expert cannot be called now.
 * `matchExperts` also reads the question, at the cost of several queries for each alert. After an offer, leaves out
 * requests that have already asked the expert, because the expert has not been away since.
 */
async function listCandidateAlerts(
  { db, clock }: Context,
  { expertId, wasRung = false }: Jobs['send_request_alerts'],
  after?: AlertRow,
): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select r.id as "requestId", r.student_id as "studentId", r.question, r.language,
      r.max_rate_paise_per_minute as "maxRatePaisePerMinute", a.created_at as "setAt"
    from listings l, request_alerts a join requests r on r.id = a.request_id
    where l.expert_id = ${expertId} and l.online and not l.busy and a.expires_at > ${clock.now()}
      and not exists (select from offers where expert_id = l.user_id and state = 'open')
      and l.rate_paise_per_minute <= r.max_rate_paise_per_minute
      and (r.language is null or r.language = any (l.languages))
      ${wasRung ? sql`and not exists (select from offers where expert_id = l.user_id and request_id = r.id)` : sql``}
      ${after ? sql`and (a.created_at, r.id) > (${after.setAt}, ${after.requestId})` : sql``}
    order by a.created_at, r.id limit ${requestAlertsPageSize}`.execute(db)
  return rows
}

/** Returns false if the expert does not match, or another job has sent the alert. */
async function send(ctx: Context, { expertId }: Jobs['send_request_alerts'], alert: AlertRow): Promise<boolean> {
  const criteria = { ...alert, maxRatePaisePerMinute: paise(alert.maxRatePaisePerMinute) }
  const [expert] = await matchExperts(ctx, criteria, { limit: 1, availability: 'free', only: expertId })
  if (!expert) return false
  return inTransaction(ctx, async (txCtx) => {
    const removed = await txCtx.db
      .deleteFrom('request_alerts')
      .where('request_id', '=', criteria.requestId)
      .returning('created_at')
      .executeTakeFirst()
    if (!removed) return false
    await notify(txCtx, {
      to: criteria.studentId,
      kind: 'online',
      facts: { expertId, requestId: criteria.requestId },
      about: expert.accountId,
      // The student may ask for another alert after this one.
      once: `online for request ${criteria.requestId} ${removed.created_at.toISOString()}`,
    })
    publishRequest(txCtx, criteria)
    return true
  })
}
