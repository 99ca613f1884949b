import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Context } from '#domain/context.server.ts'
import { post } from '#domain/ledger/post.server.ts'
import { expertShare } from '#domain/wallet/rules.ts'
import { holdMoney, refundSession, settleFee } from '#domain/wallet/session-money.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import { newAccountId, newSessionId } from '#tests/money.ts'

type Student = { id: AccountId; available: number; held: number }
type Expert = { id: AccountId; earnings: number; debt: number }
type Session = {
  id: SessionId
  student: Student
  expert: Expert
  held: number
  steps: number
  state: 'open' | 'settled' | 'closed'
  total: number
  expertEarned: number
}
type Payout = { id: string; expert: Expert; amount: number; state: 'requested' | 'paid' | 'closed' }
type MoneyReturn = { id: string; student: Student; amount: number; isOpen: boolean }

/** The expected balances as plain numbers, for comparison with the ledger after random histories. */
export class Model {
  readonly students: Student[]
  readonly experts: Expert[]
  readonly sessions: Session[] = []
  readonly payouts: Payout[] = []
  readonly returns: MoneyReturn[] = []

  constructor(people = 2) {
    this.students = Array.from({ length: people }, () => ({ id: newAccountId(), available: 0, held: 0 }))
    this.experts = Array.from({ length: people }, () => ({ id: newAccountId(), earnings: 0, debt: 0 }))
  }
}

type Command = {
  act: keyof typeof commandRunners
  /** Selects the student, session, payout or return. */
  target: number
  expertNumber: number
  amount: number
  share: number
  /**
   * Where a command has an amount: whether to use the whole available amount instead. For the end of a payout or a
   * return: whether it succeeds.
   */
  choice: boolean
}

type CommandArguments = Omit<Command, 'act'>

/**
 * Each command calls the ledger and states the expected result: a change of the model, or a refusal. Random arguments
 * also name closed records and amounts that are too high.
 */
const commandRunners = {
  addMoney: (model: Model, ctx: Context, { target, amount }: CommandArguments) => {
    const student = pick(model.students, target)
    return attempt(
      true,
      () => (student.available += amount),
      () => post(ctx, randomUUID(), 'wallet_add_money', [uuid(student.id), uuid(randomUUID()), big(amount), text]),
    )
  },
  hold: (model: Model, ctx: Context, { target, expertNumber, amount }: CommandArguments) => {
    const student = pick(model.students, target)
    const session: Session = {
      id: newSessionId(),
      student,
      expert: pick(model.experts, expertNumber),
      held: amount,
      steps: 1,
      state: 'open',
      total: 0,
      expertEarned: 0,
    }
    const take = () => {
      student.available -= amount
      student.held += amount
      model.sessions.push(session)
    }
    return attempt(student.available >= amount, take, () =>
      holdMoney(ctx, { studentId: student.id, sessionId: session.id, amount: paise(amount), step: 0 }),
    )
  },
  extend: (model: Model, ctx: Context, { target, amount }: CommandArguments) =>
    withItem(model.sessions, target, (session) => {
      const { student, steps } = session
      const take = () => {
        student.available -= amount
        student.held += amount
        session.held += amount
        session.steps += 1
      }
      return attempt(session.state === 'open' && student.available >= amount, take, () =>
        holdMoney(ctx, { studentId: student.id, sessionId: session.id, amount: paise(amount), step: steps }),
      )
    }),
  settle: (model: Model, ctx: Context, { target, amount, share, choice }: CommandArguments) =>
    withItem(model.sessions, target, (session) => {
      const { student, expert, held } = session
      // Half of the runs only release the hold.
      const total = choice ? Math.min(amount, held) : 0
      const finish = () => {
        const earned = expertShare(paise(total), share)
        const repaid = Math.min(expert.debt, earned)
        student.held -= held
        student.available += held - total
        expert.debt -= repaid
        expert.earnings += earned - repaid
        Object.assign(session, { state: total > 0 ? 'settled' : 'closed', total, expertEarned: earned, held: 0 })
      }
      return attempt(session.state === 'open', finish, () =>
        settleFee(ctx, {
          sessionId: session.id,
          studentId: student.id,
          expertId: expert.id,
          total: paise(total),
          sharePercent: share,
        }),
      )
    }),
  refund: (model: Model, ctx: Context, { target, amount, choice }: CommandArguments) =>
    withItem(model.sessions, target, (session) => {
      const { student, expert } = session
      const back = choice ? session.total : amount
      const isAllowed = session.state === 'settled' && back > 0 && back <= session.total
      const give = () => {
        const expertGives = Number((BigInt(back) * BigInt(session.expertEarned)) / BigInt(session.total))
        const available = Math.min(expert.earnings, expertGives)
        expert.earnings -= available
        expert.debt += expertGives - available
        student.available += back
        session.state = 'closed'
      }
      return attempt(isAllowed, give, () => refundSession(ctx, { sessionId: session.id, amount: paise(back) }))
    }),
  requestPayout: (model: Model, ctx: Context, { target, amount, choice }: CommandArguments) => {
    const expert = pick(model.experts, target)
    const requested = choice ? expert.earnings : amount
    const payout: Payout = { id: randomUUID(), expert, amount: requested, state: 'requested' }
    const take = () => {
      expert.earnings -= requested
      model.payouts.push(payout)
    }
    return attempt(requested > 0 && expert.earnings >= requested, take, () =>
      post(ctx, randomUUID(), 'wallet_request_payout', [uuid(expert.id), uuid(payout.id), big(requested), text]),
    )
  },
  endPayout: (model: Model, ctx: Context, { target, choice }: CommandArguments) =>
    withItem(model.payouts, target, (payout) => {
      const finish = () => {
        if (!choice) payout.expert.earnings += payout.amount
        payout.state = choice ? 'paid' : 'closed'
      }
      return attempt(payout.state === 'requested', finish, () =>
        post(ctx, randomUUID(), 'wallet_end_payout', [uuid(payout.id), sql`${choice}::boolean`, text]),
      )
    }),
  payoutCameBack: (model: Model, ctx: Context, { target }: CommandArguments) =>
    withItem(model.payouts, target, (payout) => {
      const give = () => {
        payout.expert.earnings += payout.amount
        payout.state = 'closed'
      }
      return attempt(payout.state === 'paid', give, () =>
        post(ctx, randomUUID(), 'wallet_payout_came_back', [uuid(payout.id), text]),
      )
    }),
  sendBack: (model: Model, ctx: Context, { target, amount, choice }: CommandArguments) => {
    const student = pick(model.students, target)
    const requested = choice ? student.available : amount
    const back: MoneyReturn = { id: randomUUID(), student, amount: requested, isOpen: true }
    const take = () => {
      student.available -= requested
      model.returns.push(back)
    }
    return attempt(requested > 0 && student.available >= requested, take, () =>
      post(ctx, randomUUID(), 'wallet_send_back', [uuid(student.id), uuid(back.id), big(requested), text]),
    )
  },
  endSendBack: (model: Model, ctx: Context, { target, choice }: CommandArguments) =>
    withItem(model.returns, target, (back) => {
      const finish = () => {
        if (!choice) back.student.available += back.amount
        back.isOpen = false
      }
      return attempt(back.isOpen, finish, () =>
        post(ctx, randomUUID(), 'wallet_end_send_back', [uuid(back.id), sql`${choice}::boolean`, text]),
      )
    }),
}

export const commandSequences = fc.array(
  fc.record<Command>({
    act: fc.constantFrom(...(Object.keys(commandRunners) as (keyof typeof commandRunners)[])),
    target: fc.nat(1_000),
    expertNumber: fc.nat(1_000),
    amount: fc.integer({ min: 1, max: 9_999 }),
    share: fc.integer({ min: 0, max: 100 }),
    choice: fc.boolean(),
  }),
  { minLength: 10, maxLength: 40 },
)

export async function runCommand(model: Model, ctx: Context, { act, ...commandArguments }: Command): Promise<void> {
  await commandRunners[act](model, ctx, commandArguments)
}

/** Expects the ledger to match the model for all people and to sum to zero, with one query. */
export async function expectSameBalances(model: Model, { db }: Context): Promise<void> {
  const people = [...model.students, ...model.experts].map(({ id }) => id)
  const { rows } = await sql<{ kind: string; owner_id: string; paise: number; lines_sum: number }>`
    select a.kind, a.owner_id, sum(a.balance_paise)::bigint as paise,
      sum((select coalesce(sum(amount_paise), 0) from ledger_lines where account_id = a.id))::bigint as lines_sum
    from ledger_accounts a where a.owner_id = any (${people}::uuid[]) group by a.kind, a.owner_id
    union all
    select 'everything', null, sum(balance_paise)::bigint, 0 from ledger_balances`.execute(db)
  const findBalance = (kind: string, id: string | null) =>
    rows.find((row) => row.kind === kind && row.owner_id === id) ?? { paise: 0, lines_sum: 0 }
  expect(findBalance('everything', null).paise).toBe(0)
  for (const { id, available, held } of model.students) {
    expect(available).toBeGreaterThanOrEqual(0)
    expect(findBalance('student_wallet', id)).toMatchObject({ paise: available, lines_sum: available + held })
    expect(findBalance('session_escrow', id).paise).toBe(held)
  }
  for (const { id, earnings, debt } of model.experts) {
    expect(findBalance('expert_earnings', id)).toMatchObject({ paise: earnings, lines_sum: earnings })
    expect(findBalance('expert_debt', id).paise + debt).toBe(0)
  }
}

/** A refused or repeated operation must leave the model unchanged. The next comparison checks the ledger. */
async function attempt(isAllowed: boolean, apply: () => void, act: () => Promise<boolean>): Promise<void> {
  let hasSucceeded = false
  let refused: unknown
  try {
    hasSucceeded = await act()
  } catch (error) {
    refused = error
  }
  if (refused && !isRefusal(refused)) throw refused
  if (hasSucceeded !== isAllowed)
    throw new Error(`${isAllowed ? 'unexpected refusal' : 'expected a refusal'}: ${String(refused)}`)
  if (isAllowed) apply()
}

/** A refusal by the product, or by the database for a request that the product never sends. */
function isRefusal(error: unknown): boolean {
  return error instanceof Refusal || String((error as { code?: unknown }).code).startsWith('LG')
}

async function withItem<Item>(items: Item[], at: number, use: (item: Item) => Promise<void>): Promise<void> {
  if (items.length > 0) await use(pick(items, at))
}

function pick<Item>(items: Item[], at: number): Item {
  return items[at % items.length] as Item
}

const text = sql`${'a random history'}::text`
const uuid = (id: string) => sql`${id}::uuid`
const big = (amount: number) => sql`${amount}::bigint`
