import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { SuspiciousPair } from '#domain/team/contract.ts'
import type { AccountId } from '#kernel/ids.ts'
import {
  pairShortCallMinutes,
  pairShortCallsFrom,
  pairsShown,
  pairWatchDays,
  pairWholeRefundsFrom,
} from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'

type Row = Omit<SuspiciousPair, 'student' | 'expert'> & {
  student_id: AccountId
  student_name: string
  expert_id: AccountId
  expert_name: string
}

/**
 * Pairs with paid sessions that share a browser or an address, or have many short or refunded calls. It only reads:
 * a person looks at the evidence and decides. People who share a home or a hostel share addresses, too.
 */
export async function listSuspiciousPairs(ctx: Context): Promise<SuspiciousPair[]> {
  allow(ctx.actor, 'supportPeople')
  const { rows } = await sql<Row>`
    with pairs as (
      select student_id, expert_id, count(*)::integer as "paidSessions",
        count(*) filter (where billed_minutes <= ${pairShortCallMinutes})::integer as "shortCalls",
        count(*) filter (where is_refunded_whole(id))::integer as "refundedWhole"
      from help_sessions where charged_paise > 0 and ended_at > ${daysLater(ctx.clock.now(), -pairWatchDays)}
      group by student_id, expert_id
    ), found as (
      select pairs.*,
        (select count(*)::integer from known_browsers s join known_browsers e using (token_hash)
          where s.profile_id = student_id and e.profile_id = expert_id) as "sharedBrowsers",
        (select count(distinct s.address)::integer from sign_ins s join sign_ins e using (address)
          where s.profile_id = student_id and e.profile_id = expert_id and address <> '') as "sharedAddresses"
      from pairs
    )
    select found.*, student.full_name as student_name, expert.full_name as expert_name from found
    join profiles student on student.id = student_id
    join profiles expert on expert.id = expert_id
    where "sharedBrowsers" > 0 or "sharedAddresses" > 0 or "shortCalls" >= ${pairShortCallsFrom}
      or "refundedWhole" >= ${pairWholeRefundsFrom}
    order by "sharedBrowsers" desc, "sharedAddresses" desc, "refundedWhole" desc, "shortCalls" desc, student_id, expert_id
    limit ${pairsShown}`.execute(ctx.db)
  return rows.map((row) => ({
    student: { id: row.student_id, name: row.student_name },
    expert: { id: row.expert_id, name: row.expert_name },
    paidSessions: row.paidSessions,
    shortCalls: row.shortCalls,
    refundedWhole: row.refundedWhole,
    sharedBrowsers: row.sharedBrowsers,
    sharedAddresses: row.sharedAddresses,
  }))
}
