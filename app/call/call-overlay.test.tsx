import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Form, Link } from 'react-router'
import { useViewer } from '#app/base/use-viewer.ts'
import { CallStateTracker, LazyCallOverlay } from '#app/call/call-state-tracker.tsx'
import { CallHost, CallsProvider } from '#app/call/calls-provider.tsx'
import type { Side } from '#domain/sessions/states.ts'
import { paise } from '#kernel/money.ts'
import type { ServerMessage, TopicState } from '#live/protocol.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { imransCard } from '#tests/expert-cards.ts'
import { fakeDevices } from '#tests/fake-devices.ts'
import { readElement, textOf } from '#tests/read-element.ts'
import { now, openComponent, type Sent, toastText } from '#tests/screen.tsx'
import { type Fetched, stubFetch } from '#tests/stub-fetch.ts'
import { asha, ravi } from '#tests/viewers.ts'

// Loaded before the first test, so that no test waits for it.
beforeAll(() => Promise.all([import('#app/call/call-overlay.tsx'), import('#app/call/engine/call.ts')]))
beforeEach(() => {
  fakeDevices()
  vi.stubGlobal('ResizeObserver', WideResizeObserver)
  document.title = 'Samjhao'
})

describe('an incoming call', () => {
  test('shows who calls, what about and what it earns, and its file', async () => {
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

  test('that another tab answers becomes a bar', async () => {
    const { live } = await ring()
    act(() => live.publish(`rings:${ravi.id}`, { ring: null, open: { ...open('expert'), state: 'connecting' } }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(textOf(document.body)).toContain('You are in a call with Asha Verma, in another tab or on another device.')
  })

  test('blinks in the title, and notifies while the page is hidden', async () => {
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

  test('that was answered elsewhere in the same moment says where it continues', async () => {
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

describe('a call that was not answered', () => {
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

  test('is cancelled by the student', async () => {
    const { user, live, publishSession } = await call()
    await user.click(screen.getByRole('button', { name: 'Cancel the call' }))
    expect(live.sentMessages.at(-1)).toEqual({ type: 'hang_up', session: sessionId })
    publishSession({ state: 'cancelled' })
    expect(await screen.findByRole('heading', { name: 'You have cancelled the call' })).toBeTruthy()
    expect(screen.queryByText('These experts can help you now')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('was missed, and says when no other expert is available', async () => {
    const { publishSession } = await call({}, () => [])
    publishSession({ state: 'missed' })
    expect(await screen.findByRole('heading', { name: 'Ravi Nair did not answer' })).toBeTruthy()
    expect(await screen.findByText('No other experts are available for this right now.')).toBeTruthy()
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
    expect(textOf(surface().element)).toContain('8 min left')
  })

  test('is shown in the small window too, where money can be added', async () => {
    const { user, receiveMeter } = await talk({}, answerTopUp)
    await user.click(screen.getByRole('button', { name: 'Make small' }))
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

  test('is shown to the expert without a button, and the end says that the money was used up', async () => {
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

  test('says from the start until when it is booked, until the notice is dismissed', async () => {
    const { user, receiveMeter } = await talk({ session: booked })
    receiveMeter({ leftMs: 880_000 })
    expect(textOf(surface().element)).toContain('Booked until 12:15 PM. Its 15 minutes are already paid for.')
    expect(textOf(surface().element)).toContain('14 min left')
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

  test('tells the expert that the student wants to continue', async () => {
    const { receiveMeter, publishSession } = await talk({ side: 'expert', session: booked })
    receiveMeter(few)
    publishSession({ ...booked, booked: { ...wishes, student: true } })
    expect(textOf(surface().element)).toContain(
      'The booked time ends in about 3 minutes. Asha Verma wants to continue.',
    )
    expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
  })

  test('names the price before the student leaves it early', async () => {
    const { user, live, publishSession, place } = await talk({ session: booked })
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
    await waitFor(() => expect(place.current).toBe(`/user/sessions/${sessionId}`))
    expect(toastText()).toBe('Call ended')
  })

  test('that the student left early tells the expert why the fee was earned', async () => {
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
  ] as const)('tells the %s from the start when it must end, and warns before', async (side, owner, warning) => {
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

describe('a call that the team ends', () => {
  test('by a suspension says so on the last screen of the student, who then sees the session', async () => {
    const { publishSession, place } = await talk()
    publishSession({ state: 'ended', endReason: 'suspended' })
    expect(await screen.findByText(/^We ended the call, because the expert cannot give sessions/)).toBeTruthy()
    expect(toastText()).toBe('Call ended')
    await waitFor(() => expect(place.current).toBe(`/user/sessions/${sessionId}`))
    expect(screen.queryByRole('timer')).toBeNull()
  })
})

describe('keyboard shortcuts', () => {
  test('mute, speak while the space bar is held, and turn the camera off', async () => {
    const { user } = await talk({ side: 'expert', session: { callType: 'video' } })
    await user.keyboard('m')
    expect(screen.getByRole('button', { name: 'Turn microphone on' })).toBeTruthy()
    expect(caption()).toBe('You are muted.')
    await user.keyboard('{ >}')
    expect(screen.getByRole('button', { name: 'Mute' })).toBeTruthy()
    await user.keyboard('{/ }')
    expect(screen.getByRole('button', { name: 'Turn microphone on' })).toBeTruthy()
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
    expect(small.getByRole('button', { name: 'Turn microphone on' })).toBeTruthy()
    await user.keyboard('w')
    expect(surface().element.getAttribute('role')).toBe('dialog')
    await waitFor(() => expect(document.activeElement).toBe(surface().element))
  })

  test('list themselves, do nothing under a dialog, and can be turned off for good', async () => {
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

    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
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
    // The same tab reads its choices again.
    const { initialOwnView } = await import('#app/call/engine/own-media.ts')
    expect(initialOwnView(sessionId, null).muted).toBe(true)
    await first.user.keyboard('m')
    expect(screen.getByRole('button', { name: 'Turn microphone on' })).toBeTruthy()
  })
})

describe('logging out during a call', () => {
  test('asks first, and ends the call only when confirmed', async () => {
    const { user, live, place, sent } = await talk({}, undefined, () => null)
    await user.click(screen.getByRole('button', { name: 'Make small' }))
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    expect(await screen.findByRole('dialog', { name: 'Leave the call?' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave the call?' })).toBeNull())
    expect(place.current).toBe('/')
    expect(live.sentMessages.some(({ type }) => type === 'hang_up')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await user.click(await screen.findByRole('button', { name: 'End the call' }))
    expect(live.sentMessages.at(-1)).toEqual({ type: 'hang_up', session: sessionId })
    await waitFor(() => expect(sent).toEqual([{ to: '/logout', fields: {} }]))
  })

  test('is not asked on the way to another page, where the call becomes small', async () => {
    const { user, place } = await talk()
    await user.click(screen.getByRole('button', { name: 'Make small' }))
    await user.click(screen.getByRole('link', { name: 'Experts' }))
    await waitFor(() => expect(place.current).toBe('/experts'))
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

/** Opens a page of this side, with functions that play the server. */
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

const caption = () => textOf(surface().element.querySelector('[aria-live=polite]'))

const answerTopUp = ({ method }: Fetched) => (method === 'GET' ? { provider: 'demo' } : { state: 'paid' })

/** Reports the width of a desktop, so that every control is in the bar. */
class WideResizeObserver {
  #report: ResizeObserverCallback
  constructor(report: ResizeObserverCallback) {
    this.#report = report
  }
  observe(): void {
    this.#report([{ contentRect: { width: 1_280 } } as ResizeObserverEntry], this as unknown as ResizeObserver)
  }
  unobserve(): void {}
  disconnect(): void {}
}
