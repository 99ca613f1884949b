import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { isSuspended } from '#domain/accounts/profile-rows.server.ts'
import type { Context } from '#domain/context.server.ts'
import { type Callee, findCallee } from '#domain/experts/queries.server.ts'
import { isPerson, type Person } from '#domain/policy.ts'
import type { sessionRequest } from '#domain/sessions/contract.ts'
import { listSpendable } from '#domain/wallet/queries.server.ts'
import { holdFor } from '#domain/wallet/rules.ts'
import { holdMoney } from '#domain/wallet/session-money.server.ts'
import { dayOf, startOfDay } from '#kernel/days.ts'
import type { AccountId, RequestId, SessionId } from '#kernel/ids.ts'
import {
  freeCallsPerDay,
  freeCallsPerPairAndDay,
  unansweredRingsPerHour,
  unconnectedCallsPerDay,
  unconnectedCallsPerPairAndDay,
} from '#kernel/limits.ts'
import { formatRupees, type Paise, paise } from '#kernel/money.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { hoursLater } from '#kernel/time.ts'
import { defaultZone } from '#kernel/zones.ts'

/* Shared by requests for a session, for a booking, and for any expert. */

type RequestInput = z.infer<typeof sessionRequest>
/** A validated request with a question, a file, or both. Only the file's key comes from the browser. */
export type StudentRequest<Input extends RequestInput = RequestInput> = Omit<Input, 'id' | 'question' | 'file'> & {
  id: SessionId
  student: Person
  callee: Callee
  question: string | null
  fileKey: string | null
}

/** Validates a request for a session or a booking. The caller has already checked that the actor is a student. */
export async function readRequest<Input extends RequestInput>(
  ctx: Context,
  shape: z.ZodType<Input>,
  input: unknown,
): Promise<StudentRequest<Input>> {
  if (!isPerson(ctx.actor)) throw new Refusal('not_allowed')
  const { id, question, file, ...rest } = parse(shape, input)
  if (question === '' && !file) throw new Refusal('nothing_asked')
  const callee = await findCallee(ctx, rest.expertId)
  if (!callee) throw new Refusal('no_such_expert')
  const questionAndFile = { question: question || null, fileKey: file?.key ?? null }
  return { ...rest, ...questionAndFile, id, student: ctx.actor, callee }
}

/** The team may have changed the rate since the page was opened. */
export function requireCurrentRate({ ratePaisePerMinute, callee }: StudentRequest): void {
  const currentRate = callee.ratePaisePerMinute
  if (ratePaisePerMinute === currentRate) return
  const more = `A minute costs ${formatRupees(currentRate)} now. Nothing was held.`
  throw new Refusal('rate_changed', { more, details: { ratePaisePerMinute: currentRate } })
}

/** Returns the amount to hold: for up to five minutes, and at least one. */
export async function getHoldAmount(ctx: Context, studentId: AccountId, ratePaisePerMinute: Paise): Promise<Paise> {
  const wallet = (await listSpendable(ctx, [studentId])).get(studentId)
  const held = wallet ? holdFor(wallet.spendable, ratePaisePerMinute) : paise(0)
  if (!wallet || wallet.available < ratePaisePerMinute) throw new Refusal('less_than_a_minute')
  if (held === 0) throw new Refusal('above_daily_limit')
  return held
}

/** Refuses if money is already held under this id, which then belongs to another request. */
export async function holdFirstMinutes(
  ctx: Context,
  hold: { studentId: AccountId; sessionId: SessionId | RequestId; amount: Paise },
): Promise<void> {
  if (!(await holdMoney(ctx, { ...hold, step: 0 }))) throw new Refusal('other_request')
}

/**
 * The student may be suspended at the same moment. The insert before this check waits for the suspension's transaction,
 * so at least one of the two transactions sees the other's change.
 */
export async function refuseSuspended({ db }: Context, studentId: AccountId): Promise<void> {
  if (await isSuspended(db, studentId)) throw new Refusal('account_suspended')
}

export async function refuseBlocked(ctx: Context, studentId: AccountId, expertId: AccountId): Promise<void> {
  const block = await ctx.db
    .selectFrom('blocks')
    .select('blocker_id')
    .where(({ or, and, eb }) =>
      or([
        and([eb('blocker_id', '=', studentId), eb('blocked_id', '=', expertId)]),
        and([eb('blocker_id', '=', expertId), eb('blocked_id', '=', studentId)]),
      ]),
    )
    .executeTakeFirst()
  if (block) throw new Refusal('expert_not_for_you')
}

/** A request to several experts counts as one ring. */
export async function refuseTooManyRings(ctx: Context, studentId: AccountId): Promise<void> {
  const unanswered = await ctx.db
    .selectFrom('unanswered_rings')
    .select('asked_at')
    .where('student_id', '=', studentId)
    .where('asked_at', '>', hoursLater(ctx.clock.now(), -1))
    .limit(unansweredRingsPerHour)
    .execute()
  if (unanswered.length >= unansweredRingsPerHour) throw new Refusal('too_many_rings')
}

/**
 * Short calls are free because the expert may be the wrong one or the connection bad. The limits stop students who
 * split a question into several free calls, with one expert or with one after another. A call that never connects has
 * looser limits, because a manipulated browser could hide that both sides can talk. Booked sessions do not count.
 *
 * A student has one open session or request at a time. The caller has inserted it, or accepts an offer of it, so earlier
 * calls are billed and count. Without an expert, only the limits of the day are checked. The texts are for the student.
 */
export async function refuseTooManyFreeCalls(
  ctx: Context,
  { studentId, expertId }: { studentId: AccountId; expertId: AccountId | null },
): Promise<void> {
  const { rows } = await sql<Record<'free' | 'freeOfPair' | 'unconnected' | 'unconnectedOfPair', number>>`
    with today as (
      select *, expert_id = ${expertId} as is_pair from help_sessions
      where student_id = ${studentId} and asked_at >= ${startOfDay(dayOf(ctx.clock.now(), defaultZone), defaultZone)}
    )
    select ${countOf(isFreeCall)} as free, ${countOf(sql`is_pair and ${isFreeCall}`)} as "freeOfPair",
      ${countOf(isUnconnectedCall)} as unconnected, ${countOf(sql`is_pair and ${isUnconnectedCall}`)} as "unconnectedOfPair"
    from today`.execute(ctx.db)
  const [calls] = rows
  if (!calls) return
  if (calls.free >= freeCallsPerDay) throw new Refusal('free_calls_of_day_used')
  if (calls.unconnected >= unconnectedCallsPerDay) throw new Refusal('unconnected_calls_of_day_used')
  if (calls.freeOfPair >= freeCallsPerPairAndDay) throw new Refusal('free_calls_used')
  if (calls.unconnectedOfPair >= unconnectedCallsPerPairAndDay) throw new Refusal('unconnected_calls_used')
}

/** The ring of a booked session ends immediately. */
const isFreeCall = sql`(state = 'settled' and billed_minutes = 0 and live_ms > 0 and ring_until > asked_at)`

/** The expert answered, and the call never connected. */
const isUnconnectedCall = sql`
  (state in ('settled', 'cancelled', 'failed_to_connect') and answered_at is not null and live_ms = 0
    and ring_until > asked_at)`

function countOf(condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(count(*) filter (where ${condition}))::integer`
}

/** Among selected sessions. */
export const freeCallCount = countOf(isFreeCall)
export const unconnectedCallCount = countOf(isUnconnectedCall)

/** A request may continue only a session of the same two people. */
export async function requireEarlierSession(
  { db }: Context,
  id: SessionId,
  { student, callee }: StudentRequest,
): Promise<void> {
  const earlier = await db
    .selectFrom('help_sessions')
    .select('id')
    .where('id', '=', id)
    .where('student_id', '=', student.id)
    .where('expert_id', '=', callee.accountId)
    .executeTakeFirst()
  if (!earlier) throw new Refusal('no_such_session')
}
