import type { EarningsMonth } from '#domain/wallet/contract.ts'
import { csvFile, csvRupees, csvText } from '#kernel/csv.ts'
import { createLocalIso } from '#kernel/local-time.ts'
import { defaultZone } from '#kernel/zones.ts'

const header = [
  'Time',
  'Type',
  'Description',
  'With',
  'Gross in rupees',
  'Platform fee in rupees',
  'Net in rupees',
  'Balance in rupees',
  'Session',
]

/**
 * A month as CSV (RFC 4180), oldest first, times in Kolkata, with the balance after each line. `sessionsUrl` is the URL
 * of the expert's sessions.
 */
export function earningsCsv({ opening, sessions, others }: EarningsMonth, sessionsUrl: string): string {
  const lines = [
    ...sessions.map((line) => ({ line, source: 'session', parts: [line.gross, line.fee], net: line.net })),
    ...others.map((line) => ({ line, source: line.source, parts: [null, null], net: line.amount })),
  ].toSorted((a, b) => a.line.id - b.line.id)
  const localIso = createLocalIso(defaultZone)
  let balance: number = opening
  const rows = lines.map(({ line: { at, description, otherName, sessionId }, source, parts, net }) => {
    balance += net
    const amounts = [...parts, net, balance].map((amount) => (amount === null ? '' : csvRupees(amount)))
    const link = sessionId ? `${sessionsUrl}/${sessionId}` : ''
    const texts = [source, description, otherName ?? ''].map(csvText)
    return [localIso(at)].concat(texts, amounts, csvText(link))
  })
  return csvFile([header, ...rows])
}
