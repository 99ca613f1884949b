import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { EarningsMonth, LineSubject, NamedSubject } from '#domain/wallet/contract.ts'
import { getEarningsMonth } from '#domain/wallet/earnings.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { shortName } from '#kernel/initials.ts'

/** An expert's month of earnings, with the student and the session or booking of each line. */
export async function getNamedEarningsMonth(ctx: Context, requestedMonth: string | null): Promise<EarningsMonth> {
  const month = await getEarningsMonth(ctx, requestedMonth)
  const lines: LineSubject[] = [...month.sessions, ...month.others]
  const sessionIds = await findSessionIds(ctx, lines)
  const names = await readNames(ctx, lines)
  const name = <Line extends LineSubject>({
    subjectId,
    studentId,
    ...line
  }: Line): Omit<Line, keyof LineSubject> & NamedSubject => {
    const isSession = subjectId !== null && sessionIds.has(subjectId)
    return {
      ...line,
      otherName: (studentId && names.get(studentId)) ?? null,
      sessionId: isSession ? subjectId : null,
      bookingId: isSession ? null : subjectId,
    }
  }
  return { ...month, sessions: month.sessions.map(name), others: month.others.map(name) }
}

/** A booking that was paid for but never became a session has no row here. */
async function findSessionIds({ db }: Context, lines: LineSubject[]): Promise<Set<SessionId>> {
  const ids = lines.flatMap(({ subjectId }) => subjectId ?? [])
  const { rows } = await sql<{ id: SessionId }>`select id from help_sessions where id = any(${ids}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** An expert does not need the full name of a student here. */
async function readNames({ db }: Context, lines: LineSubject[]): Promise<Map<AccountId, string>> {
  const ids = lines.flatMap(({ studentId }) => studentId ?? [])
  const { rows } = await sql<{ id: AccountId; name: string; isDeleted: boolean }>`
    select id, full_name as name, deleted_at is not null as "isDeleted" from profiles where id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, name, isDeleted }) => [id, isDeleted ? name : shortName(name)]))
}
