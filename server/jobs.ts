import { deleteRejectedApplications, removeApplicationFiles } from '#domain/applications/remove-documents.server.ts'
import { sendApplicationMail } from '#domain/applications/send-application-mail.server.ts'
import { continueBoard } from '#domain/boards/copy-board.server.ts'
import { forgetDeletedBoardAuthors, forgetWrittenBy, removeBoardFiles } from '#domain/boards/forget-author.server.ts'
import { mergeBoard } from '#domain/boards/merge-board.server.ts'
import { cancelBookingsOfSuspended } from '#domain/bookings/cancel-bookings-of-suspended.server.ts'
import { resolveNoShow } from '#domain/bookings/resolve-no-show.server.ts'
import { deleteUnusedFiles } from '#domain/bookings/question-file.server.ts'
import { remindOfBooking } from '#domain/bookings/remind-of-booking.server.ts'
import { sendBookingMail } from '#domain/bookings/send-booking-mail.server.ts'
import { sendOnlineAlerts } from '#domain/experts/online-alerts.server.ts'
import { settleReachability } from '#domain/experts/reachability.server.ts'
import { removeQuestionFiles } from '#domain/files/remove-question-files.server.ts'
import { removeEveryPhoto } from '#domain/files/save-photo.server.ts'
import type { MailKind } from '#domain/mails/contract.ts'
import { recordMails } from '#domain/mails/record-mails.server.ts'
import { deleteOldMails } from '#domain/mails/resend-mail.server.ts'
import { deliverNotification } from '#domain/notifications/deliver-notification.server.ts'
import { deleteOldNotifications } from '#domain/notifications/delete-old-notifications.server.ts'
import { checkRingPush, deleteOldRings } from '#domain/notifications/push-rings.server.ts'
import { findSuspiciousPairs } from '#domain/people/find-suspicious-pairs.server.ts'
import { planPairSearch } from '#domain/people/request-pair-search.server.ts'
import { sendSuspensionMail } from '#domain/people/send-suspension-mail.server.ts'
import { announceWithdrawnOffer } from '#domain/requests/announce-withdrawn-offer.server.ts'
import { continueRequest } from '#domain/requests/continue-request.server.ts'
import { deleteOldRequests } from '#domain/requests/delete-old-requests.server.ts'
import { sendRequestAlerts } from '#domain/requests/request-alerts.server.ts'
import { closeOfferPush, ringOfferByPush } from '#domain/requests/ring-offer-by-push.server.ts'
import { refundFault } from '#domain/refunds/refund-fault.server.ts'
import { enqueueDueCalendars, readCalendar } from '#domain/schedule/read-calendar.server.ts'
import { expireSession } from '#domain/sessions/expire-session.server.ts'
import { closeRingPush, ringByPush } from '#domain/sessions/ring-by-push.server.ts'
import { deleteOldTraces } from '#domain/sign-in/delete-old-traces.server.ts'
import { sendEmailLink } from '#domain/sign-in/send-email-link.server.ts'
import { sendPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { saveClosedDays } from '#domain/team/figures.server.ts'
import { auditBooksDaily } from '#domain/team/audit-books-daily.server.ts'
import { sendTicketMail } from '#domain/tickets/send-ticket-mail.server.ts'
import { pollPayment } from '#domain/wallet/poll-payment.server.ts'
import { resumePendingMoney } from '#domain/wallet/resume-pending-money.server.ts'
import { returnMoney } from '#domain/wallet/return-money.server.ts'
import { fingerprintWithdrawals } from '#domain/withdrawals/bank-details.server.ts'
import { calendarSweepMinutes, failedJobsKeptDays, mailsKeptDays, pairSearchHours } from '#kernel/limits.ts'
import { daysLater, hoursLater, minutesLater, nextKolkataHour } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'
import { deleteFailedJobs } from '#platform/jobs/failed-jobs.ts'
import { enqueue } from '#platform/jobs/port.ts'
import type { Handlers, RunningJob } from '#platform/jobs/runner.ts'
import type { Services } from '#server/services.ts'

/** The handler of each job: one action as the system. */
export function createHandlers(
  services: Pick<
    Services,
    | 'calendars'
    | 'clock'
    | 'config'
    | 'database'
    | 'log'
    | 'mailer'
    | 'payments'
    | 'publish'
    | 'push'
    | 'sealer'
    | 'storage'
  >,
): Handlers {
  const { calendars, clock, config, database, log, mailer, payments, publish, push, sealer, storage } = services
  const { db } = database
  const ctx = {
    db,
    clock,
    actor: { kind: 'system' } as const,
    publish,
    sealer,
    payments,
    push,
    product: config.product,
  }
  /** The context of the jobs in `mailKinds`. Its mailer records the outcome of each mail; other jobs have none. */
  const createMailContext = (kind: MailKind, job: RunningJob) => {
    const onError = (err: unknown) => log.warn({ err, kind }, 'recording a sent mail failed')
    return { ...ctx, mailer: recordMails(ctx, { mailer, kind, job, onError }) }
  }
  return {
    send_password_link: (payload, job) => sendPasswordLink(createMailContext('send_password_link', job), payload),
    send_email_link: (payload, job) => sendEmailLink(createMailContext('send_email_link', job), payload),
    send_online_alerts: (payload) => sendOnlineAlerts(ctx, payload),
    deliver_notification: (payload, job) =>
      deliverNotification(createMailContext('deliver_notification', job), payload, job),
    send_ticket_mail: (payload, job) => sendTicketMail(createMailContext('send_ticket_mail', job), payload, job.id),
    send_application_mail: (payload, job) =>
      sendApplicationMail(createMailContext('send_application_mail', job), payload, job.id),
    send_suspension_mail: (payload, job) =>
      sendSuspensionMail(createMailContext('send_suspension_mail', job), payload, job.id),
    poll_payment: (payload) => pollPayment(ctx, payload),
    return_money: (payload) => returnMoney(ctx, payload),
    expire_session: (payload) => expireSession(ctx, payload),
    ring_by_push: (payload) => ringByPush(ctx, payload),
    check_ring_push: (payload) => checkRingPush(ctx, payload),
    close_ring_push: (payload) => closeRingPush(ctx, payload),
    continue_request: (payload) => continueRequest({ ...ctx, times: config.callTimes }, payload),
    ring_offer_by_push: (payload) => ringOfferByPush(ctx, payload),
    announce_withdrawn_offer: (payload) => announceWithdrawnOffer({ ...ctx, times: config.callTimes }, payload),
    close_offer_push: (payload) => closeOfferPush(ctx, payload),
    send_request_alerts: (payload) => sendRequestAlerts(ctx, payload),
    settle_reachability: (payload) => settleReachability(ctx, payload),
    refund_fault: (payload) => refundFault({ ...ctx, times: config.callTimes }, payload),
    call_off_bookings: (payload) => cancelBookingsOfSuspended(ctx, payload),
    decide_booking: (payload) => resolveNoShow(ctx, payload),
    remind_of_booking: (payload) => remindOfBooking(ctx, payload),
    send_booking_mail: (payload, job) => sendBookingMail(createMailContext('send_booking_mail', job), payload),
    read_calendar: (payload) => readCalendar({ ...ctx, calendars }, payload),
    async read_calendars() {
      await planCalendarReads(db, minutesLater(clock.now(), calendarSweepMinutes))
      await enqueueDueCalendars(ctx)
    },
    async resume_money() {
      await planMoney(db, daysLater(clock.now(), 1))
      await resumePendingMoney(ctx)
    },
    remove_photos: ({ profileId }) => removeEveryPhoto({ storage }, profileId),
    remove_question_files: (payload) => removeQuestionFiles({ ...ctx, storage }, payload),
    forget_board_author: (payload) => forgetWrittenBy(ctx, payload),
    remove_board_files: (payload) => removeBoardFiles({ ...ctx, storage }, payload),
    continue_board: (payload) => continueBoard({ ...ctx, storage }, payload),
    merge_board: (payload) => mergeBoard(ctx, payload),
    remove_application_files: (payload) => removeApplicationFiles({ ...ctx, storage }, payload),
    async forget_old_traces() {
      const now = clock.now()
      await planDeletions(db, daysLater(now, 1))
      await runEach([
        () => deleteOldTraces(ctx),
        () => deleteOldRings(ctx),
        () => deleteOldRequests(ctx),
        () => deleteUnusedFiles({ ...ctx, storage }),
        () => forgetDeletedBoardAuthors(ctx),
        () => deleteRejectedApplications({ ...ctx, storage }),
        () => deleteOldNotifications(ctx),
        () => deleteOldMails(ctx, { before: daysLater(now, -mailsKeptDays) }),
        () => deleteFailedJobs(db, { before: daysLater(now, -failedJobsKeptDays) }),
      ])
    },
    async close_days() {
      await planDayClosing(db, nextKolkataHour(clock.now(), 1))
      await saveClosedDays(ctx)
    },
    async find_pairs() {
      await planPairSearch(db, hoursLater(clock.now(), pairSearchHours))
      await findSuspiciousPairs(ctx)
      // Prepares the next search. Runs last, so that bank details that cannot be decrypted do not stop the search above.
      await fingerprintWithdrawals(ctx)
    },
    async prove_books(_payload, job) {
      await planAudit(db, clock.now())
      const mismatches = await auditBooksDaily(createMailContext('prove_books', job), job.id)
      for (const mismatch of mismatches) log.error({ ...mismatch }, 'the books do not balance')
    },
  }
}

/** Runs each step even if another one fails, and then reports the failures. */
async function runEach(steps: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => failures.push(error))
  if (failures.length === 0) return
  const reasons = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)))
  throw new AggregateError(failures, `some daily deletions failed: ${reasons.join('; ')}`)
}

/**
 * Plans the daily and hourly jobs when a process starts. Each job then plans its next run. Because a job has a key, it
 * is planned only once, even if many processes plan it.
 */
export async function planRecurringJobs(db: Database, now: Date): Promise<void> {
  await planDeletions(db)
  await planMoney(db)
  await planAudit(db, now)
  await planDayClosing(db)
  await planPairSearch(db)
  await planCalendarReads(db)
}

function planDeletions(db: Database, runAt?: Date): Promise<void> {
  return enqueue(db, 'forget_old_traces', {}, { key: 'forget old traces', runAt })
}

function planMoney(db: Database, runAt?: Date): Promise<void> {
  return enqueue(db, 'resume_money', {}, { key: 'resume money', runAt })
}

function planCalendarReads(db: Database, runAt?: Date): Promise<void> {
  return enqueue(db, 'read_calendars', {}, { key: 'read calendars', runAt })
}

function planDayClosing(db: Database, runAt?: Date): Promise<void> {
  return enqueue(db, 'close_days', {}, { key: 'close days', runAt })
}

/** After the end of the day in Kolkata, when few people are awake. */
function planAudit(db: Database, now: Date): Promise<void> {
  return enqueue(db, 'prove_books', {}, { key: 'prove books', runAt: nextKolkataHour(now, 3) })
}
