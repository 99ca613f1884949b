import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { CallType, WaitingForExpert } from '#domain/sessions/contract.ts'
import { unansweredStates } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import { shortName } from '#kernel/initials.ts'
import { missedCallHours, unreadChatDays, waitingShownMax } from '#kernel/limits.ts'
import { daysLater, hoursLater } from '#kernel/time.ts'

/**
 * The unread messages and missed calls of the acting expert, in one statement. A call counts as missed until the
 * expert answers a later call of the same student. Calls and messages of deleted accounts are left out.
 */
export async function listWaiting(ctx: Context): Promise<WaitingForExpert> {
  allow(ctx.actor, 'approvedExpert')
  const now = ctx.clock.now()
  const { rows } = await sql<Row>`
    with recent as (
      select s.id, s.student_id, s.state, s.asked_at, s.answered_at, s.call_type, s.question, p.full_name
      from help_sessions s join profiles p on p.id = s.student_id
      where s.expert_id = ${ctx.actor.id} and s.asked_at > ${daysLater(now, -unreadChatDays)} and p.deleted_at is null
    ), unread as (
      select recent.*, chat.count, chat.at from recent
      left join chat_reads seen on seen.session_id = recent.id
      cross join lateral (
        select count(*)::integer as count, max(said_at) as at from session_messages
        where session_id = recent.id and number > coalesce(seen.number, 0) and author_id = recent.student_id
      ) chat
      where chat.count > 0
    ), missed as (
      select recent.*, 1 as count, recent.asked_at as at from recent
      where state = any (${unansweredStates}::text[]) and answered_at is null
        and asked_at > ${hoursLater(now, -missedCallHours)}
        and not exists (
          select from recent later
          where later.student_id = recent.student_id and later.asked_at > recent.asked_at
            and later.answered_at is not null
        )
    )
    (select 'chat' as kind, id, full_name, call_type, question, count, at, (count(*) over ())::integer as total
      from unread order by at desc, id limit ${waitingShownMax})
    union all
    (select 'call', id, full_name, call_type, question, count, at, (count(*) over ())::integer
      from missed order by at desc, id limit ${waitingShownMax})`.execute(ctx.db)
  const chats = rows.filter(({ kind }) => kind === 'chat')
  const calls = rows.filter(({ kind }) => kind === 'call')
  return {
    chats: {
      latest: chats.map(({ count, ...row }) => ({ ...toItem(row), count })),
      total: chats[0]?.total ?? 0,
    },
    calls: {
      latest: calls.map((row) => ({ ...toItem(row), callType: row.call_type, question: row.question })),
      total: calls[0]?.total ?? 0,
    },
  }
}

type Row = {
  kind: 'chat' | 'call'
  id: SessionId
  full_name: string
  call_type: CallType
  question: string | null
  count: number
  at: Date
  total: number
}

function toItem({ id, full_name, at }: Pick<Row, 'id' | 'full_name' | 'at'>) {
  return { sessionId: id, studentName: shortName(full_name), at }
}
