import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { RequestedCall } from '#app/call/engine/calls-context.ts'
import { RequestButton } from '#app/discovery/expert-page/request-button.tsx'
import type { CallType } from '#domain/sessions/contract.ts'
import type { Spending } from '#domain/wallet/contract.ts'
import { paise } from '#kernel/money.ts'
import { Refusal, type RefusalCode } from '#kernel/refusals.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { stubFetch, type Fetched, networkFailure } from '#tests/stub-fetch.ts'
import { ravisCard } from '#tests/expert-cards.ts'
import { fakeDevices } from '#tests/fake-devices.ts'
import { captureUploads } from '#tests/fake-uploads.ts'
import { factsOf, readElement, textOf } from '#tests/read-element.ts'
import { openComponent, toastText } from '#tests/screen.tsx'
import { asha } from '#tests/viewers.ts'

test.each([
  ['audio', 'Audio call'],
  ['video', 'Video call'],
] as const)('the %s button opens the dialog with that call type', async (callType, label) => {
  const { dialog } = await open({ callType })
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: label }).checked).toBe(true)
  expect(startButton().textContent).toBe(`Start ${callType} call · ₹10/min`)
})

describe('the cost section', () => {
  test('shows the rate, the balance in minutes and the first hold', async () => {
    const { dialog } = await open()
    const costs = dialog.region('What it costs').element
    expect(factsOf(costs)).toEqual({
      Rate: '₹10/min',
      'Your balance': '₹500 · 50 minutes',
      'Held at the start': '₹50 · 5 minutes',
    })
    expect(textOf(costs)).toContain('a call of under 30 seconds costs nothing')
    expect(textOf(costs)).toContain('You can have 3 such free calls a day with one expert.')
  })

  test('updates with the wallet while the dialog is open', async () => {
    const { dialog, live } = await open()
    act(() => live.publish(`wallet:${asha.id}`, { ...asha.wallet, available: paise(1_500) }))
    await waitFor(() => expect(factsOf(dialog.region('What it costs').element)['Your balance']).toBe('₹15 · 1 minute'))
  })

  test('applies the student’s daily limit and says so', async () => {
    const { dialog } = await open({ spending: { dailyLimit: paise(1_500), spentToday: paise(0) } })
    const costs = dialog.region('What it costs').element
    await waitFor(() => expect(textOf(costs)).toContain('Your daily limit allows no more than this today.'))
    expect(factsOf(costs)['Your balance']).toBe('₹500 · 1 minute')
  })

  test('sends no request when the daily limit is reached', async () => {
    const { dialog, user, requests } = await open({
      spending: { dailyLimit: paise(500), spentToday: paise(0) },
    })
    await waitFor(() => expect(textOf(dialog.element)).toContain('Your daily limit is reached.'))
    await user.fill(dialog.field('Your question'), 'Shall I?')
    await user.click(startButton())
    expect(textOf(await dialog.findByRole('alert'))).toBe('That is above your daily spending limit.')
    expect(requests()).toEqual([])
  })
})

describe('the question', () => {
  test('is required unless there is a file: the field shows the error and gets the focus', async () => {
    const { dialog, user, requests } = await open()
    const field = dialog.field('Your question')
    await user.click(startButton())
    expect(textOf(dialog.element)).toContain('Please enter a question or upload a file')
    expect(document.activeElement).toBe(field)
    await user.fill(field, '   ')
    await user.click(startButton())
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => textOf(document.getElementById(id))).join(' ')).toContain(
      'Please enter a question or upload a file',
    )
    await user.fill(field, 'Why does a spinning top not fall over?')
    expect(textOf(dialog.element)).not.toContain('Please enter a question or upload a file')
    expect(requests()).toEqual([])
  })

  test('is sent to the expert, and the call starts with the open devices', async () => {
    const { dialog, user, requests, startedCalls, devices } = await open({ callType: 'video' })
    await dialog.findByText('Your microphone works')
    await user.fill(dialog.field('Your question'), 'Why does ice float?')
    await user.click(startButton())
    await waitFor(() => expect(toastText()).toBe('Request sent to Ravi Nair'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(requests()).toEqual([
      {
        id: expect.any(String),
        expertId: ravisCard.id,
        ratePaisePerMinute: 1_000,
        callType: 'video',
        question: 'Why does ice float?',
        file: null,
      },
    ])
    expect(startedCalls).toMatchObject([{ sessionId: 'session-1', callType: 'video', expertName: 'Ravi Nair' }])
    expect(startedCalls[0]?.media?.getTracks()).toEqual(devices.tracks)
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['live', 'live'])
  })

  test('stays after a refusal or network error, and is retried with the same id', async () => {
    const answers = [networkFailure, () => refusal('expert_offline'), () => ({ sessionId: 'session-1' })]
    const { dialog, user, requests } = await open({ answer: () => answers.shift()?.() })
    await user.fill(dialog.field('Your question'), 'Is light a wave?')
    await user.click(startButton())
    const alert = await dialog.findByRole('alert')
    expect(textOf(alert)).toBe('Network error. Please check your connection and try again.')
    await user.click(startButton())
    await waitFor(() => expect(textOf(dialog.getByRole('alert'))).toBe(new Refusal('expert_offline').message))
    await expectAccessible()
    expect(dialog.field('Your question').value).toBe('Is light a wave?')
    await user.click(startButton())
    await waitFor(() => expect(toastText()).toBe('Request sent to Ravi Nair'))
    const ids = requests().map(({ id }) => id)
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
  })

  test('shows a changed price before it is sent again', async () => {
    const more = 'A minute costs ₹12 now. Nothing was held.'
    const answers = [
      () => refusal('rate_changed', { more, ratePaisePerMinute: 1_200 }),
      () => ({ sessionId: 'session-1' }),
    ]
    const { dialog, user, requests } = await open({ answer: () => answers.shift()?.() })
    await user.fill(dialog.field('Your question'), 'What does it cost?')
    await user.click(startButton())
    expect(textOf(await dialog.findByRole('alert'))).toBe(
      'The price of this expert has just changed. A minute costs ₹12 now. Nothing was held.',
    )
    expect(factsOf(dialog.region('What it costs').element).Rate).toBe('₹12/min')
    expect(startButton().textContent).toBe('Start audio call · ₹12/min')
    await user.click(startButton())
    await waitFor(() => expect(toastText()).toBe('Request sent to Ravi Nair'))
    expect(requests().map(({ ratePaisePerMinute }) => ratePaisePerMinute)).toEqual([1_000, 1_200])
  })

  test('redirects to the login and back when the student was signed out elsewhere', async () => {
    const { dialog, user, place } = await open({ answer: () => refusal('not_signed_in_to_ask') })
    await user.fill(dialog.field('Your question'), 'What is entropy?')
    await user.click(startButton())
    await waitFor(() => expect(toastText()).toBe('You need to be logged in to send a request'))
    const returnPath = encodeURIComponent(`/expert/details/${ravisCard.id}`)
    await waitFor(() => expect(place.current).toBe(`/login?redirect=${returnPath}`))
  })
})

describe('the devices', () => {
  test('are only the microphone for audio; switching to video requests the camera', async () => {
    const { dialog, user, devices } = await open({ callType: 'audio' })
    await dialog.findByText('Your microphone works')
    expect(devices.asked.map(({ video }) => video)).toEqual([false])
    expect(dialog.queryByLabelText('Your own picture')).toBeNull()
    await user.click(dialog.getByRole('radio', { name: 'Video call' }))
    await dialog.findByLabelText('Your own picture')
    await user.click(dialog.getByRole('radio', { name: 'Audio call' }))
    await waitFor(() => expect(dialog.queryByLabelText('Your own picture')).toBeNull())
    // The microphone stayed open without a new prompt, and the camera is off.
    expect(devices.asked).toHaveLength(2)
    const stillOpen = devices.tracks.filter(({ readyState }) => readyState === 'live')
    expect(stillOpen.map(({ kind }) => kind)).toEqual(['audio'])
    expect(startButton().textContent).toBe('Start audio call · ₹10/min')
  })

  test('block a video call when the camera is denied, and audio still works', async () => {
    const { dialog, user, requests } = await open({ callType: 'video', camera: 'denied' })
    await user.fill(dialog.field('Your question'), 'How do I begin this proof?')
    await user.click(dialog.getByRole('button', { name: 'Check camera and microphone' }))
    const trouble = readElement(await dialog.findByRole('alert'))
    expect(textOf(trouble.element)).toContain('This page is not allowed to use your camera')
    await expectAccessible()
    await user.click(startButton())
    expect(requests()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Use audio only' }))
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Audio call' }).checked).toBe(true)
    await dialog.findByText('Your microphone works')
    await user.click(startButton())
    await waitFor(() => expect(requests()).toMatchObject([{ callType: 'audio' }]))
  })

  test('are released when the dialog closes', async () => {
    const { dialog, user, devices } = await open({ callType: 'video' })
    await dialog.findByText('Your microphone works')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended'])
  })
})

describe('an insufficient balance', () => {
  const poorAsha = { ...asha, wallet: { ...asha.wallet, available: paise(500) } }

  test('can be topped up inside the dialog, and the question stays', async () => {
    const { dialog, user, live, fetched } = await open({ viewer: poorAsha })
    await user.fill(dialog.field('Your question'), 'What is a limit?')
    expect(textOf(dialog.element)).toContain('Your wallet holds less than one minute.')
    await waitFor(() => expect(dialog.field('Amount').value).toBe('100'))
    await expectAccessible()
    await user.click(startButton())
    expect(document.activeElement).toBe(dialog.field('Amount'))
    await user.fill(dialog.field('Amount'), '1.005')
    await user.click(dialog.getByRole('button', { name: 'Add Money' }))
    expect(textOf(dialog.element)).toContain('Please enter a valid amount')
    await user.click(dialog.getByRole('button', { name: '₹200' }))
    await user.click(dialog.getByRole('button', { name: 'Add ₹200' }))
    await waitFor(() => expect(toastText()).toBe('Successfully added ₹200 to your wallet'))
    const payments = fetched.filter(({ path, method }) => path === '/top-up' && method === 'POST')
    expect(payments.map(({ body }) => body)).toEqual([{ id: expect.any(String), amount: '200' }])
    act(() => live.publish(`wallet:${asha.id}`, { ...poorAsha.wallet, available: paise(20_500) }))
    await waitFor(() => expect(dialog.fields('Amount')).toEqual([]))
    expect(factsOf(dialog.region('What it costs').element)).toMatchObject({
      'Your balance': '₹205 · 20 minutes',
      'Held at the start': '₹50 · 5 minutes',
    })
    expect(dialog.field('Your question').value).toBe('What is a limit?')
    expect(document.activeElement).toBe(startButton())
  })

  test('can be topped up at a provider in another tab, and the dialog continues when paid', async () => {
    const { dialog, user, live } = await open({ viewer: poorAsha, provider: 'razorpay' })
    await user.fill(dialog.field('Your question'), 'What is a derivative?')
    const add = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Add ₹100' })
    const form = add.form as HTMLFormElement
    expect([form.target, form.method, form.getAttribute('action')]).toEqual(['_blank', 'post', '/user/wallet'])
    expect(Object.fromEntries(new FormData(form))).toMatchObject({ act: 'add', amount: '100' })
    form.addEventListener('submit', (event) => event.preventDefault())
    await user.click(add)
    expect(textOf(dialog.element)).toContain('Pay in the tab that has opened.')
    act(() => live.publish(`wallet:${asha.id}`, { ...poorAsha.wallet, available: paise(10_500) }))
    await waitFor(() =>
      expect(factsOf(dialog.region('What it costs').element)['Your balance']).toBe('₹105 · 10 minutes'),
    )
    await waitFor(() => expect(document.activeElement).toBe(startButton()))
    expect(dialog.field('Your question').value).toBe('What is a derivative?')
  })

  test('cannot be topped up when no provider is configured, and the dialog says so', async () => {
    const { dialog } = await open({ viewer: poorAsha, provider: 'none' })
    await waitFor(() => expect(textOf(dialog.element)).toContain('Adding money'))
    expect(dialog.fields('Amount')).toEqual([])
  })
})

describe('closing the dialog', () => {
  test('needs no confirmation when nothing was written, and returns the focus', async () => {
    const { user } = await open()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(textOf(document.activeElement)).toBe('Call Ravi')
  })

  test('asks for confirmation before a draft is lost', async () => {
    const { dialog, user } = await open()
    await user.fill(dialog.field('Your question'), 'How do vaccines work?')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Keep writing' }))
    expect(dialog.field('Your question').value).toBe('How do vaccines work?')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Call Ravi' }))
    const reopened = readElement(await screen.findByRole('dialog', { name: 'Request Session' }))
    expect(reopened.field('Your question').value).toBe('')
  })
})

describe('a file', () => {
  test.each([
    ['song.mp3', 'audio/mpeg', 1, /^File type not allowed\./],
    ['long.pdf', 'application/pdf', 10 * 1024 * 1024 + 1, /^File size exceeds the 10MB limit\.$/],
  ])('%s is refused before the upload', async (name, type, bytes, text) => {
    const uploads = captureUploads()
    const { choose, field } = await openWithFiles()
    await choose(new File([new Uint8Array(bytes)], name, { type }))
    expect(textOf(field().getByRole('alert'))).toMatch(text)
    expect(uploads).toEqual([])
    await expectAccessible()
  })

  test('shows an error when the upload fails, and can be chosen again', async () => {
    const uploads = captureUploads()
    const { choose, field } = await openWithFiles()
    await choose(picture)
    act(() => uploads[0]?.fail())
    expect(textOf(await field().findByRole('alert'))).toContain('The upload failed.')
    await choose(picture)
    expect(uploads).toHaveLength(2)
  })

  test('shows the reason when the server refuses it', async () => {
    const uploads = captureUploads()
    const { choose, field } = await openWithFiles()
    await choose(picture)
    act(() => uploads[0]?.answer({ error: 'This is no picture.' }, 415))
    expect(textOf(await field().findByRole('alert'))).toBe('This is no picture.')
  })

  test('shows upload progress, is sent with the question, and can be removed', async () => {
    const uploads = captureUploads()
    const { choose, field, user, requests } = await openWithFiles()
    await choose(picture)
    expect(uploads[0]?.address).toBe('/question-files?name=page.png')
    act(() => uploads[0]?.progress(40))
    const progress = field().getByRole('progressbar', { name: 'page.png' })
    expect(progress.getAttribute('value')).toBe('40')
    expect(field().element.querySelector('img')?.src).toMatch(/^blob:/)
    await expectAccessible()
    act(() => uploads[0]?.answer({ file: stored }))
    expect(textOf(await field().findByText('page.png is added'))).toBe('page.png is added')
    await user.click(field().getByRole('button', { name: 'Remove page.png' }))
    await waitFor(() => expect(document.activeElement).toBe(field().getByRole('button', { name: 'Add a file' })))
    await choose(picture)
    await user.click(startButton())
    expect(requests()).toEqual([])
    act(() => uploads[1]?.answer({ file: stored }))
    await waitFor(() => expect(requests()).toMatchObject([{ question: '', file: stored }]))
  })

  const picture = new File(['x'], 'page.png', { type: 'image/png' })
  const stored = { key: 'questions/x', name: 'page.png', type: 'image/webp' }

  async function openWithFiles() {
    const opened = await open()
    const field = () => readElement(opened.dialog.getByRole('group', { name: 'File for your question' }))
    const choose = async (file: File) => {
      const chooser = field().element.querySelector('input') as HTMLInputElement
      chooser.removeAttribute('accept')
      await opened.user.upload(chooser, file)
    }
    return { ...opened, field, choose }
  }
})

type Setup = {
  callType?: CallType
  viewer?: typeof asha
  spending?: Spending
  provider?: 'demo' | 'razorpay' | 'none'
  camera?: 'granted' | 'denied'
  answer?: () => unknown
}

/** Opens the dialog: Asha clicks the button that calls Ravi. */
async function open({ callType = 'audio', viewer = asha, spending, provider = 'demo', camera, answer }: Setup = {}) {
  const devices = fakeDevices({ camera })
  const startedCalls: RequestedCall[] = []
  const fetched: Fetched[] = stubFetch(({ path, method }) => {
    if (path === '/top-up') return method === 'GET' ? { provider } : { state: 'paid' }
    if (method === 'GET') return spending ?? { dailyLimit: null, spentToday: 0 }
    return answer ? answer() : { sessionId: 'session-1' }
  })
  const opened = openComponent(
    <RequestButton expert={ravisCard} status="online" callType={callType}>
      Call Ravi
    </RequestButton>,
    { at: '/expert/1', viewer, calls: { prepare: () => undefined, start: (call) => void startedCalls.push(call) } },
  )
  await opened.user.click(screen.getByRole('button', { name: 'Call Ravi' }))
  const dialog = readElement(await screen.findByRole('dialog', { name: 'Request Session' }))
  const requests = () =>
    fetched
      .filter(({ path, method }) => path === '/session-request' && method === 'POST')
      .map(({ body }) => body as Record<string, unknown>)
  return { ...opened, dialog, devices, startedCalls, fetched, requests }
}

function startButton(): HTMLButtonElement {
  return screen.getByRole<HTMLButtonElement>('button', { name: /^Start (audio|video) call/ })
}

function refusal(code: RefusalCode, { more, ...details }: { more?: string; ratePaisePerMinute?: number } = {}) {
  const { message, status } = new Refusal(code, more ? { more } : {})
  return Response.json({ refusal: { code, text: message }, ...details }, { status })
}
