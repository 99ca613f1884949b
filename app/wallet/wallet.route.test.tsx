import { act, waitFor } from '@testing-library/react'
import { data, redirect } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Viewer } from '#app/base/viewer.ts'
import type { WalletAnswer } from '#app/wallet/wallet-answer.ts'
import * as payPage from '#app/wallet/wallet-pay.route.tsx'
import * as walletPage from '#app/wallet/wallet.route.tsx'
import type { Payment } from '#domain/wallet/contract.ts'
import type { PaymentId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { refusals } from '#kernel/refusals.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { networkFailure } from '#tests/stub-fetch.ts'
import { errorResponse } from '#tests/error-response.ts'
import { linksOf, rowsOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, now, openScreen, type Sent, toastText } from '#tests/screen.tsx'
import { asha } from '#tests/viewers.ts'

describe('balance', () => {
  test('shows the available amount and the amount on hold', () => {
    const { main } = open({ figures: { ...asha.wallet, onHold: paise(5_000) } })
    const card = textOf(main.region('Current Balance').element)
    expect(card).toContain('₹500 Use this balance to connect with experts')
    expect(card).toContain('₹50 on hold for a session. The unused part comes back.')
  })

  test('updates with the wallet topic and reloads the page', async () => {
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
    expect(document.activeElement).toBe(main.field('Amount'))
    expect(sent).toEqual([])
  })

  test.each([
    { case: 'an unconfirmed address', viewer: { ...asha, emailUnconfirmed: true }, provider: 'razorpay', isTold: true },
    { case: 'a confirmed address', viewer: asha, provider: 'razorpay', isTold: false },
    { case: 'the demo', viewer: { ...asha, emailUnconfirmed: true }, provider: 'demo', isTold: false },
  ] as const)('mentions the limit of an unconfirmed wallet: $case', ({ viewer, provider, isTold }) => {
    const hint = 'Until you confirm your email address, your wallet can hold up to ₹1,000.'
    expect(textOf(open({ provider }, { viewer }).main.element).includes(hint)).toBe(isTold)
  })

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
    const { main, user, sent, place } = open({}, { answer: () => redirect('/user/wallet/pay/p1') })
    await user.click(main.getByRole('button', { name: '₹500' }))
    expect(main.field('Amount').value).toBe('500')
    expect(main.getByRole('button', { name: '₹500' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(main.getByRole('button', { name: 'Add ₹500' }))
    await waitFor(() => expect(place.current).toBe('/user/wallet/pay/p1'))
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
  ] as const)('shows a toast when it is %s', async (state, failure, text) => {
    const { place } = open({ outcome: { ...payment, state, failure } }, { search: '?payment=p1' })
    await waitFor(() => expect(toastText()).toContain(text))
    // A pending payment stays in the URL until it is decided; all others are removed.
    const expectedPath = state === 'pending' ? '/user/wallet?payment=p1' : '/user/wallet'
    await waitFor(() => expect(place.current).toBe(expectedPath))
  })
})

describe('pending money', () => {
  test('is listed above the history', async () => {
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
    expect(main.field('Amount to send back').value).toBe('250.5')
    await expectAccessible()
    await user.click(main.getByRole('button', { name: 'Send it back' }))
    await waitFor(() => expect(toastText()).toBe('₹250.50 is on its way back to where you paid from'))
    expect(sent[0]?.fields).toEqual({ act: 'send_back', id: firstId, amount: '250.5' })
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

test('history lines show sign, source and time', () => {
  const at = new Date('2026-05-04T05:30:00Z')
  const line = {
    id: 1,
    amount: paise(50_000),
    source: 'top-up' as const,
    description: 'Money added',
    at,
    sessionId: null,
  }
  const { main } = open({ page: { lines: [line], next: null } })
  const table = main.getByRole('table', { name: 'Transactions' })
  expect(rowsOf(table)[1]).toEqual(['Top-up', 'Money added', 'Credit +₹500', '1 hour ago, May 04, 2026, 11:00 AM'])
  expect(table.querySelector('time')?.title).toBe('May 04, 2026, 11:00 AM')
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
  ])('sends the choice of the demo provider: %s', async (label, choice) => {
    const { main, user, sent, place } = openPay({ open: true, checkout: null }, () =>
      redirect('/user/wallet?payment=p1'),
    )
    await user.click(main.getByRole('button', { name: label }))
    await waitFor(() => expect(place.current).toBe('/user/wallet?payment=p1'))
    expect(sent[0]?.fields).toEqual({ choice })
  })

  test('shows an error after a lost response and can be submitted again', async () => {
    const { main, user } = openPay({ open: true, checkout: null }, networkFailure)
    await user.click(main.getByRole('button', { name: 'Pay ₹300' }))
    await waitFor(() => expect(toastText()).toContain('Failed to add funds to wallet'))
    expect(main.getByRole('button', { name: 'Pay ₹300' }).hasAttribute('aria-busy')).toBe(false)
  })

  test('posts to the provider’s page', () => {
    const checkout = { action: 'https://pay.example/checkout', fields: { order_id: 'o1' } }
    const { main } = openPay({ open: true, checkout })
    const button = main.getByRole<HTMLButtonElement>('button', { name: 'Pay ₹300 with Razorpay' })
    expect(button.form?.getAttribute('action')).toBe('https://pay.example/checkout')
    expect(button.form?.querySelector<HTMLInputElement>('[name=order_id]')?.value).toBe('o1')
  })

  test('cannot continue when the provider is no longer connected', () => {
    const { main } = openPay({ open: false, checkout: null })
    expect(textOf(main.element)).toContain('This payment cannot continue')
    expect(main.queryByRole('button')).toBeNull()
  })
})

const firstId = '0199c0de-0000-7000-8000-00000000f1d2' as const
const payment: Payment & { provider: 'demo' | 'razorpay'; orderId: string | null } = {
  provider: 'demo',
  orderId: null,
  id: 'p1' as PaymentId,
  amount: paise(20_000),
  state: 'pending',
  failure: null,
  startedAt: new Date('2026-05-04T05:30:00Z'),
}

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
    page: { lines: [], next: null },
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
