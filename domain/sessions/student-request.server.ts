import type { z } from 'zod'
import { isSuspended } from '#domain/accounts/profile-rows.server.ts'
import type { Context } from '#domain/context.server.ts'
import { type Callee, findCallee } from '#domain/experts/queries.server.ts'
import { isPerson, type Person } from '#domain/policy.ts'
import type { sessionRequest } from '#domain/sessions/contract.ts'
import { holdMoney } from '#domain/wallet/session-money.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { formatRupees, type Paise } from '#kernel/money.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/* Shared by the request for a session and the request for a booking. */

type RequestInput = z.infer<typeof sessionRequest>
/** A validated request with a question, a file, or both. Only the file's key comes from the browser. */
export type StudentRequest<Wanted extends RequestInput = RequestInput> = Omit<Wanted, 'id' | 'question' | 'file'> & {
  id: SessionId
  student: Person
  callee: Callee
  question: string | null
  fileKey: string | null
}

/** Validates a request for a session or a booking. The caller has already checked that the actor is a student. */
export async function readRequest<Wanted extends RequestInput>(
  ctx: Context,
  shape: z.ZodType<Wanted>,
  input: unknown,
): Promise<StudentRequest<Wanted>> {
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

/** Refuses if money is already held under this id, which then belongs to another request. */
export async function holdFirstMinutes(
  ctx: Context,
  hold: { studentId: AccountId; sessionId: SessionId; amount: Paise },
): Promise<void> {
  if (!(await holdMoney(ctx, { ...hold, step: 0 }))) throw new Refusal('other_request')
}

/**
 * The student may be suspended at the same moment. The row inserted before this check waits for that transaction, so
 * that one of the two sees the other.
 */
export async function refuseSuspended({ db }: Context, studentId: AccountId): Promise<void> {
  if (await isSuspended(db, studentId)) throw new Refusal('account_suspended')
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
