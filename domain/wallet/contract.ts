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
}

export const lineSources = ['top-up', 'session', 'refund', 'withdrawal', 'sent back', 'repayment'] as const
export type LineSource = (typeof lineSources)[number]

export type StatementPage = { lines: StatementLine[]; next: number | null }
