import { expect, test } from 'vitest'
import type { StatementLine } from '#domain/wallet/contract.ts'
import { statementCsv } from '#domain/wallet/statement-csv.server.ts'
import { sessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'

const line = (amount: number, description: string, changes: Partial<StatementLine> = {}): StatementLine => ({
  id: 1,
  amount: paise(amount),
  balance: paise(0),
  source: 'session',
  sessionId: null,
  bookingId: null,
  otherName: null,
  description,
  at: new Date('2026-11-16T10:00:00Z'),
  ...changes,
})
const csvOf = (lines: StatementLine[], zone = 'Asia/Kolkata') =>
  statementCsv(lines, { zone, sessionsUrl: 'https://samjhao.example/user/sessions' })

test('amounts are signed, exact and without grouping', () => {
  const csv = csvOf([line(5, 'a'), line(-1, 'a'), line(100_000_00, 'a'), line(-9_007_199_254_740_991, 'a')])
  const amounts = csv.split('\r\n').map((row) => row.split(',').at(-3))
  expect(amounts).toEqual(['Amount in rupees', '0.05', '-0.01', '100000.00', '-90071992547409.91', undefined])
})

test('formulas in descriptions and names become text, and quotes and commas stay inside their cell', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r']) {
    const formula = `${start}HYPERLINK("x"),y`
    const safe = `,"'${start}HYPERLINK(""x""),y",`
    expect(csvOf([line(1, formula)])).toContain(safe)
    expect(csvOf([line(1, 'a', { otherName: formula })])).toContain(safe)
  }
})

test('a line has its local time, the other person, the balance and the URL of the session', () => {
  const id = '0199c0de-0000-7000-8000-000000000001'
  const session = line(-1_00, 'Session, "long"', {
    balance: paise(49_00),
    otherName: 'Ravi Nair',
    sessionId: sessionId.parse(id),
  })
  expect(csvOf([session])).toBe(
    'Time,Type,Source,Description,With,Amount in rupees,Balance in rupees,Session\r\n' +
      '2026-11-16T15:30:00+05:30,debit,"session","Session, ""long""","Ravi Nair",-1.00,49.00,' +
      `"https://samjhao.example/user/sessions/${id}"\r\n`,
  )
  expect(csvOf([session], 'America/New_York')).toContain('2026-11-16T05:00:00-05:00,debit')
})
