import type { PaymentId, SessionId } from '#kernel/ids.ts'
import type { Paise } from '#kernel/money.ts'

/** What every page of a person shows of their money. */
export type WalletFigures = {
  available: Paise
  /** Held for sessions that run or are booked. */
  onHold: Paise
  /** Since midnight in Kolkata; experts only. */
  earnedToday: Paise
  /** Lines of the statement in the last 24 hours, counted up to 100. */
  recentLines: number
}

/** One event on somebody's statement. */
export type StatementLine = {
  id: number
  /** Signed: above zero is a credit. */
  amount: Paise
  source: LineSource
  description: string
  at: Date
  /** The session that it is about, where there is one to be opened. */
  sessionId: SessionId | null
}

export const lineSources = [
  'top-up',
  'session',
  'refund',
  'withdrawal',
  'sent back',
  'repayment',
  'correction',
] as const
export type LineSource = (typeof lineSources)[number]

/** What a day in Kolkata brought, less what was refunded on it. The day reads '2026-11-16'. */
export type DayOfEarnings = { day: string; amount: Paise }

/** A session as its expert was paid for it: the student's price, what the platform kept of it, and the rest. */
export type EarnedSession = {
  id: number
  at: Date
  description: string
  gross: Paise
  fee: Paise
  net: Paise
}

/** An expert's month in Kolkata, '2026-11': the balance before it, what moved, the balance after. */
export type EarningsMonth = {
  month: string
  opening: Paise
  sessions: EarnedSession[]
  totals: Pick<EarnedSession, 'gross' | 'fee' | 'net'>
  /** Refunds, repayments, withdrawals. */
  others: Omit<StatementLine, 'sessionId'>[]
  closing: Paise
}

export type StatementPage = { lines: StatementLine[]; next: number | null }

export const paymentStates = ['started', 'pending', 'paid', 'failed'] as const
export type PaymentState = (typeof paymentStates)[number]

/** A payment as its student sees it. */
export type Payment = {
  id: PaymentId
  amount: Paise
  state: PaymentState
  /** Why it failed, in the provider's words. */
  failure: string | null
  startedAt: Date
}

/** Money on its way back to where it came from. */
export type MoneyReturn = { id: string; amount: Paise; askedAt: Date }

/** What a student has decided about spending, and how far the day has come. */
export type Spending = { dailyLimit: Paise | null; spentToday: Paise }
