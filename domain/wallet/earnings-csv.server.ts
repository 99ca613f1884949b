import type { EarningsMonth } from '#domain/wallet/contract.ts'
import { csvFile, csvRupees, csvText } from '#kernel/csv.ts'

const header = [
  'Time',
  'Type',
  'Description',
  'Gross in rupees',
  'Platform fee in rupees',
  'Net in rupees',
  'Balance in rupees',
]

/** A month as CSV (RFC 4180), oldest first, times in UTC, with the balance after each line. */
export function earningsCsv({ opening, sessions, others }: EarningsMonth): string {
  const lines = [
    ...sessions.map((line) => ({ line, source: 'session', parts: [line.gross, line.fee], net: line.net })),
    ...others.map((line) => ({ line, source: line.source, parts: [null, null], net: line.amount })),
  ].toSorted((one, other) => one.line.id - other.line.id)
  let balance: number = opening
  const rows = lines.map(({ line: { at, description }, source, parts, net }) => {
    balance += net
    const amounts = [...parts, net, balance].map((amount) => (amount === null ? '' : csvRupees(amount)))
    return [at.toISOString(), csvText(source), csvText(description)].concat(amounts)
  })
  return csvFile([header, ...rows])
}
