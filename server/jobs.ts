import { forgetOldTraces } from '#domain/accounts/forget-old-traces.server.ts'
import { removeEveryPhoto } from '#domain/accounts/save-photo.server.ts'
import { sendPasswordLink } from '#domain/accounts/send-password-link.server.ts'
import { callOffBookings } from '#domain/bookings/call-off-bookings.server.ts'
import { decideBooking } from '#domain/bookings/decide-booking.server.ts'
import { sendBookingMail } from '#domain/bookings/send-booking-mail.server.ts'
import { sendOnlineAlerts } from '#domain/experts/online-alerts.server.ts'
import { sendApprovalMail } from '#domain/experts/send-approval-mail.server.ts'
import { refundFault } from '#domain/refunds/refund-fault.server.ts'
import { expireSession } from '#domain/sessions/expire-session.server.ts'
import { forgetUnusedFiles, removeQuestionFiles } from '#domain/sessions/remove-question-files.server.ts'
import { proveBooks } from '#domain/team/prove-books.server.ts'
import { pollPayment } from '#domain/wallet/poll-payment.server.ts'
import { resumeMoney } from '#domain/wallet/resume-money.server.ts'
import { returnMoney } from '#domain/wallet/return-money.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { failedJobsKeptDays } from '#kernel/limits.ts'
import { daysLater, nextKolkataHour } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'
import { forgetFailedJobs } from '#platform/jobs/failed-jobs.ts'
import { enqueue } from '#platform/jobs/port.ts'
import type { Handlers } from '#platform/jobs/runner.ts'
import type { Services } from '#server/services.ts'

/** What each job does: one verb, as the system, with what only jobs need. */
export function createHandlers(
  services: Pick<
    Services,
    'clock' | 'config' | 'database' | 'log' | 'mailer' | 'payments' | 'publish' | 'sealer' | 'storage'
  >,
): Handlers {
  const { clock, config, database, log, mailer, payments, publish, sealer, storage } = services
  const { db } = database
  const ctx = {
    db,
    clock,
    actor: { kind: 'system' } as const,
    publish,
    sealer,
    mailer,
    payments,
    product: config.product,
  }
  return {
    send_password_link: (payload) => sendPasswordLink(ctx, payload),
    send_online_alerts: (payload) => sendOnlineAlerts(ctx, payload),
    send_approval_mail: (payload, { id }) => sendApprovalMail(ctx, payload, id),
    poll_payment: (payload) => pollPayment(ctx, payload),
    return_money: (payload) => returnMoney(ctx, payload),
    expire_session: (payload) => expireSession(ctx, payload),
    refund_fault: (payload) => refundFault({ ...ctx, times: config.callTimes }, payload),
    call_off_bookings: (payload) => callOffBookings(ctx, payload),
    decide_booking: (payload) => decideBooking(ctx, payload),
    send_booking_mail: (payload) => sendBookingMail(ctx, payload),
    async resume_money() {
      await planMoney(db, daysLater(clock.now(), 1))
      await resumeMoney(ctx)
    },
    remove_photos: ({ profileId }) => removeEveryPhoto({ storage }, profileId as AccountId),
    remove_question_files: (payload) => removeQuestionFiles({ ...ctx, storage }, payload),
    async forget_old_traces() {
      const now = clock.now()
      await planTraces(db, daysLater(now, 1))
      await forgetOldTraces(ctx)
      await forgetUnusedFiles({ ...ctx, storage })
      await forgetFailedJobs(db, { before: daysLater(now, -failedJobsKeptDays) })
    },
    async prove_books(_payload, { id }) {
      await planProof(db, clock.now())
      const mismatches = await proveBooks(ctx, id)
      for (const mismatch of mismatches) log.error({ ...mismatch }, 'the books are wrong')
    },
  }
}

/** At the start; each job then plans itself for the day after, under one key, so that many processes plan one. */
export async function planEveryDay(db: Database, now: Date): Promise<void> {
  await planTraces(db)
  await planMoney(db)
  await planProof(db, now)
}

function planTraces(db: Database, runAt?: Date): Promise<void> {
  return enqueue(db, 'forget_old_traces', {}, { key: 'forget old traces', runAt })
}

function planMoney(db: Database, runAt?: Date): Promise<void> {
  return enqueue(db, 'resume_money', {}, { key: 'resume money', runAt })
}

/** When the day in Kolkata has ended and few are awake. */
function planProof(db: Database, now: Date): Promise<void> {
  return enqueue(db, 'prove_books', {}, { key: 'prove books', runAt: nextKolkataHour(now, 3) })
}
