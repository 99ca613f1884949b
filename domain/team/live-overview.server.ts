import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { openStateList } from '#domain/sessions/state-lists.server.ts'
import { stuckKind } from '#domain/sessions/stuck-sessions.server.ts'
import type { LiveOverview, OpenSessionRow } from '#domain/team/contract.ts'
import { withTimeout } from '#kernel/with-timeout.ts'
import { overviewPartTimeoutMs, overviewRowsMax, unansweredRingsHours } from '#kernel/limits.ts'

/** Returns online experts, open sessions and unanswered rings, with one small query each. */
export async function readLiveOverview(ctx: Context & { log: Log }): Promise<LiveOverview> {
  allow(ctx.actor, 'supportPeople')
  const options = {
    ms: overviewPartTimeoutMs,
    onFailure: (err: unknown) => ctx.log.error({ err }, 'a part of the live overview failed to load'),
  }
  const [online, sessions, rings] = await Promise.all([
    withTimeout(readOnline(ctx), options),
    withTimeout(readOpenSessions(ctx), options),
    withTimeout(readUnanswered(ctx), options),
  ])
  return { at: ctx.clock.now(), online, sessions, rings }
}

type Log = { error(details: object, message: string): void }

type Online = NonNullable<LiveOverview['online']>

async function readOnline({ db }: Context): Promise<Online> {
  const { rows } = await sql<Online['people'][number] & { count: number }>`
    select p.id, p.full_name as name, e.online_since as "sinceAt", e.in_session as "inSession",
      (select count(*) from experts where online_since is not null)::integer as count
    from experts e join profiles p on p.id = e.user_id
    where e.online_since is not null
    order by e.online_since desc, e.id desc limit ${overviewRowsMax}`.execute(db)
  const people = rows.map(({ id, name, sinceAt, inSession }) => ({ id, name, sinceAt, inSession }))
  return { count: rows[0]?.count ?? 0, people }
}

/** Stuck sessions first, then the longest. */
async function readOpenSessions(ctx: Context): Promise<NonNullable<LiveOverview['sessions']>> {
  const { rows } = await sql<OpenSessionRow & { count: number }>`
    select s.id, s.state, s.call_type as "callType", s.live_ms as "liveMs", s.stuck, s.since_at as "sinceAt", s.count,
      jsonb_build_object('id', student.id, 'name', student.full_name) as student,
      jsonb_build_object('id', expert.id, 'name', expert.full_name) as expert
    from (
      select *, count(*) over ()::integer as count from (
        select id, state, call_type, live_ms, student_id, expert_id, ${stuckKind(ctx)} as stuck,
          case state when 'ringing' then asked_at when 'connecting' then answered_at when 'ended' then ended_at
            else coalesce(connected_at, answered_at, asked_at) end as since_at
        from help_sessions
        where state in (${openStateList})
      ) open
      order by stuck is null, since_at limit ${overviewRowsMax}
    ) s
    join profiles student on student.id = s.student_id
    join profiles expert on expert.id = s.expert_id
    order by s.stuck is null, since_at`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0, rows }
}

async function readUnanswered(ctx: Context): Promise<NonNullable<LiveOverview['rings']>> {
  const since = new Date(ctx.clock.now().getTime() - unansweredRingsHours * 3_600_000)
  const { rows } = await sql<NonNullable<LiveOverview['rings']>[number]>`
    select jsonb_build_object('id', p.id, 'name', p.full_name) as expert, r.missed, r.cancelled, r.last_at as "lastAt"
    from (
      select expert_id, count(*) filter (where state = 'missed')::integer as missed,
        count(*) filter (where state = 'cancelled')::integer as cancelled, max(asked_at) as last_at
      from help_sessions
      where state in ('missed', 'cancelled') and asked_at >= ${since} and answered_at is null
      group by expert_id order by count(*) desc, max(asked_at) desc limit 20
    ) r
    join profiles p on p.id = r.expert_id
    order by r.missed + r.cancelled desc, r.last_at desc`.execute(ctx.db)
  return rows
}
