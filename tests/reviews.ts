import { sql } from 'kysely'
import type { Person } from '#domain/policy.ts'
import type { FeedbackInput, SummaryInput } from '#domain/reviews/contract.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import type { Database } from '#platform/db/database.ts'

type Billed = { sessionId: SessionId; student: Person }

/** Inserts many paid sessions, each with its own student. */
export async function insertBilledSessions(
  db: Database,
  { expertId, count }: { expertId: AccountId; count: number },
): Promise<Billed[]> {
  const { rows } = await sql<{ id: AccountId }>`
    insert into profiles (email, full_name)
    select gen_random_uuid() || '@samjhao.example', 'Student ' || n from generate_series(1, ${count}::integer) n
    returning id`.execute(db)
  return insertBilledSessionsOf(db, { expertId, studentIds: rows.map(({ id }) => id) })
}

/** Inserts paid sessions for these students as plain rows, without calls or transfers. */
export async function insertBilledSessionsOf(
  db: Database,
  { expertId, studentIds }: { expertId: AccountId; studentIds: AccountId[] },
): Promise<Billed[]> {
  const { rows } = await sql<{ id: SessionId; student_id: AccountId }>`
    insert into help_sessions (id, student_id, expert_id, call_type, state, rate_paise_per_minute, share_percent, asked_at,
      ring_until, ended_at, settled_at, live_ms, held_paise, billed_minutes, charged_paise)
    select gen_random_uuid(), student, ${expertId}, 'audio', 'settled', 1000, 80, now(), now(), now(), now(), 60000, 1000, 1, 1000
    from unnest(${studentIds}::uuid[]) student
    returning id, student_id`.execute(db)
  return rows.map(({ id, student_id }) => ({
    sessionId: id,
    student: { kind: 'person', id: student_id, role: 'student', approval: null, signInId: '' },
  }))
}

export function newFeedback(sessionId: string, changes: Partial<FeedbackInput> = {}): FeedbackInput {
  return {
    sessionId,
    strengths: ['Clear questions', 'Keeps trying'],
    customStrengths: 'Draws a sketch before calculating',
    improvements: ['Write down every step'],
    customImprovements: '',
    note: 'You are closer than you think.',
    ...changes,
  }
}

export function newSummary(sessionId: string, changes: Partial<SummaryInput> = {}): SummaryInput {
  return {
    sessionId,
    done: 'Why ice floats: its density',
    practice: 'Three problems about ice',
    next: 'Pressure in water',
    suggestsBooking: false,
    ...changes,
  }
}

/** A payload that must be escaped wherever it is shown. */
export const scriptPayload = `<script>alert(1)</script><img src=x onerror="alert(2)"> {{7*7}} '; drop table reviews; --`
