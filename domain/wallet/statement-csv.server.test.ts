import { expect, test } from 'vitest'
import type { StatementLine } from '#domain/wallet/contract.ts'
import { statementCsv } from '#domain/wallet/statement-csv.server.ts'
import { paise } from '#kernel/money.ts'

const line = (amount: number, description: string): StatementLine => ({
  id: 1,
  amount: paise(amount),
  source: 'session',
  sessionId: null,
  description,
  at: new Date('2026-11-16T10:00:00Z'),
})

test('amounts are signed, exact and without grouping', () => {
  const csv = statementCsv([line(5, 'a'), line(-1, 'a'), line(100_000_00, 'a'), line(-9_007_199_254_740_991, 'a')])
  const amounts = csv.split('\r\n').map((row) => row.split(',').at(-1))
  expect(amounts).toEqual(['Amount in rupees', '0.05', '-0.01', '100000.00', '-90071992547409.91', ''])
})

test('formulas become text, and quotes and commas stay inside their cell', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r']) {
    expect(statementCsv([line(1, `${start}HYPERLINK("x"),y`)])).toContain(`,"'${start}HYPERLINK(""x""),y",`)
  }
  expect(statementCsv([line(-1, 'Session, "long"')])).toBe(
    'Time,Type,Source,Description,Amount in rupees\r\n' +
      '2026-11-16T10:00:00.000Z,debit,"session","Session, ""long""",-0.01\r\n',
  )
})
