import { sql } from 'kysely'
import type { FoundSession } from '#domain/sessions/contract.ts'
import type { TeamFinder } from '#domain/team-finder.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { foundPerKind } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'

/** Sessions and bookings by id or receipt number, latest first. */
export const sessionsFinder: TeamFinder<FoundSession> = {
  duties: ['supportPeople'],
  async find({ db }, { ids }) {
    if (!ids) return []
    const rows = await db
      .selectFrom('help_sessions')
      .innerJoin('profiles as student', 'student.id', 'student_id')
      .innerJoin('profiles as expert', 'expert.id', 'expert_id')
      .select(['help_sessions.id', 'state', 'charged_paise', 'asked_at'])
      .select(['student.full_name as student_name', 'expert.full_name as expert_name'])
      .where('help_sessions.id', '>=', sql<SessionId>`${ids.first}`)
      .where('help_sessions.id', '<=', sql<SessionId>`${ids.last}`)
      .orderBy('asked_at', 'desc')
      .orderBy('help_sessions.id')
      .limit(foundPerKind)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      match: 'exact',
      state: row.state,
      chargedPaise: row.charged_paise === null ? null : paise(row.charged_paise),
      studentName: row.student_name,
      expertName: row.expert_name,
      askedAt: row.asked_at,
    }))
  },
}
