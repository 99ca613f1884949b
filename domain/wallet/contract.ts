import type { AccountId, PaymentId, SessionId } from '#kernel/ids.ts'
import type { Paise } from '#kernel/money.ts'
import type { SearchMatch } from '#kernel/search-match.ts'

/** The money figures that every page of a person shows. */
export type WalletFigures = {
  available: Paise
  /** Held for sessions in progress and for bookings. */
  onHold: Paise
  /** Since midnight in Kolkata. Experts only. */
  earnedToday: Paise
  /** Statement lines of the last 24 hours, counted up to 100. */
  recentLines: number
}

/** One line of a statement. */
export type StatementLine = {
  id: number
  /** Signed: positive is a credit. */
  amount: Paise
  source: LineSource
  /** The sum of this line and all earlier lines: the owner's money at that time, including money on hold. */
  balance: Paise
  description: string
  at: Date
  /** The other person of the session: the expert's name, or the student's as 'Asha V.' */
  otherName: string | null
  /** The session to link to, if there is one. */
  sessionId: SessionId | null
  /** The booking to link to, when it was paid for but never became a session. */
  bookingId: SessionId | null
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

/** The earnings of a day in Kolkata, less refunds on that day. The day reads '2026-11-16'. */
export type DayOfEarnings = { day: string; amount: Paise }

/** The payment for a session, as its expert sees it: price, platform fee and net amount. */
type EarnedSession = {
  id: number
  at: Date
  description: string
  gross: Paise
  fee: Paise
  net: Paise
}

/** The session or booking of an expert's line, and its student, as the books know them. */
export type LineSubject = { subjectId: SessionId | null; studentId: AccountId | null }
/** The same for the expert to read. */
export type NamedSubject = Pick<StatementLine, 'otherName' | 'sessionId' | 'bookingId'>

/** An expert's month in Kolkata, '2026-11': opening balance, movements, closing balance. */
export type EarningsMonth<Subject = NamedSubject> = {
  month: string
  opening: Paise
  sessions: (EarnedSession & Subject)[]
  totals: Pick<EarnedSession, 'gross' | 'fee' | 'net'>
  /** Refunds, repayments, withdrawals. */
  others: (Pick<StatementLine, 'id' | 'at' | 'amount' | 'source' | 'description'> & Subject)[]
  closing: Paise
}

export type StatementPage = {
  lines: StatementLine[]
  payments: UnpaidPayment[]
  /** Cursor: the next page begins after this entry. */
  next: string | null
}

/** A payment that failed or was cancelled, shown above the statement line whose id is `place`. */
export type UnpaidPayment = Payment & { place: number }

export type PaymentState = 'started' | 'pending' | 'paid' | 'failed' | 'cancelled'

/** A payment as its student sees it. */
export type Payment = {
  id: PaymentId
  amount: Paise
  state: PaymentState
  /** The reason of a failure, as the provider reported it. */
  failure: string | null
  startedAt: Date
}

/** Money that is being returned to the student's payment method. */
export type MoneyReturn = { id: string; amount: Paise; askedAt: Date }

/** The student's own daily limit, and the amount spent today. */
export type Spending = { dailyLimit: Paise | null; spentToday: Paise }

/** A payment, as the search over everything shows it. */
export type FoundPayment = Pick<Payment, 'id' | 'amount' | 'state' | 'startedAt'> & {
  match: SearchMatch
  student: { id: AccountId; name: string }
}
