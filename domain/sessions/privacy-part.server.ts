import type { PrivacyPart } from '#domain/privacy-part.server.ts'
import { openStates } from '#domain/sessions/states.ts'
import { Refusal } from '#kernel/refusals.ts'

export const sessionsPart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      sessions: await db
        .selectFrom('help_sessions')
        .select(['id', 'call_type', 'state', 'rate_paise_per_minute', 'share_percent', 'asked_at', 'answered_at'])
        .select(['connected_at', 'ended_at', 'end_reason', 'decline_reason', 'live_ms', 'billed_minutes'])
        .select('charged_paise')
        // The question belongs to the student, so it is not part of the expert's data.
        .select(({ eb }) => [
          eb.case().when('student_id', '=', id).then(eb.ref('question')).end().as('question'),
          eb.case().when('student_id', '=', id).then(eb.ref('file_name')).end().as('file_name'),
        ])
        .where(({ or, eb }) => or([eb('student_id', '=', id), eb('expert_id', '=', id)]))
        .orderBy('asked_at')
        .execute(),
      session_events: await db
        .selectFrom('session_events')
        .innerJoin('help_sessions', 'help_sessions.id', 'session_events.session_id')
        .select(['session_id', 'at', 'what', 'side', 'details'])
        .where(({ or, eb }) => or([eb('student_id', '=', id), eb('expert_id', '=', id)]))
        .orderBy('session_events.id')
        .execute(),
      // Messages by the other party belong to the other party.
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
    }
  },
  async refuseDeletion({ db }, id) {
    const open = await db
      .selectFrom('help_sessions')
      .select('id')
      .where(({ or, eb }) => or([eb('student_id', '=', id), eb('expert_id', '=', id)]))
      .where('state', 'in', openStates)
      .executeTakeFirst()
    if (open) throw new Refusal('session_open')
  },
  /** Keeps the session, but deletes the person's texts. */
  async forget({ db }, id) {
    await db
      .updateTable('help_sessions')
      .set({ question: null, file_key: null, file_name: null, file_type: null })
      .where('student_id', '=', id)
      .execute()
    await db.updateTable('help_sessions').set({ decline_reason: null }).where('expert_id', '=', id).execute()
    await db.updateTable('session_messages').set({ text: null }).where('author_id', '=', id).execute()
    await db.updateTable('reports').set({ words: null }).where('reporter_id', '=', id).execute()
    await db
      .deleteFrom('blocks')
      .where(({ or, eb }) => or([eb('blocker_id', '=', id), eb('blocked_id', '=', id)]))
      .execute()
  },
}
