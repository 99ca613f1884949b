/** A CSV file (RFC 4180). Free text must go through `csvText`; all other values are written as they are. */
export function csvFile(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.join(',')}\r\n`).join('')
}

/** Spreadsheets run text that begins like this as a formula; a leading apostrophe prevents it. */
const formulaStart = /^[=+\-@\t\r]/

export function csvText(text: string): string {
  return `"${text.replace(formulaStart, "'$&").replaceAll('"', '""')}"`
}

/** Signed, with a decimal point, without grouping. Built from the digits, so that no paisa is lost. */
export function csvRupees(amountPaise: number): string {
  const digits = String(Math.abs(amountPaise)).padStart(3, '0')
  return `${amountPaise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
