import type { Context } from '#domain/context.server.ts'
import { type Callee, findCallee } from '#domain/experts/queries.server.ts'
import { setInSession } from '#domain/experts/reachability.server.ts'
import { allow, isPerson, type Person } from '#domain/policy.ts'
import type { z } from 'zod'
import { type SessionRequest, sessionRequest } from '#domain/sessions/contract.ts'
import { getCutOff } from '#domain/schedule/expert-time.server.ts'
import {
  asSystem,
  type CallContext,
  inStep,
  note,
  tellSession,
} from '#domain/sessions/move-session.server.ts'
import { openStates, unansweredStates } from '#domain/sessions/states.ts'
import { listSpendable, tellWallets } from '#domain/wallet/queries.server.ts'
import { holdFor } from '#domain/wallet/rules.ts'
import { holdMoney } from '#domain/wallet/session-money.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { ringsOfOneExpertMax, ringsOfOneExpertMinutes, unansweredRingsPerHour } from '#kernel/limits.ts'
import { formatRupees, type Paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import { enqueue } from '#platform/jobs/port.ts'

/**
 * A student asks an expert for help: both are taken, the money for the first minutes is held, and it rings, all of it or nothing. Who
 * asks again with the same id is told the same.
 */
export async function requestSession(ctx: CallContext, input: SessionRequest): Promise<SessionId> {
  if (ctx.actor.kind === 'visitor') throw new Refusal('not_signed_in_to_ask')
  allow(ctx.actor, 'student')
  const request = await readRequest(ctx, sessionRequest, input)
  if (await wasAsked(ctx, request)) return request.id
  refuseOtherRate(request)
  const { callee } = request
  if (!callee.canBeCalled) throw new Refusal('expert_offline')

  const { session: isNew, news } = await inStep(ctx, (own) => ring({ ...own, times: ctx.times }, request))
  if (isNew) {
    tellSession(ctx, { id: request.id, expertId: callee.accountId, studentId: request.student.id }, 'ringing')
    for (const [topic, message] of news) ctx.publish(topic, message)
  } else if (!(await wasAsked(ctx, request))) throw new Refusal(await whoIsTaken(ctx, request.student.id))
  return request.id
}

type Asked = z.infer<typeof sessionRequest>
/** Who asks, whom, and what: a question or a file, of which only the key is believed. */
export type StudentRequest<Wanted extends Asked = Asked> = Omit<Wanted, 'id' | 'question' | 'file'> & {
  id: SessionId
  student: Person
  callee: Callee
  question: string | null
  fileKey: string | null
}

/** What a student asks for, now or at another time. Whether it is a student who asks, the verb has looked. */
export async function readRequest<Wanted extends Asked>(
  ctx: Context,
  shape: z.ZodType<Wanted>,
  input: unknown,
): Promise<StudentRequest<Wanted>> {
  if (!isPerson(ctx.actor)) throw new Refusal('not_allowed')
  const parsed = shape.safeParse(input)
  if (!parsed.success) throw new Refusal('invalid_input')
  const { id, question, file, ...rest } = parsed.data
  if (question === '' && !file) throw new Refusal('nothing_asked')
  const callee = await findCallee(ctx, rest.expertId)
  if (!callee) throw new Refusal('no_such_expert')
  const asked = { question: question || null, fileKey: file?.key ?? null }
  return { ...rest, ...asked, id: id as SessionId, student: ctx.actor, callee }
}

/** The team may have changed it since the page was opened. */
export function refuseOtherRate({ ratePaisePerMinute, callee }: StudentRequest): void {
  const now = callee.ratePaisePerMinute
  if (ratePaisePerMinute === now) return
  const more = `A minute costs ${formatRupees(now)} now. Nothing was held.`
  throw new Refusal('rate_changed', { more, details: { ratePaisePerMinute: now } })
}

/**
 * Whether it happened; not when one of the two is taken. The row comes first: whoever else asks for the same expert, or as the same
 * student, waits for it, so that everything after it is decided for one of them at a time.
 */
async function ring(ctx: CallContext, request: StudentRequest): Promise<boolean> {
  const { id, student, callee } = request
  const file = request.fileKey === null ? null : await getOwnFile(ctx, student.id, request.fileKey)
  const held = await affordable(ctx, student.id, callee.ratePaisePerMinute)
  // One instant for both: whether it is cut short is read from the two.
  const now = ctx.clock.now()
  const cutAt = await getCutOff(ctx, callee.accountId, { now })
  const ringUntil = new Date(now.getTime() + ctx.times.ringMs)
  const inserted = await ctx.db
    .insertInto('help_sessions')
    .values({
      id,
      student_id: student.id,
      expert_id: callee.accountId,
      call_type: request.callType,
      question: request.question,
      file_key: request.fileKey,
      file_name: file?.name ?? null,
      file_type: file?.type ?? null,
      rate_paise_per_minute: callee.ratePaisePerMinute,
      share_percent: callee.sharePercent,
      asked_at: now,
      ring_until: ringUntil,
      held_paise: held,
      cut_at: cutAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await refuseSuspended(ctx, student.id)
  await refuseBlocked(ctx, student.id, callee.accountId)
  await refuseTooManyRings(ctx, request)
  await holdFirst(ctx, { studentId: student.id, sessionId: id, amount: held })
  await setInSession(asSystem(ctx), { expertId: callee.expertId, inSession: true })
  await note(ctx, { sessionId: id, what: 'asked', side: 'student' })
  await note(ctx, { sessionId: id, what: 'rang', side: 'expert' })
  await enqueue(ctx.db, 'expire_session', { sessionId: id }, { runAt: ringUntil })
  if (await hasPush(ctx, callee.accountId)) await enqueue(ctx.db, 'ring_by_push', { sessionId: id })
  tellWallets(ctx, student.id)
  return true
}

/** What is new has nothing held yet: what has belongs to something else of this id. */
export async function holdFirst(
  ctx: Context,
  hold: { studentId: AccountId; sessionId: SessionId; amount: Paise },
): Promise<void> {
  if (!(await holdMoney(ctx, { ...hold, step: 0 }))) throw new Refusal('other_request')
}

/** Whether the expert has browsers that ring with no page open. */
async function hasPush({ db }: Context, accountId: AccountId): Promise<boolean> {
  const browser = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('profile_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return browser !== undefined
}

/** What the browser says about its file is not asked: this server knows what it stored. */
export async function getOwnFile(ctx: Context, studentId: AccountId, key: string) {
  const file = await ctx.db
    .selectFrom('question_files')
    .select(['name', 'type'])
    .where('key', '=', key)
    .where('student_id', '=', studentId)
    .executeTakeFirst()
  if (!file) throw new Refusal('no_such_question_file')
  return file
}

/** What is held: some minutes, at least one. */
async function affordable(ctx: Context, studentId: AccountId, ratePaisePerMinute: Paise): Promise<Paise> {
  const wallet = (await listSpendable(ctx, [studentId])).get(studentId)
  const held = wallet ? holdFor(wallet.spendable, ratePaisePerMinute) : 0
  if (!wallet || wallet.available < ratePaisePerMinute) throw new Refusal('less_than_a_minute')
  if (held === 0) throw new Refusal('above_daily_limit')
  return held as Paise
}

/** Suspended in this very moment. The row above waits for whoever suspends, so that one of the two sees the other. */
export async function refuseSuspended({ db }: Context, studentId: AccountId): Promise<void> {
  const suspended = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', studentId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst()
  if (suspended) throw new Refusal('account_suspended')
}

export async function refuseBlocked(ctx: Context, one: AccountId, other: AccountId): Promise<void> {
  const block = await ctx.db
    .selectFrom('blocks')
    .select('blocker_id')
    .where(({ or, and, eb }) =>
      or([
        and([eb('blocker_id', '=', one), eb('blocked_id', '=', other)]),
        and([eb('blocker_id', '=', other), eb('blocked_id', '=', one)]),
      ]),
    )
    .executeTakeFirst()
  if (block) throw new Refusal('expert_not_for_you')
}

/** Nobody's phone may be made to ring all day. */
async function refuseTooManyRings(ctx: Context, { id, student, callee }: StudentRequest): Promise<void> {
  const since = (minutes: number) => new Date(ctx.clock.now().getTime() - minutes * 60_000)
  const earlier = await ctx.db
    .selectFrom('help_sessions')
    .select(['expert_id', 'state', 'asked_at', 'answered_at'])
    .where('student_id', '=', student.id)
    .where('id', '<>', id)
    .where('state', 'in', [...unansweredStates, 'declined'])
    .where('asked_at', '>', since(60))
    .execute()
  const unanswered = earlier.filter(({ state, answered_at }) => state !== 'declined' && !answered_at)
  if (unanswered.length >= unansweredRingsPerHour) throw new Refusal('too_many_rings')
  const ofThisOne = earlier.filter(
    ({ expert_id, asked_at }) => expert_id === callee.accountId && asked_at > since(ringsOfOneExpertMinutes),
  )
  if (ofThisOne.length >= ringsOfOneExpertMax) throw new Refusal('rang_already')
}

async function wasAsked(
  ctx: Context,
  { id, student, callee, question, fileKey, callType }: StudentRequest,
): Promise<boolean> {
  const booking = await ctx.db.selectFrom('bookings').select('id').where('id', '=', id).executeTakeFirst()
  if (booking) throw new Refusal('other_request')
  const earlier = await ctx.db
    .selectFrom('help_sessions')
    .select(['student_id', 'expert_id', 'question', 'file_key', 'call_type'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!earlier) return false
  const isSame =
    earlier.student_id === student.id &&
    earlier.expert_id === callee.accountId &&
    earlier.question === question &&
    earlier.file_key === fileKey &&
    earlier.call_type === callType
  if (!isSame) throw new Refusal('other_request')
  return true
}

async function whoIsTaken(ctx: Context, studentId: AccountId): Promise<'own_session_open' | 'expert_busy'> {
  const own = await ctx.db
    .selectFrom('help_sessions')
    .select('id')
    .where('student_id', '=', studentId)
    .where('state', 'in', openStates)
    .executeTakeFirst()
  return own ? 'own_session_open' : 'expert_busy'
}
