import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as walletPage from '#app/withdrawals/expert-wallet.route.tsx'
import type { WithdrawalAnswer } from '#app/withdrawals/withdraw-form.tsx'
import type { WalletFigures } from '#domain/wallet/contract.ts'
import type { Withdrawal } from '#domain/withdrawals/contract.ts'
import type { SessionId, WithdrawalId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { networkFailure } from '#tests/stub-fetch.ts'
import { errorResponse } from '#tests/error-response.ts'
import { errorOf, readElement, linksOf, rowsOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, now, openScreen, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { ravi } from '#tests/viewers.ts'

describe('the amount field', () => {
  test.each([
    ['-5', 'Please enter a valid amount'],
    ['1.005', 'Please enter a valid amount'],
    ['१००', 'Please enter a valid amount'],
    ['0', 'Please enter a valid amount'],
    ['800.01', 'Withdrawal amount cannot exceed your balance'],
  ])('%s shows an error while typing', async (typed, text) => {
    const { main, user } = open({ remembered })
    await user.fill(main.field('Amount'), typed)
    expect(textOf(main.element)).toContain(text)
    expect(requestButton().getAttribute('aria-disabled')).toBe('true')
  })

  test('shows how much leaves the wallet and how much remains', async () => {
    const { main, user } = open()
    expect(textOf(main.element)).toContain('You have ₹800.')
    await user.fill(main.field('Amount'), '300')
    expect(textOf(main.element)).toContain('₹300 leaves your wallet now, ₹500 stays.')
  })
})

describe('a first withdrawal', () => {
  test('requires all bank details: each field says what is missing, and the first field gets the focus', async () => {
    const { main, user, sent } = open()
    await user.fill(main.field('Amount'), '300')
    await user.click(requestButton())
    await waitFor(() => expect(toastText()).toBe('Please fill in all required bank details'))
    await waitFor(() => expect(document.activeElement).toBe(main.field('Bank name')))
    expect(['Bank name', 'Account number', 'IFSC code'].map((label) => errorOf(main.field(label)))).toEqual([
      'Enter the name of your bank.',
      'Enter your account number.',
      'Enter the IFSC code of your branch.',
    ])
    await expectAccessible()
    await fillAccount(main, user)
    expect(requestButton().getAttribute('aria-disabled')).toBeNull()
    expect(sent).toEqual([])
  })

  test.each([
    ['Account number', '12345678', 'An account number has 9 to 18 digits. This one has 8.'],
    ['IFSC code', 'hdfco001234', 'The fifth character of an IFSC code is the digit zero, not the letter O.'],
  ])('shows the error of the %s when the field loses focus, without a toast', async (label, typed, text) => {
    const { main, user, sent } = open()
    await user.fill(main.field('Amount'), '300')
    await fillAccount(main, user, { [label]: typed })
    await user.tab()
    expect(errorOf(main.field(label))).toBe(text)
    await user.click(requestButton())
    await waitFor(() => expect(document.activeElement).toBe(main.field(label)))
    expect(toastText()).toBe('')
    expect(sent).toEqual([])
  })

  test('shows and announces what no further typing mends at once, and a missing character only after the field', async () => {
    const { main, user } = open()
    const ifsc = main.field('IFSC code')
    const announced = () => textOf(ifsc.form?.querySelector('[role=status]') ?? null)
    await user.type(ifsc, 'hdfc')
    expect([errorOf(ifsc), announced()]).toEqual(['', ''])
    await user.type(ifsc, 'o')
    const letterO = 'The fifth character of an IFSC code is the digit zero, not the letter O.'
    expect([errorOf(ifsc), announced()]).toEqual([letterO, letterO])
    expect(ifsc.getAttribute('aria-invalid')).toBe('true')
    await user.type(ifsc, '{Backspace}000123')
    expect([errorOf(ifsc), announced()]).toEqual(['', ''])
    await user.tab()
    const tooShort = 'An IFSC code has 11 characters. This one has 10.'
    expect([errorOf(ifsc), announced()]).toEqual([tooShort, tooShort])
    await expectAccessible()

    const number = main.field('Account number')
    await user.type(number, '1234')
    expect([errorOf(number), announced()]).toEqual(['', ''])
    await user.type(number, 'x')
    expect(announced()).toBe('An account number has only the digits 0 to 9.')
    await user.type(number, '{Backspace}56789')
    expect([errorOf(number), announced()]).toEqual(['', ''])
  })

  test('shows the typed values and the error of each field after a refusal without scripts', () => {
    const typed = { ...typedAccount, accountNumber: '12345678', ifscCode: 'HDFC' }
    const refusal = { code: 'account_number', text: 'An account number has 9 to 18 digits. Please check yours.' }
    const { main } = open({}, undefined, undefined, { refusal, typed })
    expect(main.field('Amount').value).toBe('300')
    expect(errorOf(main.field('Account number'))).toBe('An account number has 9 to 18 digits. This one has 8.')
    expect(errorOf(main.field('IFSC code'))).toBe('An IFSC code has 11 characters. This one has 4.')
    expect(main.queryByRole('alert')).toBeNull()
  })

  test('shows an error at the amount when the balance has become too small', async () => {
    const { main, user } = open({ remembered }, () => refusedAnswer('insufficient_earnings'))
    await user.fill(main.field('Amount'), '700')
    await user.click(requestButton())
    const text = 'Insufficient balance for this withdrawal'
    await waitFor(() => expect(toastText()).toBe(text))
    expect(errorOf(main.field('Amount'))).toBe(text)
    expect(document.activeElement).toBe(main.field('Amount'))
  })

  test('asks for the password because the account is new', async () => {
    const { main, user, sent } = open({}, ({ fields }) => ({ submitted: String(fields.id) }))
    await user.fill(main.field('Amount'), '300')
    await fillAccount(main, user)
    await user.fill(main.field('Notes'), 'For the rent')
    await user.click(requestButton())
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
    expect(textOf(dialog.element)).toContain('₹300 goes to an account at HDFC Bank ending in 6789')
    await expectAccessible()
    expect(sent).toEqual([])
    await user.fill(dialog.field('Your password'), 'ravi-explains')
    await user.click(dialog.getByRole('button', { name: 'Confirm and request' }))
    await waitFor(() => expect(toastText()).toBe('Withdrawal request submitted successfully'))
    expect(sent).toEqual([
      {
        to: '/expert/wallet',
        fields: {
          id: firstId,
          amount: '300',
          bankName: 'HDFC Bank',
          accountNumber: '123456789',
          ifscCode: 'HDFC0001234',
          notes: 'For the rent',
          password: 'ravi-explains',
        },
      },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([main.field('Amount').value, main.field('Notes').value]).toEqual(['', ''])
  })

  test('keeps the dialog open and shows an error when the password is wrong', async () => {
    const { main, user } = open({}, () => refusedAnswer('wrong_current_password'))
    await user.fill(main.field('Amount'), '300')
    await fillAccount(main, user)
    await user.click(requestButton())
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
    await user.fill(dialog.field('Your password'), 'a guess')
    await user.click(dialog.getByRole('button', { name: 'Confirm and request' }))
    await waitFor(() => expect(textOf(dialog.element)).toContain('The current password is incorrect.'))
    await expectAccessible()
    expect(toastText()).toBe('')
  })
})

describe('a withdrawal to the remembered account', () => {
  test('needs only the amount', async () => {
    const { main, user, sent } = open({ remembered }, ({ fields }) => ({ submitted: String(fields.id) }))
    expect(textOf(main.element)).toContain('HDFC Bank account ending in 6789')
    expect(main.fields('Account number')).toEqual([])
    await user.fill(main.field('Amount'), '500')
    await user.click(requestButton())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.fields).toEqual({ id: firstId, amount: '500', account: 'remembered', notes: '' })
  })

  test('can switch to another account and back', async () => {
    const { main, user } = open({ remembered })
    await user.click(main.getByRole('button', { name: 'Change account' }))
    expect(main.field('Account number')).toBeTruthy()
    await user.click(main.getByRole('button', { name: 'Use ••••6789' }))
    expect(main.fields('Account number')).toEqual([])
  })

  test('keeps the form and reuses the request id on retry after a network failure', async () => {
    const answers = [networkFailure, ({ fields }: Sent) => ({ submitted: String(fields.id) })]
    const { main, user, sent } = open({ remembered }, (form) => answers.shift()?.(form))
    await user.fill(main.field('Amount'), '700')
    await user.click(requestButton())
    await waitFor(() => expect(toastText()).toBe('Failed to submit withdrawal request'))
    expect(textOf(await main.findByRole('alert'))).toBe('Failed to submit withdrawal request')
    expect(main.field('Amount').value).toBe('700')
    await user.click(requestButton())
    await waitFor(() => expect(toastText()).toBe('Withdrawal request submitted successfully'))
    expect(sent.map(({ fields }) => fields.id)).toEqual([firstId, firstId])
  })

  test('uses a new request id after a successful request', async () => {
    const { main, user, sent } = open({ remembered }, ({ fields }) => ({ submitted: String(fields.id) }))
    for (const amount of ['100', '200']) {
      await user.fill(main.field('Amount'), amount)
      await user.click(requestButton())
      await waitFor(() => expect(main.field('Amount').value).toBe(''))
    }
    const [firstSent, secondSent] = sent.map(({ fields }) => fields.id)
    expect(firstSent).toBe(firstId)
    expect(secondSent).not.toBe(firstId)
  })

  test('shows the reason and keeps the form when the server refuses', async () => {
    const { main, user } = open({ remembered }, () => refusedAnswer('too_fast'))
    await user.fill(main.field('Amount'), '700')
    await user.click(requestButton())
    expect(textOf(await main.findByRole('alert'))).toBe('Too many requests. Please wait a moment.')
    expect(main.field('Amount').value).toBe('700')
  })
})

describe('the withdrawal history', () => {
  test('shows the status of each withdrawal and the reason of a rejection', async () => {
    const { main, user } = open({
      withdrawals: Promise.resolve([
        pendingWithdrawal,
        { ...pendingWithdrawal, id: 'w2' as WithdrawalId, status: 'rejected', reason: 'The name does not match.' },
        { ...pendingWithdrawal, id: 'w3' as WithdrawalId, status: 'processed', processedAt: now, demo: true },
      ]),
    })
    await user.click(main.getByRole('tab', { name: 'Withdrawals' }))
    const table = await main.findByRole('table', { name: 'Withdrawals' })
    const amount = '₹800 HDFC Bank ••••6789'
    expect(rowsOf(table)).toEqual([
      ['Amount', 'Date', 'Status', 'Processed Date'],
      [amount, 'May 03, 2026', 'Pending', '-'],
      [amount, 'May 03, 2026', 'Rejected The name does not match.', '-'],
      [amount, 'May 03, 2026', 'Processed demo, no bank involved', 'May 04, 2026'],
    ])
  })

  test('shows a loading state without blocking the page', async () => {
    const loading = Promise.withResolvers<Withdrawal[]>()
    const { main, user } = open({ withdrawals: loading.promise })
    expect(main.getByRole('heading', { name: 'Withdraw Funds' })).toBeTruthy()
    await user.click(main.getByRole('tab', { name: 'Withdrawals' }))
    expect(main.getAllByText('Loading withdrawal history...').length).toBeGreaterThan(0)
    await act(async () => loading.resolve([pendingWithdrawal]))
    expect(rowsOf(await main.findByRole('table', { name: 'Withdrawals' }))[1]?.[2]).toBe('Pending')
  })

  test.each([
    ['null', () => Promise.resolve(null)],
    ['a rejected promise', () => Promise.reject(new Error('cut'))],
  ])('shows an error when loading gives %s', async (_, withdrawals) => {
    const { main, user } = open({ withdrawals: withdrawals() })
    await user.click(main.getByRole('tab', { name: 'Withdrawals' }))
    expect(textOf(await main.findByRole('alert'))).toContain('Failed to load withdrawal requests')
    await waitFor(() => expect(toastText()).toBe('Failed to load withdrawal history'))
    await expectAccessible(main.getByRole('tabpanel'))
  })
})

describe('a new expert', () => {
  test('sees an empty wallet with empty states', async () => {
    const { main, user } = open()
    expect(textOf(main.element)).toContain('No transactions yet Your transaction history will appear here')
    expect(textOf(main.element)).toContain('No earnings in the last 2 days. Go online')
    await user.click(main.getByRole('tab', { name: 'Withdrawals' }))
    expect(await main.findByText('No withdrawal requests yet')).toBeTruthy()
    await expectAccessible()
  })

  test('sees a locked wallet while approval is pending', async () => {
    const { main } = open({ approval: 'pending' })
    expect(main.getAllByRole('heading', { name: 'Account Pending Approval' })).toHaveLength(2)
    expect(main.queryByRole('button', { name: 'Request Withdrawal' })).toBeNull()
    await expectAccessible()
  })

  test('sees the support email address when suspended', () => {
    const { main } = open({ approval: 'suspended' })
    expect(linksOf(main.element)).toMatchObject({
      'support@samjhao.example': 'mailto:support@samjhao.example',
    })
    expect(main.queryByRole('button', { name: 'Request Withdrawal' })).toBeNull()
  })
})

test('a visitor is asked to log in and returns to the wallet afterwards', () => {
  const { main } = openScreen(walletPage, { at: '/expert/wallet', data: null })
  expect(main.getByRole('heading', { name: 'Authentication Required' })).toBeTruthy()
  expect(linksOf(main.element)['Log In']).toBe('/login?redirect=/expert/wallet')
})

test('earnings by day are shown as a sentence, a chart and a table', () => {
  const { main } = open({
    days: [
      { day: '2026-05-03', amount: paise(9_600) },
      { day: '2026-05-04', amount: paise(800) },
    ],
  })
  expect(textOf(main.element)).toContain('₹104 in the last 2 days. The best day was May 03 with ₹96.')
  expect(rowsOf(main.getByRole('table', { name: 'Earnings by day' }))).toEqual([
    ['Day', 'Earned'],
    ['May 04', '₹8'],
    ['May 03', '₹96'],
  ])
})

test('transactions link to their sessions and can be filtered and paged', () => {
  const { main } = open({
    page: {
      lines: [
        {
          id: 9,
          amount: paise(2_400),
          balance: paise(10_400),
          source: 'session',
          description: 'Session of 3 minutes',
          at: new Date('2026-05-04T05:30:00Z'),
          otherName: 'Asha V.',
          sessionId: 's1' as SessionId,
          bookingId: null,
        },
      ],
      payments: [],
      next: '8',
    },
    asked: { source: 'session' },
  })
  expect(rowsOf(main.getByRole('table', { name: 'Transactions' }))[1]).toEqual([
    'Session',
    'Session of 3 minutes with Asha V.',
    'Credit +₹24',
    '₹104',
    '1 hour ago May 04, 2026, 11:00 AM',
  ])
  expect(linksOf(main.getByRole('tabpanel'))).toMatchObject({
    'Session of 3 minutes': '/expert/sessions/s1',
    All: '/expert/wallet',
    Withdrawal: '/expert/wallet?kind=withdrawal',
    Older: '/expert/wallet?kind=session&before=8',
  })
})

test('a wallet event updates the balance immediately and reloads the page data', async () => {
  let readCount = 0
  const { main, live } = open({}, undefined, () => {
    readCount += 1
  })
  const countBefore = readCount
  const figures: WalletFigures = { ...ravi.wallet, available: paise(0), earnedToday: paise(80_800) }
  act(() => live.publish(`wallet:${ravi.id}`, figures))
  await waitFor(() => expect(textOf(main.element)).toContain('Available for Withdrawal ₹0'))
  expect(textOf(main.element)).toContain("Today's Earnings ₹808")
  await waitFor(() => expect(readCount).toBeGreaterThan(countBefore))
})

test('a wallet that fails to load shows an error', async () => {
  const error = errorResponse(500, 'Error', { requestId: 'r-1' })
  const { main } = openScreen(walletPage, { at: '/expert/wallet', data: null, error })
  expect(main.getByRole('heading', { name: 'Error loading wallet data' })).toBeTruthy()
  await waitFor(() => expect(toastText()).toBe('Failed to load wallet data'))
})

const firstId = '0199c0de-0000-7000-8000-00000000f1d1' as const
const typedAccount = { amount: '300', bankName: 'HDFC Bank', notes: '', remembered: false }
const remembered = { bankName: 'HDFC Bank', bankCode: 'HDFC', lastFour: '6789' }
const pendingWithdrawal: Withdrawal = {
  id: 'w1' as WithdrawalId,
  amount: paise(80_000),
  status: 'pending',
  bankName: 'HDFC Bank',
  lastFour: '6789',
  createdAt: new Date('2026-05-03T06:30:00Z'),
  processedAt: null,
  reason: null,
  demo: false,
}

type Data = NonNullable<LoaderData<typeof walletPage>>

function open(
  overrides: Partial<Data> = {},
  answer?: (sent: Sent) => unknown,
  onLoad?: () => void,
  answered?: WithdrawalAnswer,
) {
  const defaultData: Data = {
    approval: 'approved',
    now,
    figures: ravi.wallet,
    page: { lines: [], payments: [], next: null },
    asked: {},
    days: [
      { day: '2026-05-03', amount: paise(0) },
      { day: '2026-05-04', amount: paise(0) },
    ],
    remembered: null,
    withdrawals: Promise.resolve([]),
    nextId: firstId,
  }
  return openScreen(walletPage, {
    at: '/expert/wallet',
    viewer: ravi,
    data: () => {
      onLoad?.()
      return { ...defaultData, ...overrides }
    },
    answer,
    answered,
  })
}

type Opened = ReturnType<typeof open>

const account = { 'Bank name': 'HDFC Bank', 'Account number': '123456789', 'IFSC code': 'HDFC0001234' }

async function fillAccount(main: Opened['main'], user: Opened['user'], typed: Record<string, string> = {}) {
  for (const [label, text] of Object.entries({ ...account, ...typed })) await user.fill(main.field(label), text)
}

const requestButton = () => screen.getByRole('button', { name: 'Request Withdrawal' })
