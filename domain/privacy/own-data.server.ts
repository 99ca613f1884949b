import { countKeysOf } from '#domain/accounts/hourly-counts.server.ts'
import { folderOf, photoUrl } from '#domain/files/photo-files.server.ts'
import { throttleKeysOf } from '#domain/sign-in/throttle.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Storage } from '#platform/storage/port.ts'

/** Everything that stands here about the person who asks, in the words of the database, without secrets. */
export async function collectOwnData(ctx: Context & { storage: Storage }): Promise<Record<string, unknown>> {
  allow(ctx.actor, 'signedIn')
  if (!isPerson(ctx.actor)) return {}
  const { id } = ctx.actor
  const { db } = ctx
  const profile = await db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirst()
  if (!profile) throw new Refusal('no_such_person')
  const keys = throttleKeysOf({ id, email: profile.email })
  return {
    made_at: ctx.clock.now(),
    profile,
    student: await db.selectFrom('students').selectAll().where('id', '=', id).executeTakeFirst(),
    expert: await db.selectFrom('expert_profiles').selectAll().where('user_id', '=', id).executeTakeFirst(),
    expert_terms: await db
      .selectFrom('experts')
      .select([
        'approval',
        'approval_changed_at',
        'approval_reason',
        'rate_paise_per_minute',
        'share_percent',
      ])
      .where('user_id', '=', id)
      .executeTakeFirst(),
    verified: await db
      .selectFrom('expert_verifications')
      .innerJoin('experts', 'experts.id', 'expert_id')
      .select(['what', 'verified_at'])
      .where('user_id', '=', id)
      .execute(),
    // One that has no account yet is nobody's here: whoever registers with its address has not proved that it is theirs.
    application: await db
      .selectFrom('applications')
      .select(['full_name', 'email', 'phone', 'category', 'notes', 'stage', 'received_at', 'answered_at'])
      .select(['interview_at', 'decided_at'])
      .where('profile_id', '=', id)
      .executeTakeFirst(),
    application_documents: await db
      .selectFrom('application_documents')
      .innerJoin('applications', 'applications.id', 'application_id')
      .select(['name', 'type', 'size_bytes', 'stored_at'])
      .where('profile_id', '=', id)
      .orderBy('stored_at')
      .execute(),
    photos: (await ctx.storage.list(folderOf(id))).map(photoUrl),
    password: await db
      .selectFrom('credentials')
      .select('changed_at')
      .where('profile_id', '=', id)
      .executeTakeFirst(),
    password_links: await db
      .selectFrom('one_time_links')
      .select(['purpose', 'created_at', 'expires_at', 'used_at'])
      .where('profile_id', '=', id)
      .execute(),
    second_factor: await db
      .selectFrom('second_factors')
      .select('confirmed_at')
      .where('profile_id', '=', id)
      .executeTakeFirst(),
    recovery_codes: await db
      .selectFrom('recovery_codes')
      .select('used_at')
      .where('profile_id', '=', id)
      .execute(),
    sign_ins: await db
      .selectFrom('sign_ins')
      .select(['created_at', 'last_used_at', 'expires_at', 'user_agent', 'address'])
      .where('profile_id', '=', id)
      .execute(),
    known_browsers: await db
      .selectFrom('known_browsers')
      .select(['first_seen_at', 'last_seen_at'])
      .where('profile_id', '=', id)
      .orderBy('first_seen_at')
      .execute(),
    // Where to send to is a secret between the browser's push service and us.
    push_subscriptions: await db
      .selectFrom('push_subscriptions')
      .innerJoin('sign_ins', 'sign_ins.id', 'sign_in_id')
      .select(['push_subscriptions.created_at', 'confirmed_at', 'last_delivered_at', 'user_agent'])
      .where('push_subscriptions.profile_id', '=', id)
      .execute(),
    counted_attempts: await db.selectFrom('sign_in_throttles').selectAll().where('key', 'in', keys).execute(),
    counted_in_the_hour: await db
      .selectFrom('hourly_counts')
      .selectAll()
      .where('key', 'in', countKeysOf(id))
      .execute(),
    terms_acceptances: await db
      .selectFrom('terms_acceptances')
      .select(['version', 'accepted_at'])
      .where('profile_id', '=', id)
      .execute(),
    waits_for_experts: await db
      .selectFrom('online_alerts')
      .select(['expert_id', 'created_at'])
      .where('student_id', '=', id)
      .execute(),
    bank_account: await db
      .selectFrom('bank_accounts')
      .select(['bank_name', 'bank_code', 'last_four', 'confirmed_at'])
      .where('profile_id', '=', id)
      .executeTakeFirst(),
    withdrawals: await db
      .selectFrom('withdrawals')
      .select(['id', 'amount_paise', 'status', 'bank_name', 'bank_code', 'last_four', 'notes', 'reason'])
      .select(['created_at', 'decided_at', 'processed_at', 'bank_reference', 'demo', 'came_back_at'])
      .where('expert_id', '=', id)
      .orderBy('created_at')
      .execute(),
    sessions: await db
      .selectFrom('help_sessions')
      .select([
        'id',
        'call_type',
        'state',
        'rate_paise_per_minute',
        'share_percent',
        'asked_at',
        'answered_at',
      ])
      .select(['connected_at', 'ended_at', 'end_reason', 'decline_reason', 'live_ms', 'billed_minutes'])
      .select('charged_paise')
      // What was asked is the student's; the expert has seen it, but it is about somebody else.
      .select(({ eb }) => [
        eb.case().when('student_id', '=', id).then(eb.ref('question')).end().as('question'),
        eb.case().when('student_id', '=', id).then(eb.ref('file_name')).end().as('file_name'),
      ])
      .where(({ or, eb }) => or([eb('student_id', '=', id), eb('expert_id', '=', id)]))
      .orderBy('asked_at')
      .execute(),
    bookings: await db
      .selectFrom('bookings')
      .select(['id', 'call_type', 'starts_at', 'minutes', 'rate_paise_per_minute', 'state', 'booked_at'])
      .select(['moves', 'cancelled_by', 'absent', 'closed_at', 'fee_paise'])
      .select(({ eb }) => [
        eb.case().when('student_id', '=', id).then(eb.ref('question')).end().as('question'),
        eb.case().when('student_id', '=', id).then(eb.ref('file_name')).end().as('file_name'),
        eb.case().when('student_id', '=', id).then(eb.ref('student_zone')).end().as('zone'),
      ])
      .where(({ or, eb }) => or([eb('student_id', '=', id), eb('expert_id', '=', id)]))
      .orderBy('starts_at')
      .execute(),
    booking_joins: await db
      .selectFrom('booking_joins')
      .innerJoin('bookings', 'bookings.id', 'booking_joins.booking_id')
      .select(['booking_id', 'side', 'first_at', 'last_at'])
      .where(({ or, and, eb }) =>
        or([
          and([eb('student_id', '=', id), eb('side', '=', 'student')]),
          and([eb('expert_id', '=', id), eb('side', '=', 'expert')]),
        ]),
      )
      .execute(),
    schedule: await db.selectFrom('schedules').selectAll().where('expert_id', '=', id).executeTakeFirst(),
    weekly_hours: await db
      .selectFrom('weekly_hours')
      .select(['weekday', 'from_minute', 'to_minute'])
      .where('expert_id', '=', id)
      .execute(),
    schedule_exceptions: await db
      .selectFrom('schedule_exceptions')
      .select(['first_day', 'last_day', 'from_minute', 'to_minute'])
      .where('expert_id', '=', id)
      .execute(),
    question_files: await db
      .selectFrom('question_files')
      .select(['name', 'type', 'size_bytes', 'stored_at'])
      .where('student_id', '=', id)
      .orderBy('stored_at')
      .execute(),
    session_events: await db
      .selectFrom('session_events')
      .innerJoin('help_sessions', 'help_sessions.id', 'session_events.session_id')
      .select(['session_id', 'at', 'what', 'side', 'details'])
      .where(({ or, eb }) => or([eb('student_id', '=', id), eb('expert_id', '=', id)]))
      .orderBy('session_events.id')
      .execute(),
    // What the other one wrote is the other one's.
    session_messages: await db
      .selectFrom('session_messages')
      .select(['session_id', 'said_at', 'text'])
      .where('author_id', '=', id)
      .orderBy('session_id')
      .orderBy('number')
      .execute(),
    has_blocked: await db
      .selectFrom('blocks')
      .select(['blocked_id', 'created_at'])
      .where('blocker_id', '=', id)
      .execute(),
    has_reported: await db
      .selectFrom('reports')
      .select(['session_id', 'words', 'created_at'])
      .where('reporter_id', '=', id)
      .execute(),
    tickets: await db
      .selectFrom('tickets')
      .select(['number', 'kind', 'state', 'session_id', 'words', 'answer', 'opened_at'])
      .select(['acknowledged_at', 'resolved_at'])
      .where('opened_by', '=', id)
      .orderBy('number')
      .execute(),
    favourite_experts: await db
      .selectFrom('favourite_experts')
      .select(['expert_id', 'created_at'])
      .where('student_id', '=', id)
      .execute(),
    // What was said about somebody is theirs, and what they said, too.
    session_feedback: await db
      .selectFrom('session_feedback')
      .select(['session_id', 'created_at', 'student_strengths', 'custom_strengths'])
      .select(['improvement_areas', 'custom_improvements', 'motivational_note'])
      .where(({ or, eb }) => or([eb('student_id', '=', id), eb('expert_id', '=', id)]))
      .orderBy('created_at')
      .execute(),
    reviews: await db
      .selectFrom('reviews')
      .select(['session_id', 'rating', 'comment', 'created_at', 'changed_at', 'answer', 'answered_at'])
      .select(['hidden_at', 'hidden_reason'])
      .where(({ or, eb }) => or([eb('student_id', '=', id), eb('expert_id', '=', id)]))
      .orderBy('created_at')
      .execute(),
    refund_requests: await db
      .selectFrom('refund_requests')
      .select(['session_id', 'state', 'fault', 'reason', 'answer', 'asked_at', 'decided_at'])
      .select('refunded_paise')
      .where('student_id', '=', id)
      .orderBy('asked_at')
      .execute(),
    spending_limit: await db
      .selectFrom('spending_limits')
      .select(['daily_paise', 'changed_at'])
      .where('student_id', '=', id)
      .executeTakeFirst(),
    transactions: await db
      .selectFrom('transactions')
      .selectAll()
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
    payments: await db.selectFrom('payments').selectAll().where('student_id', '=', id).execute(),
    money_returns: await db
      .selectFrom('money_returns')
      .selectAll('money_returns')
      .innerJoin('payments', 'payments.id', 'money_returns.payment_id')
      .where('payments.student_id', '=', id)
      .execute(),
    corrections: await db
      .selectFrom('corrections')
      .select(['from_account', 'to_account', 'amount_paise', 'cause', 'reason', 'state'])
      .select(['proposed_at', 'decided_at', 'answer'])
      .where('person_id', '=', id)
      .orderBy('proposed_at')
      .execute(),
    mails: await db
      .selectFrom('mails')
      .select(['kind', 'address', 'state', 'tries', 'error', 'first_at', 'changed_at'])
      .where('profile_id', '=', id)
      .orderBy('first_at')
      .execute(),
    notifications: await db
      .selectFrom('notifications')
      .select(['kind', 'facts', 'created_at', 'read_at'])
      .where('account_id', '=', id)
      .orderBy('created_at')
      .execute(),
    notification_deliveries: await db
      .selectFrom('notification_deliveries')
      .innerJoin('notifications', 'notifications.id', 'notification_id')
      .select(['kind', 'channel', 'state', 'tries', 'changed_at', 'reason'])
      .where('account_id', '=', id)
      .orderBy('changed_at')
      .execute(),
    notification_preferences: await db
      .selectFrom('notification_preferences')
      .select(['choices', 'quiet_from', 'quiet_to', 'zone', 'changed_at'])
      .where('account_id', '=', id)
      .executeTakeFirst(),
    // Who of the team it was is the data of somebody else.
    history: await db
      .selectFrom('audit_log')
      .select(['at', 'act', 'why', 'before', 'after', 'details'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute(),
  }
}
