import type { StatementLine } from '#domain/wallet/contract.ts'
import { csvFile, csvRupees, csvText } from '#kernel/csv.ts'

const header = ['Time', 'Type', 'Source', 'Description', 'Amount in rupees']

/** A statement as CSV (RFC 4180), times in UTC, amounts signed. */
export function statementCsv(lines: StatementLine[]): string {
  const rows = lines.map(({ at, amount, source, description }) => [
    at.toISOString(),
    amount > 0 ? 'credit' : 'debit',
    csvText(source),
    csvText(description),
    csvRupees(amount),
  ])
  return csvFile([header, ...rows])
}
