import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { post, refusalFor } from '#domain/ledger/post.server.ts'
import { type Actor, allow, isPerson } from '#domain/policy.ts'
import { expertShare } from '#domain/wallet/rules.ts'
import type { AccountId, RequestId, SessionId } from '#kernel/ids.ts'
import { type Paise, paise } from '#kernel/money.ts'
import { plural } from '#kernel/plural.ts'
import { Refusal } from '#kernel/refusals.ts'

/*
 * Money operations of sessions and bookings. Each is one call of one database function, is safe to repeat, and joins
 * the transaction of the caller when `ctx.db` is one. Callers publish the change after the commit
 * (`publishWalletChanges`).
 */

type Hold = { studentId: AccountId; sessionId: SessionId | RequestId; amount: Paise; step: number }

/** Holds money for a session: step 0 at the request, one more for each extension. */
export async function holdMoney(ctx: Context, { studentId, sessionId, amount, step }: Hold): Promise<boolean> {
  allowOwnOrSystem(ctx.actor, studentId)
  if (amount <= 0) throw new Refusal('not_enough_money')
  return post(ctx, derivedId(sessionId, `hold ${step}`), 'wallet_hold', [
    sql`${studentId}::uuid`,
    sql`${sessionId}::uuid`,
    sql`${step}::integer`,
    sql`${amount}::bigint`,
  ])
}

/** Extends many holds in one statement. Returns the extended sessions. The others have no money or have ended. */
export async function extendHolds(ctx: Context, holds: (Hold & { sessionId: SessionId })[]): Promise<Set<SessionId>> {
  allow(ctx.actor, 'system')
  const { rows } = await sql<{ session: SessionId }>`
    select wallet_extend_holds(
      ${holds.map(({ sessionId, step }) => derivedId(sessionId, `hold ${step}`))}::uuid[],
      ${ctx.clock.now()}::timestamptz,
      ${holds.map(({ studentId }) => studentId)}::uuid[],
      ${holds.map(({ sessionId }) => sessionId)}::uuid[],
      ${holds.map(({ step }) => step)}::integer[],
      ${holds.map(({ amount }) => amount)}::bigint[]
    ) as session`.execute(ctx.db)
  return new Set(rows.map(({ session }) => session))
}

type MinutesSettlement = {
  sessionId: SessionId
  studentId: AccountId
  expertId: AccountId
  minutes: number
  ratePaisePerMinute: Paise
  sharePercent: number
}

function toMinutesPosting(settlement: MinutesSettlement): SettlementPosting {
  const { minutes, ratePaisePerMinute } = settlement
  const description = `Session of ${minutes} ${plural(minutes, 'minute')}`
  return {
    ...settlement,
    total: paise(minutes * ratePaisePerMinute),
    texts: { student: description, expert: description },
  }
}

type Fee = Release & { total: Paise; sharePercent: number }

/** Charges the fee for a booked session that the student missed, cancelled late or left early. */
export async function settleFee(ctx: Context, fee: Fee): Promise<boolean> {
  return settle(ctx, toFeePosting(fee))
}

function toFeePosting(fee: Fee): SettlementPosting {
  const texts = { student: 'Fee for a booked session', expert: 'Fee paid by a student for a booked session' }
  return { ...fee, texts }
}

/** The final cost of a session: its minutes, or the booking fee if that is higher. */
export type SessionCost = MinutesSettlement & { fee: Paise | null }

/** Settles many sessions in one statement, all or none. */
export async function settleAll(ctx: Context, costs: SessionCost[]): Promise<void> {
  allow(ctx.actor, 'system')
  if (costs.length === 0) return
  const totals = costs.map((cost) =>
    cost.fee === null ? toMinutesPosting(cost) : toFeePosting({ ...cost, total: cost.fee }),
  )
  try {
    await sql`
      select wallet_settle_many(
        ${totals.map(({ sessionId }) => derivedId(sessionId, 'settle'))}::uuid[],
        ${ctx.clock.now()}::timestamptz,
        ${totals.map(({ studentId }) => studentId)}::uuid[],
        ${totals.map(({ expertId }) => expertId)}::uuid[],
        ${totals.map(({ sessionId }) => sessionId)}::uuid[],
        ${totals.map(({ total }) => total)}::bigint[],
        ${totals.map(({ total, sharePercent }) => expertShare(total, sharePercent))}::bigint[],
        ${totals.map(({ texts }) => texts.student)}::text[],
        ${totals.map(({ texts }) => texts.expert)}::text[]
      )`.execute(ctx.db)
  } catch (error) {
    throw refusalFor(error) ?? error
  }
}

type Release = Pick<MinutesSettlement, 'sessionId' | 'studentId' | 'expertId'>

/** Returns the whole hold to the student, after a session that was declined, missed, cancelled or did not connect. */
export async function releaseHold(ctx: Context, release: Release): Promise<boolean> {
  const texts = { student: '', expert: '' }
  return settle(ctx, { ...release, total: paise(0), sharePercent: 0, texts })
}

/** Returns the whole hold of a request for which no expert was found. */
export async function releaseRequestHold(
  ctx: Context,
  { requestId, studentId }: { requestId: RequestId; studentId: AccountId },
): Promise<boolean> {
  allow(ctx.actor, 'system')
  return post(ctx, derivedId(requestId, 'release'), 'wallet_release', [
    sql`${studentId}::uuid`,
    sql`${requestId}::uuid`,
  ])
}

type MovedHold = { requestId: RequestId; sessionId: SessionId; studentId: AccountId; amount: Paise }

/** Turns the hold of a request into the first hold of its session. Returns the rest to the student. */
export async function moveHold(ctx: Context, { requestId, sessionId, studentId, amount }: MovedHold): Promise<boolean> {
  allow(ctx.actor, 'system')
  return post(ctx, derivedId(sessionId, 'hold 0'), 'wallet_move_hold', [
    sql`${studentId}::uuid`,
    sql`${requestId}::uuid`,
    sql`${sessionId}::uuid`,
    sql`${amount}::bigint`,
  ])
}

type SettlementPosting = Release & { total: Paise; sharePercent: number; texts: { student: string; expert: string } }

/** Settles one session: the total goes to expert and platform, the rest returns, and the hold is closed. */
async function settle(ctx: Context, input: SettlementPosting): Promise<boolean> {
  allow(ctx.actor, 'system')
  const { sessionId, studentId, expertId, total, sharePercent, texts } = input
  return post(ctx, derivedId(sessionId, 'settle'), 'wallet_settle', [
    sql`${studentId}::uuid`,
    sql`${expertId}::uuid`,
    sql`${sessionId}::uuid`,
    sql`${total}::bigint`,
    sql`${expertShare(total, sharePercent)}::bigint`,
    sql`${texts.student}::text`,
    sql`${texts.expert}::text`,
  ])
}

type RefundInput = { sessionId: SessionId; amount: Paise }

/**
 * Refunds all or part of a settled session to its student, once. A part that the expert can no longer pay becomes a
 * debt of the expert.
 */
export async function refundSession(ctx: Context, { sessionId, amount }: RefundInput): Promise<boolean> {
  allow(ctx.actor, 'supportPeopleOrSystem')
  return post(ctx, derivedId(sessionId, 'refund'), 'wallet_refund', [
    sql`${sessionId}::uuid`,
    sql`${amount}::bigint`,
    sql`${'Refund of a session'}::text`,
    sql`${'Session refunded to the student'}::text`,
  ])
}

/** `expertShare` in SQL, for a row with `charged_paise` and `share_percent`. Rounds down each row before a sum. */
export const expertPartSql = sql<number>`(charged_paise * share_percent / 100)`

/** The refunded amount of a session, from the ledger. Null if there is none. */
export function selectRefunded(sessionId: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<number | null>`(
    select (request ->> 'amount')::bigint from ledger_operations where kind = 'refund' and subject_id = ${sessionId} and step = 0)`
}

/** Whether money was ever held under this id, for a session, a booking or a request. */
export async function wasHeld({ db }: Context, id: SessionId | RequestId): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_operations where kind = 'hold' and subject_id = ${id} and step = 0`.execute(db)
  return rows.length > 0
}

function allowOwnOrSystem(actor: Actor, studentId: AccountId): void {
  if (actor.kind === 'system') return
  allow(actor, 'student')
  if (!isPerson(actor) || actor.id !== studentId) throw new Refusal('not_allowed')
}
