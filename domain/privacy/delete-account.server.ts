import { type Kysely, sql } from 'kysely'
import { confirmPassword } from '#domain/sign-in/confirm-password.server.ts'
import { endAllSignIns } from '#domain/accounts/end-sign-ins.server.ts'
import { countKeysOf } from '#domain/accounts/hourly-counts.server.ts'
import { throttleKeysOf } from '#domain/sign-in/throttle.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import { defaultZone } from '#kernel/zones.ts'
import type { DB } from '#platform/db/schema.ts'
import { enqueue } from '#platform/jobs/port.ts'

/**
 * Takes away everything that names the person. The id stays, so that money history, where there is any, still belongs to
 * somebody (payments, returns and the books are such, withdrawals without the account that they went to, and sessions, bookings, messages,
 * reports, reviews, tickets, corrections and refunds without the words of whom it was); so do the lines of the audit log and the acceptance of the terms, which name nobody but
 * the id. Refused while money is left or on its way: it would be lost. Refused, too, in the middle of a session, and with one booked.
 */
export async function deleteAccount(ctx: Context, input: { password: string }): Promise<void> {
  allow(ctx.actor, 'signedIn')
  if (!isPerson(ctx.actor)) return
  const { id, role } = ctx.actor
  // The team's own deeds stand in the audit log under their names; somebody else of the team closes such an account.
  if (role === 'team') throw new Refusal('not_allowed')
  await confirmPassword(ctx, id, input.password)
  const now = ctx.clock.now()

  const expert = await ctx.db.transaction().execute(async (tx) => {
    const { email } = await lockWithoutMoney(tx, id)
    await tx
      .updateTable('profiles')
      .set({
        email: `deleted-${id}@deleted.invalid`,
        full_name: 'Deleted account',
        phone_number: null,
        avatar_url: null,
        deleted_at: now,
        updated_at: now,
      })
      .where('id', '=', id)
      .execute()
    for (const table of personalTables) await tx.deleteFrom(table).where('profile_id', '=', id).execute()
    await tx.deleteFrom('sign_in_throttles').where('key', 'in', throttleKeysOf({ id, email })).execute()
    await tx.deleteFrom('notifications').where('account_id', '=', id).execute()
    await tx.updateTable('notifications').set({ about_id: null }).where('about_id', '=', id).execute()
    await tx.deleteFrom('notification_preferences').where('account_id', '=', id).execute()
    await tx.deleteFrom('online_alerts').where('student_id', '=', id).execute()
    await tx
      .updateTable('withdrawals')
      .set({ sealed_details: null, bank_name: null, bank_code: null, last_four: null, notes: null })
      .where('expert_id', '=', id)
      .execute()
    await tx
      .updateTable('help_sessions')
      .set({ question: null, file_key: null, file_name: null, file_type: null })
      .where('student_id', '=', id)
      .execute()
    await tx
      .updateTable('bookings')
      .set({ question: null, file_key: null, file_name: null, file_type: null, student_zone: defaultZone })
      .where('student_id', '=', id)
      .execute()
    // The hours of the week and the exceptions go with it.
    await tx.deleteFrom('schedules').where('expert_id', '=', id).execute()
    await tx.deleteFrom('question_files').where('student_id', '=', id).execute()
    await tx.updateTable('help_sessions').set({ decline_reason: null }).where('expert_id', '=', id).execute()
    await tx.updateTable('session_messages').set({ text: null }).where('author_id', '=', id).execute()
    await tx.updateTable('reports').set({ words: null }).where('reporter_id', '=', id).execute()
    await tx.updateTable('tickets').set({ words: null, answer: null }).where('opened_by', '=', id).execute()
    await tx
      .updateTable('corrections')
      .set({ reason: null, answer: null })
      .where('person_id', '=', id)
      .execute()
    await forgetWordsAfterCalls(tx, id)
    await tx
      .deleteFrom('blocks')
      .where(({ or, eb }) => or([eb('blocker_id', '=', id), eb('blocked_id', '=', id)]))
      .execute()
    await tx.deleteFrom('hourly_counts').where('key', 'in', countKeysOf(id)).execute()
    await tx.deleteFrom('spending_limits').where('student_id', '=', id).execute()
    const application = await tx
      .deleteFrom('applications')
      .where('profile_id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (application) await enqueue(tx, 'remove_application_files', { applicationId: application.id })
    await writeAudit({ ...ctx, db: tx }, { act: 'account deleted', about: id })
    // The storage may be away just now; a job tries until every file is gone.
    await enqueue(tx, 'remove_photos', { profileId: id })
    await enqueue(tx, 'remove_question_files', { profileId: id })
    return tx.deleteFrom('experts').where('user_id', '=', id).returning('id').executeTakeFirst()
  })
  await endAllSignIns(ctx, id)
  ctx.publish(`account:${id}`, { type: 'changed' })
  if (expert) ctx.publish(`expert:${expert.id}`, { type: 'changed' })
}

/** What a student gave as stars stays counted. What an expert wrote for a student is the student's, and stays without a name. */
async function forgetWordsAfterCalls(tx: Kysely<DB>, id: AccountId): Promise<void> {
  await tx.deleteFrom('session_feedback').where('student_id', '=', id).execute()
  await tx.updateTable('reviews').set({ comment: null, answer: null }).where('student_id', '=', id).execute()
  await tx.updateTable('reviews').set({ answer: null }).where('expert_id', '=', id).execute()
  await tx
    .updateTable('refund_requests')
    .set({ reason: null, answer: null })
    .where('student_id', '=', id)
    .execute()
  await tx.deleteFrom('favourite_experts').where('student_id', '=', id).execute()
}

const personalTables = [
  'credentials',
  'student_details',
  'one_time_links',
  'push_subscriptions',
  'sign_ins',
  'second_factors',
  'recovery_codes',
  'bank_accounts',
  'known_browsers',
  'mails',
] as const

async function lockWithoutMoney(tx: Kysely<DB>, id: AccountId): Promise<{ email: string }> {
  // The schedule before the person, as whoever books does it: in another order each would wait for the other.
  await sql`select from schedules where expert_id = ${id} for update`.execute(tx)
  const profile = await tx
    .selectFrom('profiles')
    .select('email')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!profile) throw new Refusal('no_such_person')
  const { rows } = await sql<{ empty: boolean }>`select wallet_is_empty(${id}) as empty`.execute(tx)
  if (!rows[0]?.empty) throw new Refusal('money_left')
  const pending = await tx
    .selectFrom('payments')
    .select('id')
    .where('student_id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (pending) throw new Refusal('payment_pending')
  const refund = await tx
    .selectFrom('refund_requests')
    .select('id')
    .where('student_id', '=', id)
    .where('state', '=', 'asked')
    .executeTakeFirst()
  if (refund) throw new Refusal('refund_pending')
  const open = await tx
    .selectFrom('help_sessions')
    .select('id')
    .where(({ or, eb }) => or([eb('student_id', '=', id), eb('expert_id', '=', id)]))
    .where('state', 'in', ['ringing', 'connecting', 'live', 'interrupted', 'ended'])
    .executeTakeFirst()
  if (open) throw new Refusal('session_open')
  const booked = await tx
    .selectFrom('bookings')
    .select('id')
    .where(({ or, eb }) => or([eb('student_id', '=', id), eb('expert_id', '=', id)]))
    .where('state', '=', 'booked')
    .executeTakeFirst()
  if (booked) throw new Refusal('bookings_open')
  return profile
}
