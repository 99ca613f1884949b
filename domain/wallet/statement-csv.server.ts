import type { StatementLine } from '#domain/wallet/contract.ts'

const header = ['Time', 'Type', 'Source', 'Description', 'Amount in rupees']

/** A statement as a file for a spreadsheet (RFC 4180), the times in UTC, the amounts signed. */
export function statementCsv(lines: StatementLine[]): string {
  const rows = lines.map(({ at, amount, source, description }) => [
    at.toISOString(),
    amount > 0 ? 'credit' : 'debit',
    cell(source),
    cell(description),
    rupeesText(amount),
  ])
  return [header, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/** A spreadsheet takes what begins like this for a formula and runs it; an apostrophe makes it a text. */
const formulaStart = /^[=+\-@\t\r]/

export function cell(text: string): string {
  return `"${text.replace(formulaStart, "'$&").replaceAll('"', '""')}"`
}

/** Signed, with a point, without grouping; from the digits, so that no paisa is lost. */
export function rupeesText(amountPaise: number): string {
  const digits = String(Math.abs(amountPaise)).padStart(3, '0')
  return `${amountPaise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
