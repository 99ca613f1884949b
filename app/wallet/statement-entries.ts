import type { StatementLine, StatementPage, UnpaidPayment } from '#domain/wallet/contract.ts'

type NewField = 'balance' | 'otherName' | 'bookingId'

/** Nodes of the previous version do not send the new fields of a line, nor the payments. */
export type ShownLine = Omit<StatementLine, NewField> & Partial<Pick<StatementLine, NewField>>
export type ShownPage = Pick<StatementPage, 'next'> & { lines: ShownLine[]; payments?: UnpaidPayment[] }

type StatementEntry = { line: ShownLine; payment?: never } | { payment: UnpaidPayment; line?: never }

/** Lines and unpaid payments in one list, newest first. A payment is listed above the line written before it. */
export function listEntries({ lines, payments = [] }: ShownPage): StatementEntry[] {
  const entries: (StatementEntry & { place: number; time: number })[] = [
    ...payments.map((payment) => ({ payment, place: payment.place, time: payment.startedAt.getTime() })),
    ...lines.map((line) => ({ line, place: line.id, time: -Infinity })),
  ]
  return entries.toSorted((a, b) => b.place - a.place || b.time - a.time)
}
