// oxlint-disable no-console -- the mock of quiet-console.ts
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Form, Link } from 'react-router'
import { safeSessionStorage } from '#app/base/browser-memory.ts'
import { networkProblem } from '#app/base/network-problem.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { CallStateTracker, LazyCallOverlay } from '#app/call/call-state-tracker.tsx'
import { CallHost, CallsProvider } from '#app/call/calls-provider.tsx'
import type { Side } from '#domain/sessions/states.ts'
import { paise } from '#kernel/money.ts'
import { refusals } from '#kernel/refusals.ts'
import type { ServerMessage, TopicState } from '#live/protocol.ts'
import { onToast, toast } from '#app/ui/toast.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { imransCard } from '#tests/expert-cards.ts'
import { fakeDevices } from '#tests/fake-devices.ts'
import { readElement, textOf } from '#tests/read-element.ts'
import { now, openComponent, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { type Fetched, networkFailure, stubFetch } from '#tests/stub-fetch.ts'
import { asha, ravi } from '#tests/viewers.ts'

// Loaded before the first test, so that no test waits for it.
beforeAll(() => Promise.all([import('#app/call/call-overlay.tsx'), import('#app/call/engine/call.ts')]))
beforeEach(() => {
  fakeDevices()
  document.title = 'Samjhao'
})

describe('an incoming call', () => {
  test('shows the photo of the caller', async () => {
    const { dialog } = await ring({ studentPhotoUrl: '/photos/asha.webp' })
    expect(photoIn(dialog.element)).toBe('/photos/asha.webp')
  })

  test('shows the caller, the earnings, the question and its file', async () => {
    const { dialog } = await ring({ question: 'Why does a spinning top not fall over?', fileName: 'top.webp' })
    expect(dialog.element.getAttribute('role')).toBe('alertdialog')
    expect(textOf(dialog.element)).toContain('Asha Verma is calling')
    expect(textOf(dialog.element)).toContain('An audio call. You earn ₹8 a minute. Rings for 45 more seconds')
    expect(textOf(dialog.element)).toContain('Why does a spinning top not fall over?')
    expect(dialog.getByRole('link', { name: 'top.webp' }).getAttribute('href')).toBe(`/sessions/${sessionId}/file`)
    expect(document.activeElement).toBe(dialog.element)
    await expectAccessible(dialog.element)
  })

  test('is declined with a reason', async () => {
    const { dialog, user, sent } = await ring({}, () => ({ done: true }))
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    expect(document.activeElement).toBe(dialog.getByRole('form', { name: 'Decline the call' }))
    await user.keyboard('{Escape}')
    expect(dialog.queryByRole('form')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    await user.click(dialog.getByRole('button', { name: 'This is not my subject' }))
    await user.click(dialog.getByRole('button', { name: 'Decline the call' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({
      to: `/sessions/${sessionId}/step`,
      fields: { act: 'decline', reason: 'This is not my subject' },
    })
  })

  test('stops ringing when it is declined, cancelled or missed', async () => {
    const { stopRinging } = await ring()
    stopRinging()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.queryByText(/in another tab/)).toBeNull()
  })

  test('answered in another tab is replaced by a bar', async () => {
    const { live } = await ring()
    act(() => live.publish(`rings:${ravi.id}`, { ring: null, open: { ...open('expert'), state: 'connecting' } }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(textOf(document.body)).toContain('You are in a call with Asha Verma, in another tab or on another device.')
  })

  test('blinks in the tab title, and shows a notification while the page is hidden', async () => {
    const notices: string[] = []
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    vi.stubGlobal(
      'Notification',
      class extends EventTarget {
        static permission = 'granted'
        constructor(title: string) {
          super()
          notices.push(title)
        }
        close = () => undefined
      },
    )
    const { stopRinging } = await ring()
    expect(notices).toEqual(['Asha Verma is calling'])
    await waitFor(() => expect(document.title).toContain('Asha Verma is calling'))
    stopRinging()
    await waitFor(() => expect(document.title).toBe('Samjhao'))
  })

  test('does not change the title of another page that the expert opened meanwhile', async () => {
    const { stopRinging } = await ring()
    await waitFor(() => expect(document.title).toContain('Asha Verma is calling'))
    document.title = 'Your sessions'
    await waitFor(() => expect(document.title).toContain('Asha Verma is calling'))
    stopRinging()
    await waitFor(() => expect(document.title).toBe('Your sessions'))
  })

  test('answered in another tab at the same moment says that it continues there', async () => {
    const { dialog, user, live, publishSession } = await ring()
    await user.click(dialog.getByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(live.sentMessages).toContainEqual({ type: 'join', session: sessionId, accept: true }))
    act(() => live.publish(`rings:${ravi.id}`, { ring: null, open: { ...open('expert'), state: 'live' } }))
    act(() => live.receive({ type: 'refused', what: 'join', session: sessionId, text: 'Too late.' }))
    publishSession({ state: 'live' })
    expect(await screen.findByRole('heading', { name: 'The call continues in another tab' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(textOf(document.body)).toContain('You are in a call with Asha Verma')
  })

  test('is answered without permission for the microphone, and the notice says what to do', async () => {
    fakeDevices({ microphone: 'denied' })
    const { dialog, user, receiveMeter, publishSession } = await ring()
    await user.click(dialog.getByRole('button', { name: 'Accept' }))
    await screen.findByRole('dialog', { name: 'Call with Asha Verma' })
    publishSession({ state: 'live' })
    receiveMeter()
    expect(await screen.findByText(/You can listen, but not speak\./)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.getByRole('timer')).toBeTruthy()
  })
})

test('a call that cannot be declined now keeps ringing, with the reason at its button', async () => {
  const answers = [networkFailure, () => ({ done: true })]
  const { dialog, user, sent } = await ring({}, () => answers.shift()?.())
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  await user.click(dialog.getByRole('button', { name: 'This is not my subject' }))
  await user.click(dialog.getByRole('button', { name: 'Decline the call' }))
  expect(textOf(await dialog.findByRole('alert'))).toBe(networkProblem.refusal.text)
  await expectAccessible(dialog.element)
  await user.click(dialog.getByRole('button', { name: 'Decline the call' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.fields.reason).toBe('This is not my subject')
})

describe('an offer', () => {
  test('that cannot be declined now shows the reason, until it is declined', async () => {
    const answers = [networkFailure, () => refusedAnswer('request_moved_on'), () => ({ done: true })]
    const { dialog, user, sent } = await ring({ asked: 3 }, () => answers.shift()?.())
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    expect(textOf(await dialog.findByRole('alert'))).toBe(networkProblem.refusal.text)
    await expectAccessible(dialog.element)
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(refusals.request_moved_on.text))
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull())
    expect(sent).toHaveLength(3)
  })

  test('is answered or declined by keyboard', async () => {
    const { dialog, user, sent, live } = await ring({ asked: 3, fileName: 'top.webp' }, () => ({ done: true }))
    expect(document.activeElement).toBe(dialog.element)
    const reached: string[] = []
    for (let step = 0; step < 5; step++) {
      await user.tab()
      expect(dialog.element.contains(document.activeElement)).toBe(true)
      reached.push(textOf(document.activeElement))
    }
    expect(reached).toEqual(expect.arrayContaining(['top.webp', 'Decline', 'Accept']))
    dialog.getByRole('button', { name: 'Decline' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(sent).toHaveLength(1))
    dialog.getByRole('button', { name: 'Accept' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(live.sentMessages).toContainEqual({ type: 'join', session: sessionId, accept: true }))
  })

  test('says that other experts are asked, and is declined without a reason', async () => {
    const { dialog, user, sent } = await ring({ asked: 3 }, () => ({ done: true }))
    expect(textOf(dialog.element)).toContain('Asha Verma is looking for an expert')
    expect(textOf(dialog.element)).toContain(
      '2 other experts are also being asked. The first to accept gets the call. Declining costs you nothing.',
    )
    await expectAccessible(dialog.element)
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(sent).toEqual([{ to: `/sessions/${sessionId}/step`, fields: { act: 'decline' } }]))
  })

  test('accepted by another expert stops ringing and shows a notice', async () => {
    const { live } = await ring({ asked: 2 })
    const endedOffer = { sessionId, state: 'taken' as const, studentName: asha.name }
    act(() => live.publish(`rings:${ravi.id}`, { ring: null, open: null, endedOffer }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(toastText()).toBe('Another expert accepted the question of Asha Verma.'))
  })

  test('accepted by another expert at the same moment says so once, on the screen', async () => {
    const { dialog, user, live, publishSession } = await ring({ asked: 2 })
    await user.click(dialog.getByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(live.sentMessages).toContainEqual({ type: 'join', session: sessionId, accept: true }))
    act(() => live.receive({ type: 'refused', what: 'join', session: sessionId, text: 'Another expert was first.' }))
    publishSession({ state: 'cancelled', endReason: 'offer_taken' })
    const endedOffer = { sessionId, state: 'taken' as const, studentName: asha.name }
    act(() => live.publish(`rings:${ravi.id}`, { ring: null, open: null, endedOffer }))
    expect(await screen.findByRole('heading', { name: 'Another expert was first' })).toBeTruthy()
    expect(textOf(document.body)).toContain('This does not count as a missed call.')
    expect(toastText()).toBe('')
  })
})

describe('an unanswered call', () => {
  test('shows the reason of the expert, and asks another expert the same question', async () => {
    const { user, publishSession } = await call({ session: { question: 'What keeps a top upright?' } }, ({ path }) =>
      path.endsWith('/alternatives') ? [imransCard] : {},
    )
    expect(textOf(surface().element)).toContain('Calling Ravi Nair Rings for 45 more seconds')
    publishSession({ state: 'declined', declineReason: 'This is not my subject' })
    expect(await screen.findByRole('heading', { name: 'Ravi Nair cannot take the call' })).toBeTruthy()
    expect(textOf(surface().element)).toContain('Nothing was charged. Ravi Nair says: “This is not my subject”')
    await user.click(await screen.findByRole('button', { name: 'Ask Imran' }))
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Request Session' }))
    expect(textOf(dialog.element)).toContain('Imran Sheikh')
    expect(dialog.field('Your question').value).toBe('What keeps a top upright?')
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Audio call' }).checked).toBe(true)
    expect(screen.queryByRole('dialog', { name: 'Call with Ravi Nair' })).toBeNull()
  })

  test('can be cancelled by the student', async () => {
    const { user, live, publishSession } = await call()
    await user.click(screen.getByRole('button', { name: 'Cancel the call' }))
    expect(live.sentMessages.at(-1)).toEqual({ type: 'hang_up', session: sessionId })
    publishSession({ state: 'cancelled' })
    expect(await screen.findByRole('heading', { name: 'You have cancelled the call' })).toBeTruthy()
    expect(screen.queryByText('These experts can help you now')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('that was missed says when the list of other experts cannot be loaded, and tries again', async () => {
    let fails = true
    const { user, publishSession } = await call({}, () => (fails ? networkFailure() : [imransCard]))
    publishSession({ state: 'missed' })
    expect(textOf(await screen.findByRole('alert'))).toContain('The list of other experts could not be loaded.')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Ask Imran' })).toBeTruthy()
  })

  test('that was missed says when no other expert is available', async () => {
    const { publishSession } = await call({}, () => [])
    publishSession({ state: 'missed' })
    expect(await screen.findByRole('heading', { name: 'Ravi Nair did not answer' })).toBeTruthy()
    expect(await screen.findByText('No other experts are available for this right now.')).toBeTruthy()
  })
})

describe('the photo of the other person', () => {
  const photos = { studentPhotoUrl: '/photos/asha.webp', expertPhotoUrl: '/photos/ravi.webp' }

  test('is shown to the student while it rings and connects, in an audio call and in the small window', async () => {
    const { user, publishSession, receiveMeter } = await call({ session: photos })
    expect(photoIn(surface().element)).toBe('/photos/ravi.webp')
    publishSession({ state: 'connecting' })
    expect(photoIn(surface().element)).toBe('/photos/ravi.webp')
    publishSession({ state: 'live' })
    receiveMeter()
    expect(photoIn(surface().element)).toBe('/photos/ravi.webp')
    await choose(user, 'Make small')
    expect(photoIn(surface().element)).toBe('/photos/ravi.webp')
  })

  test('is shown to the expert in a video call without a picture', async () => {
    await talk({ side: 'expert', session: { ...photos, callType: 'video' } })
    expect(photoIn(surface().element)).toBe('/photos/asha.webp')
  })

  test('is replaced by initials when there is none, or a node of the previous version sends none', async () => {
    await talk({ session: { expertPhotoUrl: null } })
    expect(photoIn(surface().element)).toBeUndefined()
    expect(surface().element.textContent).toContain('RN')
  })
})

describe('the call controls', () => {
  test('show the main actions with words in the bar, and the rest under More', async () => {
    const { user } = await talk({ session: { callType: 'video' } })
    const bar = readElement(surface().getByRole('group', { name: 'Call controls' }))
    const buttons = bar.getAllByRole('button')
    expect(buttons.map(textOf)).toEqual(['Mute', 'Camera', 'Board', 'Chat', 'More', 'Hang up'])
    // Speech input finds a button by its visible word.
    for (const button of buttons) expect(button.getAttribute('aria-label')).toMatch(new RegExp(textOf(button), 'i'))
    await user.click(bar.getByRole('button', { name: 'More' }))
    const items = (await screen.findAllByRole('menuitem')).map(textOf)
    expect(items).toEqual([
      'Add money',
      'Choose devices D',
      'Continue with audio only',
      'Data use',
      'Make small W',
      'Keyboard shortcuts ?',
    ])
    await expectAccessible(surface().element)
  })

  test('can be used by keyboard alone', async () => {
    const { user } = await talk({ side: 'expert' })
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Mute' }))
    screen.getByRole('button', { name: 'More' }).focus()
    await user.keyboard('{Enter}{End}')
    await waitFor(() => expect(textOf(document.activeElement)).toBe('Keyboard shortcuts ?'))
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  })
})

describe('the data saver', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'connection'))

  test('is found under More with the data of the call, and this browser remembers the choice', async () => {
    const { user } = await talk({ session: { callType: 'video' } })
    await choose(user, 'Data use')
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Data use' }))
    expect(textOf(dialog.element)).toContain('Each minute Measuring Received so far 0 kB Sent so far 0 kB')
    expect(textOf(dialog.element)).toContain('about 2 MB a minute. With audio only it is about 1 MB.')
    const saver = dialog.getByRole('switch', { name: 'Data saver' })
    expect(saver.getAttribute('aria-checked')).toBe('false')
    await expectAccessible(dialog.element)
    await user.click(saver)
    expect(saver.getAttribute('aria-checked')).toBe('true')
    expect(localStorage.getItem('samjhao:data-saver')).toBe('on')
    const { initialOwnView } = await import('#app/call/engine/own-media.ts')
    expect(initialOwnView(sessionId, null).saver).toBe(true)
  })

  test('is on when the browser saves data, until the user turns it off', async () => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
    const { user } = await talk()
    await choose(user, 'Data use')
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Data use' }))
    expect(textOf(dialog.element)).toContain('less than 1 MB a minute')
    const saver = dialog.getByRole('switch', { name: 'Data saver' })
    expect(saver.getAttribute('aria-checked')).toBe('true')
    await user.click(saver)
    expect(localStorage.getItem('samjhao:data-saver')).toBe('off')
    const { initialOwnView } = await import('#app/call/engine/own-media.ts')
    expect(initialOwnView(sessionId, null).saver).toBe(false)
  })
})

describe('the board', () => {
  const answerBoard = ({ path }: Fetched) => (path.startsWith('/boards/') ? { last: 0, changes: [] } : {})
  const bar = () => readElement(surface().getByRole('group', { name: 'Call controls' }))

  test('is not offered before the call is connected', async () => {
    await call()
    expect(bar().queryByRole('button', { name: 'Board' })).toBeNull()
  })

  // Before the tests that open the board, because its code is loaded once.
  test('that cannot be loaded is offered again, and the call continues', async () => {
    // React reports each failure.
    vi.mocked(console.error).mockImplementation(() => undefined)
    const file = '#app/boards/screen/board-panel.tsx'
    vi.doMock(file, () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
    const { user, live } = await talk({}, answerBoard)
    await user.click(bar().getByRole('button', { name: 'Board' }))
    const problem = readElement(await screen.findByRole('alert'))
    expect(textOf(problem.element)).toContain('The board could not be loaded.')
    expect(screen.getByRole('timer')).toBeTruthy()
    expect(live.sentMessages.some(({ type }) => type === 'hang_up')).toBe(false)
    await expectAccessible(surface().element)
    // The board can be closed and opened meanwhile, which also loads it again.
    await user.click(bar().getByRole('button', { name: 'Close the board' }))
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(bar().getByRole('button', { name: 'Board' }))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/reload the page\. Your call continues after that\./)).toBeTruthy()
    vi.doUnmock(file)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Board' })).toBeTruthy()
    expect(safeSessionStorage.getItem('samjhao:call')).toBe(sessionId)
    vi.mocked(console.error).mockClear()
  })

  test('opens beside the picture with one press or key, and closes with another', async () => {
    const { user, fetched } = await talk({}, answerBoard)
    await user.click(bar().getByRole('button', { name: 'Board' }))
    expect(await screen.findByRole('region', { name: 'Board' })).toBeTruthy()
    await waitFor(() =>
      expect(fetched.map(({ path }) => path)).toContain(`/boards/${sessionId}/changes?after=0&parts=1`),
    )
    expect(await screen.findByRole('application', { name: /^Drawing area/ })).toBeTruthy()
    expect(screen.getByRole('timer')).toBeTruthy()
    // The board was opened here, so no notice says that the other side did.
    expect(toastText()).not.toContain('opened the board')
    await user.click(bar().getByRole('button', { name: 'Close the board' }))
    expect(screen.queryByRole('region', { name: 'Board' })).toBeNull()
    await user.keyboard('b')
    expect(await screen.findByRole('region', { name: 'Board' })).toBeTruthy()
  })
})

test('the expert joins with one toast, although the call is made small, large and small again', async () => {
  const texts: string[] = []
  const stop = onToast(({ text }) => void texts.push(text))
  const { user } = await talk()
  await choose(user, 'Make small')
  await user.click(screen.getByRole('button', { name: /^Back to the call/ }))
  await choose(user, 'Make small')
  stop()
  expect(texts).toEqual(['Ravi Nair joined the call'])
})

describe('a message of the other side', () => {
  const message = { id: 'm1', number: 1, side: 'expert', text: 'F = ma', saidAt: now.toISOString() }
  const answerMessages = ({ path }: Fetched) => (path.includes('/messages') ? { messages: [message] } : {})

  test('that arrives while the call is large is not announced again when the call is made small and large', async () => {
    const { user, live } = await talk({}, answerMessages)
    act(() => live.publish(`chat:${sessionId}`, { last: 1 }))
    expect(await surface().findByText('F = ma')).toBeTruthy()
    await choose(user, 'Make small')
    expect(toastText()).not.toContain('wrote')
    await user.click(screen.getByRole('button', { name: 'Back to the call, 1 new' }))
    await choose(user, 'Make small')
    expect(toastText()).not.toContain('wrote')
  })

  test('that arrives while the call is small is announced by one toast', async () => {
    const { user, live } = await talk({}, answerMessages)
    await choose(user, 'Make small')
    act(() => live.publish(`chat:${sessionId}`, { last: 1 }))
    await waitFor(() => expect(toastText()).toBe('Ravi Nair wrote F = ma'))
    toast({ kind: 'info', text: 'Another toast' })
    await user.click(screen.getByRole('button', { name: 'Back to the call, 1 new' }))
    expect(surface().queryByText('F = ma')).toBeNull()
    await choose(user, 'Make small')
    expect(toastText()).toBe('Another toast')
  })
})

describe('adding money', () => {
  test('is possible at any time of the call, and shows how many minutes the amount lasts', async () => {
    const { user, fetched, receiveMeter } = await talk({ session: { ratePaisePerMinute: paise(2_000) } }, answerTopUp)
    await choose(user, 'Add money')
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Add money' }))
    await user.fill(await waitFor(() => dialog.field('Amount')), '100')
    expect(textOf(dialog.element)).toContain('₹100 lasts about 5 minutes at ₹20/min.')
    await user.click(dialog.getByRole('button', { name: 'Add ₹100' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add money' })).toBeNull())
    expect(fetched.at(-1)).toMatchObject({ path: '/top-up', method: 'POST', body: { amount: '100' } })
    receiveMeter({ leftMs: 590_000 })
    expect(textOf(surface().element)).toContain('10 min left')
  })

  test('is not offered to the expert', async () => {
    const { user } = await talk({ side: 'expert' })
    await user.click(screen.getByRole('button', { name: 'More' }))
    expect(await screen.findByRole('menuitem', { name: 'Make small W' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Add money' })).toBeNull()
  })
})

describe('a low balance', () => {
  const low = { leftMs: 170_000, warning: 3 }

  test('is shown to the student, who adds money in the call', async () => {
    const { user, fetched, receiveMeter } = await talk({}, answerTopUp)
    receiveMeter(low)
    expect(textOf(surface().element)).toContain(
      'Low balance: your money lasts for about 3 minutes more. Then the call ends.',
    )
    expect(textOf(surface().element)).toContain('3 min left')
    expect(caption()).toBe('Your money lasts for about 3 minutes more.')
    receiveMeter({ leftMs: 55_000, warning: 1 })
    expect(textOf(surface().element)).toContain('Low balance: your money lasts for about 1 minute more.')
    await user.click(screen.getByRole('button', { name: 'Add money' }))
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Add money' }))
    await user.fill(await waitFor(() => dialog.field('Amount')), '80')
    await user.click(dialog.getByRole('button', { name: 'Add ₹80' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add money' })).toBeNull())
    expect(toastText()).toBe('Successfully added ₹80 to your wallet')
    expect(fetched.at(-1)).toMatchObject({ path: '/top-up', method: 'POST', body: { amount: '80' } })
    receiveMeter({ leftMs: 535_000, heldMs: 500_000 })
    expect(textOf(surface().element)).not.toContain('Low balance')
    expect(textOf(surface().element)).toContain('9 min left')
  })

  test('is also shown after a reload, when the meter does not repeat its warning', async () => {
    const { receiveMeter } = await talk()
    receiveMeter({ leftMs: 110_000 })
    expect(textOf(surface().element)).toContain('Low balance: your money lasts for about 2 minutes more.')
    expect(textOf(surface().element)).toContain('2 min left')
  })

  test('is also shown in the small window, where money can be added', async () => {
    const { user, receiveMeter } = await talk({}, answerTopUp)
    await choose(user, 'Make small')
    const small = readElement(await screen.findByRole('region', { name: 'Call with Ravi Nair' }))
    receiveMeter(low)
    expect(textOf(small.element)).toContain('About 3 minutes left')
    await user.click(small.getByRole('button', { name: 'Add money' }))
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Add money' }))
    await user.fill(await waitFor(() => dialog.field('Amount')), '80')
    await user.click(dialog.getByRole('button', { name: 'Add ₹80' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add money' })).toBeNull())
    receiveMeter({ leftMs: 535_000, heldMs: 500_000 })
    expect(small.queryByText(/^About .* left$/)).toBeNull()
  })

  test('is shown to the expert without a button, and the last screen says that the money was used up', async () => {
    const { receiveMeter, publishSession } = await talk({ side: 'expert' })
    receiveMeter(low)
    expect(textOf(surface().element)).toContain('The student’s money lasts for about 3 minutes more.')
    expect(screen.queryByRole('button', { name: 'Add money' })).toBeNull()
    receiveMeter({ phase: 'over' })
    publishSession({ state: 'settled', endReason: 'money_spent', billedMinutes: 3, chargedPaise: paise(3_000) })
    expect(await screen.findByText('The student’s money was used up.')).toBeTruthy()
    expect(textOf(surface().element)).toContain('₹24 earned')
  })
})

describe('a booked session', () => {
  const wishes = { student: false, expert: false, isAgreed: false }
  const booked = { booked: wishes, heldMinutes: 15, endsAt: now.getTime() + 15 * 60_000, leastPaise: paise(3_750) }
  const few = { leftMs: 170_000, warning: 3, endsBy: 'time' } as const

  test('shows its end time from the start, until the notice is dismissed', async () => {
    const { user, receiveMeter } = await talk({ session: booked })
    receiveMeter({ leftMs: 880_000 })
    expect(textOf(surface().element)).toContain('Booked until 12:15 PM. The 15 minutes are already paid for.')
    expect(textOf(surface().element)).toContain('15 min left')
    await user.click(screen.getByRole('button', { name: 'OK' }))
    expect(textOf(surface().element)).not.toContain('Booked until')
    await waitFor(() => expect(document.activeElement).toBe(surface().element))
  })

  test('continues for the student when both agree', async () => {
    const { user, fetched, receiveMeter, publishSession } = await talk({ session: booked }, () => ({ isAgreed: false }))
    receiveMeter(few)
    const text = () => textOf(surface().element)
    expect(text()).toContain('The booked time ends in about 3 minutes. The call then ends, unless you both want')
    await user.click(screen.getByRole('button', { name: 'Continue for ₹10/min' }))
    await waitFor(() =>
      expect(fetched).toContainEqual({ path: `/bookings/${sessionId}/step`, method: 'POST', body: { act: 'go_on' } }),
    )
    publishSession({ ...booked, booked: { ...wishes, student: true } })
    expect(text()).toContain('You want to continue. Ravi Nair has not agreed yet.')
    expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull()
    publishSession({ ...booked, endsAt: null, booked: { student: true, expert: true, isAgreed: true } })
    receiveMeter({ leftMs: 900_000, heldMs: 800_000 })
    expect(text()).not.toContain('The booked time ends')
  })

  test('says at the button why it cannot continue', async () => {
    const answers = [networkFailure, () => ({ isAgreed: false })]
    const { user, receiveMeter } = await talk({ session: booked }, () => answers.shift()?.())
    receiveMeter(few)
    await user.click(screen.getByRole('button', { name: 'Continue for ₹10/min' }))
    expect(textOf(await screen.findByRole('alert'))).toBe(networkProblem.refusal.text)
    await user.click(screen.getByRole('button', { name: 'Continue for ₹10/min' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('tells the expert that the student wants to continue', async () => {
    const { receiveMeter, publishSession } = await talk({ side: 'expert', session: booked })
    receiveMeter(few)
    publishSession({ ...booked, booked: { ...wishes, student: true } })
    expect(textOf(surface().element)).toContain(
      'The booked time ends in about 3 minutes. Asha Verma wants to continue.',
    )
    expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
  })

  test('shows the price before the student leaves early', async () => {
    const { user, live, publishSession, url } = await talk({ session: booked })
    await user.click(screen.getByRole('button', { name: 'Hang up' }))
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Leave the session early?' }))
    expect(textOf(dialog.element)).toContain('It then costs ₹37.50, a quarter of the price')
    await user.click(dialog.getByRole('button', { name: 'Stay in the call' }))
    expect(screen.queryByRole('dialog', { name: 'Leave the session early?' })).toBeNull()
    expect(live.sentMessages.some(({ type }) => type === 'hang_up')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Hang up' }))
    await user.click(await screen.findByRole('button', { name: 'Leave for ₹37.50' }))
    expect(live.sentMessages.at(-1)).toEqual({ type: 'hang_up', session: sessionId })
    publishSession({ ...booked, state: 'settled', endReason: 'hung_up', billedMinutes: 1, chargedPaise: paise(3_750) })
    await waitFor(() => expect(url.current).toBe(`/user/sessions/${sessionId}`))
    expect(toastText()).toBe('Call ended')
  })

  test('left early by the student tells the expert why the fee was earned', async () => {
    const { publishSession } = await talk({ side: 'expert', session: booked })
    publishSession({ ...booked, state: 'settled', endReason: 'hung_up', billedMinutes: 1, chargedPaise: paise(3_750) })
    expect(await screen.findByText(/because the student left early/)).toBeTruthy()
    expect(textOf(surface().element)).toContain('₹30 earned')
  })
})

describe('a call before a booked session of the expert', () => {
  const limited = { endsAt: now.getTime() + 30 * 60_000 }
  const few = { leftMs: 110_000, warning: 3, endsBy: 'time' } as const

  test.each([
    ['student', 'The expert has', 'The expert has time for about 2 minutes more. Then the call ends.'],
    ['expert', 'You have', 'You have time for about 2 minutes more, before your next session. Then the call ends.'],
  ] as const)('tells the %s from the start when it must end, and warns near the end', async (side, owner, warning) => {
    const { receiveMeter } = await talk({ side, session: limited })
    expect(textOf(surface().element)).toContain(
      `This call can last until 12:30 PM. ${owner} a booked session after it.`,
    )
    receiveMeter(few)
    expect(textOf(surface().element)).toContain(warning)
    expect(textOf(surface().element)).not.toContain('This call can last until')
  })

  test('ends with the reason', async () => {
    const { publishSession } = await talk({ side: 'expert', session: limited })
    publishSession({ state: 'settled', endReason: 'time_over', billedMinutes: 1, chargedPaise: paise(1_000) })
    expect(await screen.findByText('The time that you had for this session is over.')).toBeTruthy()
  })
})

describe('a call that the team ended', () => {
  test('because of a suspension says so on the last screen, then opens the session page', async () => {
    const { publishSession, url } = await talk()
    publishSession({ state: 'ended', endReason: 'suspended' })
    expect(await screen.findByText(/^We ended the call, because the expert cannot give sessions/)).toBeTruthy()
    expect(toastText()).toBe('Call ended')
    await waitFor(() => expect(url.current).toBe(`/user/sessions/${sessionId}`))
    expect(screen.queryByRole('timer')).toBeNull()
  })
})

describe('keyboard shortcuts', () => {
  test('mute, unmute while the space bar is held, and turn the camera off', async () => {
    const { user } = await talk({ side: 'expert', session: { callType: 'video' } })
    await user.keyboard('m')
    expect(screen.getByRole('button', { name: 'Unmute' })).toBeTruthy()
    expect(caption()).toBe('You are muted.')
    await user.keyboard('{ >}')
    expect(screen.getByRole('button', { name: 'Mute' })).toBeTruthy()
    await user.keyboard('{/ }')
    expect(screen.getByRole('button', { name: 'Unmute' })).toBeTruthy()
    await user.keyboard('v')
    expect(screen.getByRole('button', { name: 'Turn camera on' })).toBeTruthy()
  })

  test('make the call small and large, and work in the small window only while it has the focus', async () => {
    const { user } = await talk({ side: 'expert' })
    await user.keyboard('w')
    const small = readElement(await screen.findByRole('region', { name: 'Call with Asha Verma' }))
    expect(caption()).toBe('The call continues in a small window.')
    screen.getByRole('link', { name: 'Experts' }).focus()
    await user.keyboard('m')
    expect(small.getByRole('button', { name: 'Mute' })).toBeTruthy()
    small.getByRole('button', { name: 'Back to the call' }).focus()
    await user.keyboard('m')
    expect(small.getByRole('button', { name: 'Unmute' })).toBeTruthy()
    await user.keyboard('w')
    expect(surface().element.getAttribute('role')).toBe('dialog')
    await waitFor(() => expect(document.activeElement).toBe(surface().element))
  })

  test('are listed, do nothing while a dialog is open, and stay off once turned off', async () => {
    const { user, live } = await talk({ side: 'expert' })
    await user.keyboard('?')
    const card = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })
    const help = readElement(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(textOf(help.element)).toContain('Hang up Shift + H')
    await expectAccessible(help.element)
    await user.keyboard('m')
    expect(screen.getByRole('button', { name: 'Mute', hidden: true })).toBeTruthy()
    await user.click(help.getByRole('switch', { name: 'Use keyboard shortcuts in calls' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(card()).toBeNull())
    await user.keyboard('mw?{Shift>}H{/Shift}')
    expect(screen.getByRole('button', { name: 'Mute' })).toBeTruthy()
    expect(card()).toBeNull()
    expect(surface().element.getAttribute('role')).toBe('dialog')
    expect(live.sentMessages.some(({ type }) => type === 'hang_up')).toBe(false)
    expect(localStorage.getItem('samjhao:call-shortcuts')).toBe('off')

    await choose(user, 'Keyboard shortcuts')
    await user.click(await screen.findByRole('switch'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(card()).toBeNull())
    await user.keyboard('{Shift>}H{/Shift}')
    expect(live.sentMessages.at(-1)).toEqual({ type: 'hang_up', session: sessionId })
  })

  test('stay off, and the microphone stays muted, after a reload', async () => {
    localStorage.setItem('samjhao:call-shortcuts', 'off')
    const first = await talk({ side: 'expert' })
    await first.user.click(screen.getByRole('button', { name: 'Mute' }))
    // A reloaded page starts with this view.
    const { initialOwnView } = await import('#app/call/engine/own-media.ts')
    expect(initialOwnView(sessionId, null).muted).toBe(true)
    await first.user.keyboard('m')
    expect(screen.getByRole('button', { name: 'Unmute' })).toBeTruthy()
  })
})

describe('leaving a page during a call', () => {
  test('by logging out asks first, and ends the call only when confirmed', async () => {
    const { user, live, url, sent } = await talk({}, undefined, () => null)
    await choose(user, 'Make small')
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    expect(await screen.findByRole('dialog', { name: 'Leave the call?' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave the call?' })).toBeNull())
    expect(url.current).toBe('/')
    expect(live.sentMessages.some(({ type }) => type === 'hang_up')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await user.click(await screen.findByRole('button', { name: 'End the call' }))
    expect(live.sentMessages.at(-1)).toEqual({ type: 'hang_up', session: sessionId })
    await waitFor(() => expect(sent).toEqual([{ to: '/logout', fields: {} }]))
  })

  test('by a link opens the other page without asking', async () => {
    const { user, url } = await talk()
    await choose(user, 'Make small')
    await user.click(screen.getByRole('link', { name: 'Experts' }))
    await waitFor(() => expect(url.current).toBe('/experts'))
    expect(screen.queryByRole('dialog', { name: 'Leave the call?' })).toBeNull()
  })
})

const sessionId = '0199c0de-0000-4000-8000-00000000ca11'
type Session = TopicState<`session:${string}`>
type Meter = Extract<ServerMessage, { type: 'meter' }>
type Ring = NonNullable<TopicState<`rings:${string}`>['ring']>
type Setup = { side?: Side; session?: Partial<Session> }

const ringingSession: Session = {
  state: 'ringing',
  callType: 'audio',
  studentName: asha.name,
  expertName: ravi.name,
  expertId: ravi.expertId,
  question: 'Why does a spinning top not fall over?',
  fileName: null,
  ratePaisePerMinute: paise(1_000),
  sharePercent: 80,
  minuteMs: 60_000,
  liveMs: 0,
  heldMinutes: 5,
  endReason: null,
  declineReason: null,
  billedMinutes: null,
  chargedPaise: null,
  ringLeftMs: 45_000,
  endsAt: null,
  leastPaise: paise(0),
  booked: null,
}

const open = (side: Side, changes: Partial<Session> = {}) => ({
  sessionId,
  side,
  state: 'ringing' as const,
  callType: changes.callType ?? ('audio' as const),
  otherName: side === 'student' ? ravi.name : asha.name,
})

/** The page behind the call, with the call’s own layer as in app/shell/frame.tsx. */
function Page() {
  return (
    <CallsProvider viewer={useViewer()} Tracker={CallStateTracker}>
      <Link to="/experts">Experts</Link>
      <Form method="post" action="/logout">
        <button type="submit">Log out</button>
      </Form>
      <CallHost Surface={LazyCallOverlay} />
    </CallsProvider>
  )
}

/** Opens a page of this side, with functions that act as the server. */
function openPage(
  { side = 'student', session = {} }: Setup,
  answer: (fetched: Fetched) => unknown = () => ({}),
  answerForm?: (sent: Sent) => unknown,
) {
  const fetched = stubFetch(answer)
  const viewer = side === 'student' ? asha : ravi
  const opened = openComponent(<Page />, { viewer, answer: answerForm })
  const { live } = opened
  return {
    ...opened,
    fetched,
    viewer,
    publishSession: (changes: Partial<Session>) =>
      act(() => live.publish(`session:${sessionId}`, { ...ringingSession, ...session, ...changes })),
    receiveMeter: (changes: Partial<Meter> = {}) => act(() => live.receive({ ...meter, ...changes })),
  }
}

const meter: Meter = {
  type: 'meter',
  session: sessionId,
  phase: 'live',
  liveMs: 10_000,
  heldMs: 300_000,
  leftMs: 290_000,
  endsBy: 'money',
  warning: null,
}

/** Opens the page of Ravi, where Asha’s call rings. */
async function ring(changes: Partial<Ring> = {}, answerForm?: (sent: Sent) => unknown) {
  const opened = openPage({ side: 'expert' }, undefined, answerForm)
  const { question, ratePaisePerMinute, sharePercent, ringLeftMs, callType, studentName } = ringingSession
  const shown = { question, ratePaisePerMinute, sharePercent, ringLeftMs, callType, studentName, fileName: null }
  const activity = { ring: { sessionId, ...shown, ...changes }, open: open('expert') }
  act(() => opened.live.publish(`rings:${ravi.id}`, activity))
  const dialog = readElement(await screen.findByRole('alertdialog'))
  const stopRinging = () => act(() => opened.live.publish(`rings:${ravi.id}`, { ring: null, open: null }))
  return { ...opened, dialog, stopRinging }
}

/** Opens the call window of one side; the call rings. */
async function call(setup: Setup = {}, answer?: (fetched: Fetched) => unknown, answerForm?: (sent: Sent) => unknown) {
  const opened = openPage(setup, answer, answerForm)
  const { live, user, viewer } = opened
  const state = setup.side === 'expert' ? ('live' as const) : ('ringing' as const)
  act(() =>
    live.publish(`rings:${viewer.id}`, {
      ring: null,
      open: { ...open(setup.side ?? 'student', setup.session), state },
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Continue here' }))
  await screen.findByRole('dialog', { name: /^Call with/ })
  opened.publishSession({})
  return opened
}

/** Opens the call window of one side, where both sides are connected. */
async function talk(...options: Parameters<typeof call>) {
  const opened = await call(...options)
  opened.publishSession({ state: 'live' })
  opened.receiveMeter()
  expect(await screen.findByRole('timer')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mute' }).disabled).toBe(false))
  return opened
}

/** The call window, which is a dialog or, while it is small, a region. */
const surface = () => readElement(screen.getByLabelText(/^Call with/))

const photoIn = (element: Element) => element.querySelector('img')?.getAttribute('src') ?? undefined

/** Chooses an item under More. */
async function choose(user: Awaited<ReturnType<typeof call>>['user'], label: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${label}`) }))
}

const caption = () => textOf(surface().element.querySelector('[aria-live=polite]'))

const answerTopUp = ({ method }: Fetched) => (method === 'GET' ? { provider: 'demo' } : { state: 'paid' })
