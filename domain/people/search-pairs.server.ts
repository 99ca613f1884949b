import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { PairEvidence } from '#domain/people/contract.ts'
import { suspiciousFrom } from '#domain/people/rules.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import {
  pairAddressAccountsMax,
  pairsFoundMax,
  pairShortCallDays,
  pairShortCallMinutes,
  pairWatchDays,
} from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'

export type FoundPair = PairEvidence & {
  first_id: AccountId
  second_id: AccountId
  /** When the team last looked at the pair before this search. */
  looked_at: Date | null
  /** The calls that the evidence counts. */
  short_calls: SessionId[]
  refunded_calls: SessionId[]
}

/**
 * Finds the pairs with evidence, the strongest first. It only reads. The evidence is a device, a network address or a
 * bank account that two accounts share, and calls between them. Two people who share nothing are not found.
 */
export async function searchPairs(ctx: Context): Promise<FoundPair[]> {
  const { rows } = await sql<FoundPair>`
    with ${callsOfPairs(daysLater(ctx.clock.now(), -pairWatchDays))}, ${sharedThings}, ${sharedAccounts}, ${circlesOfCalls},
    found as (
      select first_id, second_id,
        coalesce("paidSessions", 0)::integer as "paidSessions",
        coalesce("shortCalls", 0)::integer as "shortCalls",
        coalesce("shortCallsAtOnce", 0)::integer as "shortCallsAtOnce",
        coalesce("refundedWhole", 0)::integer as "refundedWhole",
        coalesce(browsers.number, 0)::integer as "sharedBrowsers",
        coalesce(networks.devices, 0)::integer as "sharedDevices",
        coalesce(networks.addresses, 0)::integer as "sharedAddresses",
        coalesce(between_experts.number, 0)::integer as "sharedBankAccounts",
        coalesce(behind_student.number, 0)::integer as "deviceBankAccounts",
        coalesce(circles.people, 0)::integer as "circlePeople"
      from (select first_id, second_id from calls union select first_id, second_id from first_users) pairs
      left join calls using (first_id, second_id)
      left join browsers using (first_id, second_id)
      left join networks using (first_id, second_id)
      left join between_experts using (first_id, second_id)
      left join behind_student using (first_id, second_id)
      left join circles using (first_id, second_id)
    ), strongest as (
      select found.* from found
      join profiles one on one.id = first_id and one.deleted_at is null
      join profiles two on two.id = second_id and two.deleted_at is null
      where ${sql.join(
        Object.entries(suspiciousFrom).map(([kind, from]) => sql`${sql.ref(kind)} >= ${from}`),
        sql` or `,
      )}
      order by "sharedBrowsers" desc, "sharedBankAccounts" + "deviceBankAccounts" desc, "circlePeople" desc,
        "sharedDevices" desc, "refundedWhole" desc, "shortCallsAtOnce" desc, first_id, second_id
      limit ${pairsFoundMax}
    ), counted_calls as (
      select first_id, second_id, array_agg(recent.id) filter (where is_short) as short_calls,
        array_agg(recent.id) filter (where is_refunded) as refunded_calls
      from recent join strongest using (first_id, second_id) group by first_id, second_id
    )
    select strongest.*, looked_at, coalesce(counted_calls.short_calls, '{}') as short_calls,
      coalesce(counted_calls.refunded_calls, '{}') as refunded_calls
    from strongest
    left join counted_calls using (first_id, second_id)
    left join suspicious_pairs using (first_id, second_id)`.execute(ctx.db)
  return rows
}

/**
 * `calls`: the paid sessions of a student with an expert. Short and refunded calls that the team has already
 * looked at are not new.
 */
function callsOfPairs(since: Date): RawBuilder<unknown> {
  return sql`recent as (
      select s.student_id as first_id, s.expert_id as second_id, s.id, s.ended_at,
        s.billed_minutes <= ${pairShortCallMinutes} as is_short, coalesce(s.id <> all (seen_short_calls), true) as is_new,
        refund.id is not null as is_refunded,
        refund.id is not null and coalesce(s.id <> all (seen_refunded_calls), true) as is_newly_refunded
      from help_sessions s
      left join suspicious_pairs pair on pair.first_id = s.student_id and pair.second_id = s.expert_id
      left join refund_requests refund
        on refund.session_id = s.id and refund.state = 'granted' and refund.refunded_paise >= s.charged_paise
      -- Charged calls. The conditions match the two partial indexes on settled_at.
      where s.settled_at > ${since} and (s.billed_minutes > 0 or (s.billed_minutes = 0 and s.charged_paise > 0))
    ), calls as (
      select first_id, second_id, count(*) as "paidSessions", count(*) filter (where is_short) as "shortCalls",
        max(at_once) as "shortCallsAtOnce", count(*) filter (where is_newly_refunded) as "refundedWhole"
      from (
        select recent.*, count(*) filter (where is_short and is_new) over (
          partition by first_id, second_id order by ended_at
          range between ${`${pairShortCallDays} days`}::interval preceding and current row) as at_once
        from recent
      ) counted
      group by first_id, second_id
    )`
}

/** `browsers` and `networks`: what two accounts share. `same_device`: accounts that one person seems to use. */
const sharedThings = sql`browsers as (
      select a.profile_id as first_id, b.profile_id as second_id, count(*) as number
      from known_browsers a join known_browsers b using (token_hash)
      where a.profile_id <> b.profile_id group by 1, 2
    ), traces as materialized (
      select distinct profile_id, address_unit(address) as unit, user_agent from (
        select profile_id, address, user_agent from sign_ins
        union all select profile_id, address, coalesce(user_agent, '') from known_browsers
      ) seen
      where address <> ''
    ), private_units as (
      select unit from traces group by unit having count(distinct profile_id) between 2 and ${pairAddressAccountsMax}
    ), networks as (
      select a.profile_id as first_id, b.profile_id as second_id, count(distinct unit) as addresses,
        count(distinct unit) filter (where a.user_agent = b.user_agent and a.user_agent <> '') as devices
      from private_units join traces a using (unit) join traces b using (unit)
      where a.profile_id <> b.profile_id group by 1, 2
    ), same_device as (
      select first_id as one_id, second_id as other_id from browsers
      union select first_id, second_id from networks where devices > 0
    )`

/**
 * `first_users`: every expert who shares a bank account, paired with the first expert who used it, so that ten experts
 * are nine pairs. `behind_student`: another expert on the student's device has the called expert's bank account.
 */
const sharedAccounts = sql`accounts as (
      select account_fingerprint, expert_id, min(created_at) as used_from from withdrawals
      where account_fingerprint is not null group by 1, 2
    ), first_users as (
      select distinct first_id, second_id from (
        select first_value(expert_id) over (partition by account_fingerprint order by used_from, expert_id) as first_id,
          expert_id as second_id
        from accounts
      ) users
      where first_id <> second_id
    ), between_experts as (
      select first_id, second_id, count(*) as number from first_users
      join accounts a on a.expert_id = first_id
      join accounts b on b.expert_id = second_id and b.account_fingerprint = a.account_fingerprint
      group by 1, 2
    ), behind_student as (
      select first_id, second_id, count(distinct a.account_fingerprint) as number from calls
      join same_device on one_id = first_id and other_id <> second_id
      join accounts a on a.expert_id = other_id
      join accounts b on b.expert_id = second_id and b.account_fingerprint = a.account_fingerprint
      group by 1, 2
    )`

/**
 * `circles`: A makes short calls to B, a student account on B's device makes short calls to C, and so on back to A.
 * Circles of more than three people are not searched.
 */
const circlesOfCalls = sql`hops as (
      select first_id as caller, second_id as expert, other_id as next from calls
      join same_device on one_id = second_id and other_id <> first_id
      where "shortCalls" > 0
    ), circles as (
      select first_id, second_id, min(people) as people from (
        select a.caller as first_id, a.expert as second_id, 2 as people from hops a
        join hops b on b.caller = a.next and b.next = a.caller
        union all
        select a.caller, a.expert, 3 from hops a
        join hops b on b.caller = a.next
        join hops c on c.caller = b.next and c.next = a.caller
      ) closed
      group by 1, 2
    )`
