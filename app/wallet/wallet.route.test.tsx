import { act, waitFor } from '@testing-library/react'
import { data, redirect } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Viewer } from '#app/base/viewer.ts'
import type { WalletAnswer } from '#app/wallet/wallet-answer.ts'
import { networkProblem } from '#app/base/network-problem.ts'
import * as payPage from '#app/wallet/wallet-pay.route.tsx'
import * as walletPage from '#app/wallet/wallet.route.tsx'
import type { Payment, StatementLine, StatementPage, UnpaidPayment } from '#domain/wallet/contract.ts'
import type { PaymentId, SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { refusals } from '#kernel/refusals.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { networkFailure } from '#tests/stub-fetch.ts'
import { errorResponse } from '#tests/error-response.ts'
import { linksOf, rowsOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, now, openScreen, type Sent, toastText } from '#tests/screen.tsx'
import { asha } from '#tests/viewers.ts'

const payment: Payment & { provider: 'demo' | 'razorpay'; orderId: string | null } = {
  provider: 'demo',
  orderId: null,
  id: 'p1' as PaymentId,
  amount: paise(20_000),
  state: 'pending',
  failure: null,
  startedAt: new Date('2026-05-04T05:30:00Z'),
}

describe('balance', () => {
  test('shows the available amount and the amount on hold', () => {
    const { main } = open({ figures: { ...asha.wallet, onHold: paise(5_000) } })
    const card = textOf(main.region('Current Balance').element)
    expect(card).toContain('₹500 Use this balance to connect with experts')
    expect(card).toContain('₹50 on hold for a session. The unused part is returned.')
  })

  test('is updated on a live event, and the page data is reloaded', async () => {
    let readCount = 0
    const { main, live } = open({}, { onLoad: () => void (readCount += 1) })
    const countBefore = readCount
    act(() => live.publish(`wallet:${asha.id}`, { ...asha.wallet, available: paise(70_000) }))
    await waitFor(() => expect(textOf(main.region('Current Balance').element)).toContain('₹700'))
    await waitFor(() => expect(readCount).toBeGreaterThan(countBefore))
  })
})

describe('adding money', () => {
  test.each(['1.005', 'abc', '१००'])('rejects the invalid amount %s at the field', async (typed) => {
    const { main, user, sent } = open()
    await user.fill(main.field('Amount'), typed)
    await user.click(main.getByRole('button', { name: 'Add Money' }))
    expect(textOf(main.element)).toContain('Please enter a valid amount')
    await waitFor(() => expect(document.activeElement).toBe(main.field('Amount')))
    expect(sent).toEqual([])
  })

  test.each([
    { case: 'unconfirmed', viewer: { ...asha, emailUnconfirmed: true }, provider: 'razorpay', isShown: true },
    { case: 'confirmed', viewer: asha, provider: 'razorpay', isShown: false },
    { case: 'unconfirmed in the demo', viewer: { ...asha, emailUnconfirmed: true }, provider: 'demo', isShown: false },
  ] as const)(
    'shows the wallet limit only for an unconfirmed email address outside the demo: $case',
    ({ viewer, provider, isShown }) => {
      const hint = 'Until you confirm your email address, your wallet can hold up to ₹1,000.'
      expect(textOf(open({ provider }, { viewer }).main.element).includes(hint)).toBe(isShown)
    },
  )

  test('has a limit per payment', async () => {
    const { main, user, sent } = open()
    await user.fill(main.field('Amount'), '50001')
    await user.click(main.getByRole('button', { name: 'Add Money' }))
    expect(textOf(main.element)).toContain('You can add up to ₹50,000 at a time.')
    expect(sent).toEqual([])
  })

  test.each(['0', '', '-5'])('disables the button for the amount "%s"', async (typed) => {
    const { main, user } = open()
    await user.clear(main.field('Amount'))
    if (typed) await user.fill(main.field('Amount'), typed)
    expect(main.getByRole<HTMLButtonElement>('button', { name: 'Add Money' }).disabled).toBe(true)
  })

  test('accepts a preset and opens the payment page', async () => {
    const { main, user, sent, url } = open({}, { answer: () => redirect('/user/wallet/pay/p1') })
    await user.click(main.getByRole('button', { name: '₹500 50 min' }))
    expect(main.field('Amount').value).toBe('500')
    expect(textOf(main.element)).toContain('₹500 lasts about 50 minutes at ₹10/min.')
    expect(main.getByRole('button', { name: '₹500 50 min' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(main.getByRole('button', { name: 'Add ₹500' }))
    await waitFor(() => expect(url.current).toBe('/user/wallet/pay/p1'))
    expect(sent).toEqual([{ to: '/user/wallet', fields: { act: 'add', id: firstId, amount: '500' } }])
  })

  test('retries with the same id after a lost response', async () => {
    const answers = [networkFailure, () => redirect('/user/wallet/pay/p1')]
    const { main, user, sent } = open({}, { answer: () => answers.shift()?.() })
    await user.fill(main.field('Amount'), '300')
    await user.click(main.getByRole('button', { name: 'Add ₹300' }))
    await waitFor(() => expect(toastText()).toContain('Failed to add funds to wallet'))
    expect(main.field('Amount').value).toBe('300')
    await user.click(main.getByRole('button', { name: 'Add ₹300' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(({ fields }) => fields.id)).toEqual([firstId, firstId])
  })

  test('shows that demo money is invented', () => {
    expect(textOf(open().main.element)).toContain(
      'This is a demo: the money is invented and no bank is involved. Real payment integration comes later.',
    )
  })

  test('is closed without a provider', () => {
    const { main } = open({ provider: 'none' })
    expect(textOf(main.element)).toContain('Adding money is closed')
    expect(main.fields('Amount')).toEqual([])
  })
})

describe('outcome of a payment', () => {
  test.each([
    ['paid', null, 'Successfully added ₹200 to your wallet'],
    ['failed', 'Your bank said no.', 'Failed to add funds to wallet Your bank said no. If your bank has taken'],
    ['pending', null, 'Your payment of ₹200 is pending'],
    ['started', null, 'The payment was not finished Nothing was added.'],
    ['cancelled', null, 'Payment cancelled Nothing was charged.'],
  ] as const)('shows a toast when it is %s', async (state, failure, text) => {
    const { url } = open({ outcome: { ...payment, state, failure } }, { search: '?payment=p1' })
    await waitFor(() => expect(toastText()).toContain(text))
    // A pending payment stays in the URL until it is decided; all others are removed.
    const expectedPath = state === 'pending' ? '/user/wallet?payment=p1' : '/user/wallet'
    await waitFor(() => expect(url.current).toBe(expectedPath))
  })
})

describe('pending money', () => {
  test('is listed in the section Under way', async () => {
    const { main } = open({
      underWay: {
        payments: [{ ...payment, state: 'pending' }],
        returns: [{ id: 'r1', amount: paise(10_000), askedAt: new Date('2026-05-04T06:00:00Z') }],
      },
    })
    const items = main.region('Under way').getAllByRole('listitem').map(textOf)
    expect(items[0]).toContain('Payment pending Your bank has not confirmed it yet.')
    expect(items[0]).toContain('₹200 1 hour ago')
    expect(items[1]).toContain('On its way back')
    expect(items[1]).toContain('₹100 30 minutes ago')
    await expectAccessible()
  })
})

describe('returning unused money', () => {
  test('suggests the full returnable amount', async () => {
    const { main, user, sent } = open(
      { returnable: paise(25_050) },
      {
        answer: ({ fields }) =>
          data<WalletAnswer>({
            act: 'send_back',
            done: '₹250.50 is on its way back to where you paid from',
            usedUp: String(fields.id),
          }),
      },
    )
    expect(textOf(main.element)).toContain('Up to ₹250.50 to where you paid from')
    expect(main.field('Amount to send back').value).toBe('250.50')
    await expectAccessible()
    await user.click(main.getByRole('button', { name: 'Send it back' }))
    await waitFor(() => expect(toastText()).toBe('₹250.50 is on its way back to where you paid from'))
    expect(sent[0]?.fields).toEqual({ act: 'send_back', id: firstId, amount: '250.50' })
  })

  test('shows when there is nothing to return', () => {
    const { main } = open({ returnable: paise(0) })
    expect(textOf(main.element)).toContain('Nothing to send back now')
    expect(main.fields('Amount to send back')).toEqual([])
  })
})

describe('daily limit', () => {
  test('is saved and shows the amount spent today', async () => {
    let dailyLimit = null as ReturnType<typeof paise> | null
    const { main, user, sent } = open(
      {},
      {
        answer: () => {
          dailyLimit = paise(40_000)
          return data<WalletAnswer>({ act: 'limit', done: 'You spend at most ₹400 in a day' })
        },
        readOverrides: () => ({ spending: { dailyLimit, spentToday: paise(0) } }),
      },
    )
    expect(textOf(main.element)).toContain('No limit on what you spend in a day')
    await user.fill(main.field('Spend at most in a day'), '400')
    await user.click(main.getByRole('button', { name: 'Save limit' }))
    await waitFor(() => expect(toastText()).toBe('You spend at most ₹400 in a day'))
    await waitFor(() => expect(textOf(main.element)).toContain('₹0 of ₹400 spent today'))
    expect(sent[0]?.fields).toEqual({ act: 'limit', amount: '400' })
  })

  test('shows an error at its field for an invalid amount', async () => {
    const refusal = { code: 'not_an_amount', text: refusals.not_an_amount.text }
    const { main, user } = open({}, { answer: () => data<WalletAnswer>({ act: 'limit', refusal }, { status: 422 }) })
    await user.fill(main.field('Spend at most in a day'), 'x')
    await user.click(main.getByRole('button', { name: 'Save limit' }))
    const field = main.field('Spend at most in a day')
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    await waitFor(() => expect(toastText()).toBe('Please enter a valid amount'))
    expect(main.field('Amount').getAttribute('aria-invalid')).toBeNull()
  })
})

test('the wallet data can be refreshed manually', async () => {
  const { main, user } = open()
  await user.click(main.getByRole('button', { name: 'Refresh Data' }))
  await waitFor(() => expect(toastText()).toBe('Wallet data refreshed'))
})

test('an empty history shows a hint', () => {
  expect(textOf(open().main.element)).toContain('No transactions yet Your transaction history will appear here')
})

describe('history', () => {
  const line: StatementLine = {
    id: 7,
    amount: paise(50_000),
    balance: paise(62_050),
    source: 'top-up',
    description: 'Money added',
    at: new Date('2026-05-04T05:30:00Z'),
    otherName: null,
    sessionId: null,
    bookingId: null,
  }
  const sessionLine: StatementLine = {
    ...line,
    id: 6,
    amount: paise(-3_000),
    balance: paise(12_050),
    source: 'session',
    description: 'Session of 3 minutes',
    otherName: 'Ravi Nair',
    sessionId: 's1' as SessionId,
  }
  const unpaid: UnpaidPayment = { ...payment, state: 'failed', failure: 'The payment was declined.', place: 6 }
  const openHistory = (page: Partial<StatementPage>, options?: Options) =>
    open({ page: { lines: [], payments: [], next: null, ...page } }, options)

  test('lines show sign, source, the resulting balance and the local time', () => {
    const table = openHistory({ lines: [line] }).main.getByRole('table', { name: 'Transactions' })
    expect(rowsOf(table)).toEqual([
      ['Type', 'Description', 'Amount', 'Balance', 'Date'],
      ['Top-up', 'Money added', 'Credit +₹500', '₹620.50', '1 hour ago May 04, 2026, 11:00 AM'],
    ])
  })

  test('session lines name the expert and link to the session, or to the booking if there was no session', () => {
    const fee = { ...sessionLine, id: 5, description: 'Fee', sessionId: null, bookingId: 'b1' as SessionId }
    const table = openHistory({ lines: [sessionLine, fee] }).main.getByRole('table', { name: 'Transactions' })
    expect(rowsOf(table).map((row) => row[1])).toEqual([
      'Description',
      'Session of 3 minutes with Ravi Nair',
      'Fee with Ravi Nair',
    ])
    expect(linksOf(table)).toMatchObject({ 'Session of 3 minutes': '/user/sessions/s1', Fee: '/user/bookings/b1' })
  })

  test('sent by a node of the previous version has no balances and no payments', () => {
    const { balance: _, otherName: __, bookingId: ___, ...earlierLine } = line
    const page = { lines: [earlierLine], next: null } as unknown as StatementPage
    expect(rowsOf(open({ page }).main.getByRole('table', { name: 'Transactions' }))[1]?.[3]).toBe('')
  })

  test('failed and cancelled payments are listed between the lines, in order of time', async () => {
    const cancelled: UnpaidPayment = { ...unpaid, id: 'p2' as PaymentId, state: 'cancelled', failure: null, place: 7 }
    const { main } = openHistory({ lines: [line, sessionLine], payments: [unpaid, cancelled] })
    const rows = rowsOf(main.getByRole('table', { name: 'Transactions' })).slice(1)
    expect(rows.map((row) => row[1])).toEqual([
      'Cancelled. Nothing was charged. Try again',
      'Money added',
      'Failed. The payment was declined. Try again',
      'Session of 3 minutes with Ravi Nair',
    ])
    expect(rows[2]?.slice(2)).toEqual(['₹200', 'Unchanged', '1 hour ago May 04, 2026, 11:00 AM'])
    await expectAccessible()
  })

  test('a failed payment is tried again with the same amount', async () => {
    const { main, user, sent, url } = openHistory(
      { payments: [{ ...unpaid, amount: paise(25_050) }] },
      { answer: () => redirect('/user/wallet/pay/p3') },
    )
    await user.click(main.getByRole('link', { name: 'Try again to add ₹250.50' }))
    await waitFor(() => expect(main.field('Amount').value).toBe('250.5'))
    await waitFor(() => expect(document.activeElement).toBe(main.field('Amount')))
    await user.click(main.getByRole('button', { name: 'Add ₹250.50' }))
    await waitFor(() => expect(url.current).toBe('/user/wallet/pay/p3'))
    expect(sent[0]?.fields).toMatchObject({ act: 'add', amount: '250.5' })
  })

  test('says that balances include money on hold', () => {
    const { main } = open({ figures: { ...asha.wallet, onHold: paise(5_000) } })
    expect(textOf(main.region('Transaction History').element)).toContain('includes the ₹50 on hold')
  })
})

test('a visitor is asked to log in', () => {
  const { main } = openScreen(walletPage, { at: '/user/wallet', data: { wallet: null } })
  expect(textOf(main.element)).toContain('Please log in to access your wallet')
  expect(linksOf(main.element)['Log in']).toBe('/login?from=wallet')
})

test('a wallet that fails to load shows an error and can be retried', async () => {
  const error = errorResponse(500, 'Error', { requestId: 'r-1' })
  const { main, user } = open({}, { error })
  expect(main.getByRole('heading', { level: 1, name: 'Error loading wallet data' })).toBeTruthy()
  await waitFor(() => expect(toastText()).toBe('Failed to load wallet data'))
  await user.click(main.getByRole('button', { name: 'Try Again' }))
  expect(await main.findByRole('heading', { level: 1, name: 'Student Wallet' })).toBeTruthy()
})

describe('payment page', () => {
  test.each([
    ['Pay ₹300', 'pay'],
    ['Fail', 'fail'],
    ['Stay pending', 'wait'],
    ['Cancel', 'cancel'],
  ])('sends the choice of the demo provider: %s', async (label, choice) => {
    const { main, user, sent, url } = openPay({ open: true, checkout: null }, () => redirect('/user/wallet?payment=p1'))
    expect(textOf(main.element)).toContain('₹300 lasts about 30 minutes at ₹10/min.')
    await user.click(main.getByRole('button', { name: label }))
    await waitFor(() => expect(url.current).toBe('/user/wallet?payment=p1'))
    expect(sent[0]?.fields).toEqual({ choice })
  })

  test('shows an error after a lost response and can be submitted again', async () => {
    const { main, user } = openPay({ open: true, checkout: null }, networkFailure)
    await user.click(main.getByRole('button', { name: 'Pay ₹300' }))
    await waitFor(() => expect(toastText()).toContain('Failed to add funds to wallet'))
    expect(main.getByRole('button', { name: 'Pay ₹300' }).hasAttribute('aria-busy')).toBe(false)
    expect(main.getByText(networkProblem.refusal.text)).toBeTruthy()
  })

  test('says below its buttons why a payment at the provider was not cancelled', async () => {
    const checkout = { action: 'https://pay.example/checkout', fields: { order_id: 'o1' } }
    const { main, user } = openPay({ open: true, checkout }, networkFailure)
    await user.click(main.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(toastText()).toContain('The payment was not cancelled'))
    expect(main.getByText(networkProblem.refusal.text)).toBeTruthy()
    await expectAccessible()
  })

  test('posts to the provider’s page', () => {
    const checkout = { action: 'https://pay.example/checkout', fields: { order_id: 'o1' } }
    const { main } = openPay({ open: true, checkout })
    const button = main.getByRole<HTMLButtonElement>('button', { name: 'Pay ₹300 with Razorpay' })
    expect(button.form?.getAttribute('action')).toBe('https://pay.example/checkout')
    expect(button.form?.querySelector<HTMLInputElement>('[name=order_id]')?.value).toBe('o1')
  })

  test('can be cancelled before going to the provider', async () => {
    const checkout = { action: 'https://pay.example/checkout', fields: { order_id: 'o1' } }
    const { main, user, sent, url } = openPay({ open: true, checkout }, () => redirect('/user/wallet?payment=p1'))
    await user.click(main.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(url.current).toBe('/user/wallet?payment=p1'))
    expect(sent).toEqual([{ to: '/user/wallet/pay/p1', fields: { choice: 'cancel' } }])
  })

  test('cannot continue when the provider is no longer connected', () => {
    const { main } = openPay({ open: false, checkout: null })
    expect(textOf(main.element)).toContain('This payment cannot continue')
    expect(main.queryByRole('button')).toBeNull()
  })
})

const firstId = '0199c0de-0000-7000-8000-00000000f1d2' as const
type Wallet = NonNullable<LoaderData<typeof walletPage>['wallet']>

type Options = {
  viewer?: Viewer
  search?: string
  answer?: (sent: Sent) => unknown
  error?: unknown
  onLoad?: () => void
  readOverrides?: () => Partial<Wallet>
}

function open(
  overrides: Partial<Wallet> = {},
  { viewer = asha, search = '', answer, error, onLoad, readOverrides }: Options = {},
) {
  const defaultWallet: Wallet = {
    figures: asha.wallet,
    page: { lines: [], payments: [], next: null },
    asked: {},
    underWay: { payments: [], returns: [] },
    returnable: paise(0),
    spending: { dailyLimit: null, spentToday: paise(0) },
    outcome: null,
    provider: 'demo',
    newId: firstId,
    now,
  }
  return openScreen(walletPage, {
    at: `/user/wallet${search}`,
    viewer,
    data: () => {
      onLoad?.()
      return { wallet: { ...defaultWallet, ...overrides, ...readOverrides?.() } }
    },
    answer,
    error,
  })
}

type PayData = { open: boolean; checkout: { action: string; fields: Record<string, string> } | null }

function openPay(overrides: PayData, answer?: (sent: Sent) => unknown) {
  return openScreen(payPage, {
    at: '/user/wallet/pay/p1',
    path: '/user/wallet/pay/:id',
    viewer: asha,
    data: { amount: paise(30_000), ...overrides } as never,
    answer,
  })
}
