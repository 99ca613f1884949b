/** A file for a spreadsheet (RFC 4180). Texts that people wrote go through `csvText`, everything else stands as it is. */
export function csvFile(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.join(',')}\r\n`).join('')
}

/** A spreadsheet takes what begins like this for a formula and runs it; an apostrophe makes it a text. */
const formulaStart = /^[=+\-@\t\r]/

export function csvText(text: string): string {
  return `"${text.replace(formulaStart, "'$&").replaceAll('"', '""')}"`
}

/** Signed, with a point, without grouping; from the digits, so that no paisa is lost. */
export function csvRupees(amountPaise: number): string {
  const digits = String(Math.abs(amountPaise)).padStart(3, '0')
  return `${amountPaise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
