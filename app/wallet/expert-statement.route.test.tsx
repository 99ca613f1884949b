import { expect, test } from 'vitest'
import * as statementPage from '#app/wallet/expert-statement.route.tsx'
import type { EarningsMonth } from '#domain/wallet/contract.ts'
import type { SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { linksOf, rowsOf, textOf } from '#tests/read-element.ts'
import { openScreen } from '#tests/screen.tsx'
import { ravi } from '#tests/viewers.ts'

const nobody = { otherName: null, sessionId: null, bookingId: null }
const statement: EarningsMonth = {
  month: '2026-05',
  opening: paise(100_00),
  sessions: [
    {
      id: 1,
      at: new Date('2026-05-04T05:30:00Z'),
      description: 'Session of 3 minutes',
      gross: paise(30_00),
      fee: paise(6_00),
      net: paise(24_00),
      otherName: 'Asha V.',
      sessionId: 's1' as SessionId,
      bookingId: null,
    },
    {
      id: 2,
      at: new Date('2026-05-05T05:30:00Z'),
      description: 'Fee of a cancelled booking',
      gross: paise(10_00),
      fee: paise(2_00),
      net: paise(8_00),
      otherName: 'Nisha R.',
      sessionId: null,
      bookingId: 'b1' as SessionId,
    },
  ],
  totals: { gross: paise(40_00), fee: paise(8_00), net: paise(32_00) },
  others: [
    {
      id: 3,
      at: new Date('2026-05-06T05:30:00Z'),
      source: 'refund',
      description: 'Session refunded to the student',
      amount: paise(-24_00),
      otherName: 'Asha V.',
      sessionId: 's1' as SessionId,
      bookingId: null,
    },
    {
      id: 4,
      at: new Date('2026-05-07T05:30:00Z'),
      source: 'withdrawal',
      description: 'Withdrawal request of ₹50',
      amount: paise(-50_00),
      ...nobody,
    },
  ],
  closing: paise(58_00),
}

test('a monthly statement names the student of each line, with its date, and leads to the session', async () => {
  const { main } = openScreen(statementPage, {
    at: '/expert/wallet/statement',
    viewer: ravi,
    data: { statement, months: ['2026-05'] },
  })
  expect(rowsOf(main.getByRole('table', { name: 'Sessions' }))).toEqual([
    ['Settled', 'Session', 'Gross', 'Platform fee', 'Net'],
    ['May 04, 2026, 11:00 AM', 'Session of 3 minutes with Asha V.', '₹30', '₹6', '₹24'],
    ['May 05, 2026, 11:00 AM', 'Fee of a cancelled booking with Nisha R.', '₹10', '₹2', '₹8'],
  ])
  const others = main.getByRole('table', { name: 'Withdrawals, refunds and repayments' })
  expect(rowsOf(others).map((row) => row[2])).toEqual([
    'Description',
    'Session refunded to the student with Asha V.',
    'Withdrawal request of ₹50',
  ])
  expect(linksOf(main.element)).toMatchObject({
    'Session of 3 minutes': '/expert/sessions/s1',
    'Fee of a cancelled booking': '/expert/bookings/b1',
    'Session refunded to the student': '/expert/sessions/s1',
  })
  expect(textOf(others)).toContain('-₹50')
  await expectAccessible()
})
