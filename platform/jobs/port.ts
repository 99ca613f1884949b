import { sql } from 'kysely'
import type { AccountId, ApplicationId, BoardId, ExpertId, PaymentId, RequestId, SessionId } from '#kernel/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { findPayload } from '#platform/jobs/private-tables.ts'

/** All jobs and their payloads. Payloads are stored in the database, so they contain ids and never secrets. */
export type Jobs = {
  send_password_link: { profileId: AccountId; purpose: 'reset_password' | 'first_password' }
  send_email_link: { linkId: string }
  send_online_alerts: { expertId: ExpertId }
  remove_photos: { profileId: AccountId }
  remove_question_files: { profileId: AccountId }
  remove_application_files: { applicationId: ApplicationId }
  send_application_mail: { applicationId: ApplicationId; about: 'interview' | 'rejected' }
  poll_payment: { paymentId: PaymentId }
  return_money: { returnId: string }
  expire_session: { sessionId: SessionId }
  refund_fault: { sessionId: SessionId }
  call_off_bookings: { expertId: ExpertId } | { studentId: AccountId }
  decide_booking: { bookingId: SessionId }
  remind_of_booking: { bookingId: SessionId; minutes: number }
  send_booking_mail: {
    bookingId: SessionId
    profileId: AccountId
    news: 'booked' | 'moved' | 'cancelled' | 'missed'
  }
  merge_board: { boardId: BoardId }
  continue_board: { sessionId: SessionId }
  forget_board_author: { profileId: AccountId }
  remove_board_files: { boardId: BoardId; keys: string[] }
  ring_by_push: { sessionId: SessionId }
  check_ring_push: { sessionId: SessionId }
  close_ring_push: { sessionId: SessionId; exceptSignInId: string | null }
  continue_request: { requestId: RequestId }
  ring_offer_by_push: { offerId: SessionId }
  close_offer_push: { offerId: SessionId; exceptSignInId: string | null }
  /** Enqueued by triggers of the database (migration 0038). */
  announce_withdrawn_offer: { offerId: SessionId }
  /**
   * Enqueued by a trigger of the database (migration 0034) when an expert comes online or becomes free, and by
   * `domain/requests`. `wasRung`: an offer of another request has just ended at this expert.
   */
  send_request_alerts: { expertId: ExpertId; wasRung?: boolean }
  /** Enqueued by a trigger of the database (migration 0021). */
  settle_reachability: { accountId: AccountId }
  read_calendar: { expertId: AccountId }
  read_calendars: Record<string, never>
  resume_money: Record<string, never>
  forget_old_traces: Record<string, never>
  prove_books: Record<string, never>
  send_ticket_mail: { number: number; about: 'received' | 'answered' }
  send_suspension_mail: { profileId: AccountId }
  close_days: Record<string, never>
  find_pairs: Record<string, never>
  deliver_notification: { notificationId: string; key?: string | undefined }
}

export type JobName = keyof Jobs

type Options = {
  /** Replaces a job with the same key that has not started yet. */
  key?: string
  /** Not before this instant; immediately when absent. */
  runAt?: Date | undefined
}

/** In a database transaction the job is created with everything else, or not at all. */
export async function enqueue<Name extends JobName>(
  tx: Database,
  name: Name,
  payload: Jobs[Name],
  { key, runAt }: Options = {},
): Promise<void> {
  await sql`select from graphile_worker.add_job(
    ${name}::text,
    payload => ${JSON.stringify(payload)}::json,
    run_at => ${runAt ?? null}::timestamptz,
    job_key => ${key ?? null}::text
  )`.execute(tx)
}

/** Enqueues many jobs in one statement. */
export async function enqueueAll<Name extends JobName>(
  tx: Database,
  name: Name,
  jobs: { payload: Jobs[Name]; key?: string }[],
): Promise<void> {
  if (jobs.length === 0) return
  await sql`select graphile_worker.add_job(${name}::text, payload => job.payload, job_key => job.key)
    from unnest(
      ${jobs.map(({ payload }) => JSON.stringify(payload))}::json[], ${jobs.map(({ key }) => key ?? null)}::text[]
    ) job (payload, key)`.execute(tx)
}

/** Removes the job with this key if it has not started. */
export async function cancelJob(tx: Database, key: string): Promise<void> {
  await sql`select from graphile_worker.remove_job(${key}::text)`.execute(tx)
}

/** Returns the payload of the waiting or running job with this key. */
export async function findJob<Name extends JobName>(
  tx: Database,
  name: Name,
  key: string,
): Promise<Jobs[Name] | undefined> {
  return (await findPayload(tx, { name, key })) as Jobs[Name] | undefined
}

/** Removes all waiting jobs of this name. */
export async function cancelJobs(tx: Database, name: JobName): Promise<void> {
  await sql`select from graphile_worker.complete_jobs(
    array(select id from graphile_worker.jobs where task_identifier = ${name} and locked_at is null))`.execute(tx)
}

const attemptsMax = 25

/** Reschedules a failed job and resets its attempts, even after a permanent failure. Does nothing to a running job. */
export async function rescheduleJob(
  tx: Database,
  id: number,
  runAt: Date,
): Promise<'rescheduled' | 'running' | 'gone'> {
  const { rows: rescheduled } = await sql`select id from graphile_worker.reschedule_jobs(
    array[${id}::bigint], run_at => ${runAt}::timestamptz, attempts => 0, max_attempts => ${attemptsMax}
  )`.execute(tx)
  if (rescheduled.length > 0) return 'rescheduled'
  const { rows: remaining } = await sql`select id from graphile_worker.jobs where id = ${id}::bigint`.execute(tx)
  return remaining.length > 0 ? 'running' : 'gone'
}

type WaitingJob<Name extends JobName> = { id: string; name: Name; createdAt: Date; runAt: Date }

/** Lists jobs of these names without any attempt, oldest first. */
export async function listWaiting<Name extends JobName>(
  db: Database,
  names: Name[],
  limit: number,
): Promise<WaitingJob<Name>[]> {
  const { rows } = await sql<WaitingJob<Name>>`
    select id::text, task_identifier as name, created_at as "createdAt", run_at as "runAt"
    from graphile_worker.jobs waiting where task_identifier = any (${names}::text[]) and attempts = 0
    order by waiting.id limit ${limit}`.execute(db)
  return rows
}
