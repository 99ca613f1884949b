import type { EarningsMonth } from '#domain/wallet/contract.ts'
import { csvFile, csvRupees, csvText } from '#kernel/csv.ts'
import { createLocalIso } from '#kernel/local-time.ts'
import { defaultZone } from '#kernel/zones.ts'

const header = [
  'Time',
  'Type',
  'Description',
  'Gross in rupees',
  'Platform fee in rupees',
  'Net in rupees',
  'Balance in rupees',
]

/** A month as CSV (RFC 4180), oldest first, times in Kolkata, with the balance after each line. */
export function earningsCsv({ opening, sessions, others }: EarningsMonth): string {
  const lines = [
    ...sessions.map((line) => ({ line, source: 'session', parts: [line.gross, line.fee], net: line.net })),
    ...others.map((line) => ({ line, source: line.source, parts: [null, null], net: line.amount })),
  ].toSorted((a, b) => a.line.id - b.line.id)
  const localIso = createLocalIso(defaultZone)
  let balance: number = opening
  const rows = lines.map(({ line: { at, description }, source, parts, net }) => {
    balance += net
    const amounts = [...parts, net, balance].map((amount) => (amount === null ? '' : csvRupees(amount)))
    return [localIso(at), csvText(source), csvText(description)].concat(amounts)
  })
  return csvFile([header, ...rows])
}
