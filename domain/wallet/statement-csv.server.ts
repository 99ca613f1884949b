import type { StatementLine } from '#domain/wallet/contract.ts'
import { csvFile, csvRupees, csvText } from '#kernel/csv.ts'
import { createLocalIso } from '#kernel/local-time.ts'

const header = [
  'Time',
  'Type',
  'Source',
  'Description',
  'With',
  'Amount in rupees',
  'Balance in rupees',
  'Session',
] as const

type Options = {
  /** The zone of the times, each written with its offset. */
  zone: string
  /** The URL of the owner's sessions. */
  sessionsUrl: string
}

/** A statement as CSV (RFC 4180), amounts signed, with the balance after each line. */
export function statementCsv(lines: StatementLine[], { zone, sessionsUrl }: Options): string {
  const localIso = createLocalIso(zone)
  const rows = lines.map(({ at, amount, balance, source, description, otherName, sessionId }) => [
    localIso(at),
    amount > 0 ? 'credit' : 'debit',
    csvText(source),
    csvText(description),
    csvText(otherName ?? ''),
    csvRupees(amount),
    csvRupees(balance),
    csvText(sessionId ? `${sessionsUrl}/${sessionId}` : ''),
  ])
  return csvFile([header, ...rows])
}
