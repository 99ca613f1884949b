import { act, screen, waitFor } from '@testing-library/react'
import { useContext } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetQuestionDraft, keepQuestionDraft, readQuestionDraft } from '#app/base/question-draft.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import type { RequestedCall } from '#app/call/engine/calls-context.ts'
import {
  OpenRequestContext,
  type RequestDraft,
  ShowRequestContext,
  type StartedRequest,
} from '#app/experts/open-request-context.ts'
import { RequestHost, requestStorageKey } from '#app/requests/request-host.tsx'
import { RequestProvider } from '#app/requests/request-provider.tsx'
import type { RequestView } from '#app/requests/request-text.ts'
import { paise } from '#kernel/money.ts'
import type { TopicState } from '#live/protocol.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { readElement, textOf } from '#tests/read-element.ts'
import { openComponent, refusedAnswer, type Sent } from '#tests/screen.tsx'
import { stubFetch } from '#tests/stub-fetch.ts'
import { asha, ravi } from '#tests/viewers.ts'

beforeAll(() => import('#app/requests/request-in-progress.tsx'))
beforeEach(() => {
  sessionStorage.clear()
  forgetQuestionDraft()
})

const requestId = '0199c0de-0000-4000-8000-0000000000f1'
const sessionId = '0199c0de-0000-4000-8000-0000000000f2'
const open: RequestView = {
  state: 'open',
  callType: 'video',
  question: 'How do I integrate x squared?',
  file: null,
  language: 'Hindi',
  maxRatePaisePerMinute: paise(20_00),
  asked: 3,
  declined: 0,
  ringing: 3,
  leftMs: 90_000,
  session: null,
  hasAlert: false,
}
const accepted: Partial<RequestView> = {
  state: 'taken',
  ringing: 0,
  session: { id: sessionId, expertName: 'Ravi Nair' },
}
const calling: TopicState<`rings:${string}`> = {
  ring: null,
  open: { sessionId, side: 'student', state: 'connecting', callType: 'video', otherName: 'Ravi Nair' },
}

/** The page below the request, with the button of the request dialog. */
function Page({ request, onRequest }: { request: StartedRequest; onRequest(draft: RequestDraft): void }) {
  return (
    <RequestProvider>
      <OpenRequestContext value={onRequest}>
        <Start request={request} />
        <Host />
      </OpenRequestContext>
    </RequestProvider>
  )
}

function Start({ request }: { request: StartedRequest }) {
  const show = useContext(ShowRequestContext)
  return (
    <button type="button" onClick={() => show?.(request)}>
      Start
    </button>
  )
}

function Host() {
  const viewer = useViewer()
  return viewer && <RequestHost viewer={viewer} />
}

type Setup = { viewer?: typeof asha | typeof ravi; answer?: (sent: Sent) => unknown; alternatives?: object }

function openPage({ viewer = asha, answer, alternatives = { times: [], higherPrice: null } }: Setup = {}) {
  stubFetch(({ path }) => (path === `/find-request/${requestId}/alternatives` ? alternatives : {}))
  const stop = vi.fn<() => void>()
  const media = { getTracks: () => [{ stop }] } as unknown as MediaStream
  const drafts: RequestDraft[] = []
  const calls: RequestedCall[] = []
  const request = { requestId, callType: 'video' as const, media }
  const opened = openComponent(<Page request={request} onRequest={(draft) => drafts.push(draft)} />, {
    viewer,
    answer,
    calls: { start: (call) => void calls.push(call), prepare: () => undefined },
  })
  const publish = (changes: Partial<RequestView> = {}) =>
    act(() => opened.live.publish(`request:${requestId}`, { ...open, ...changes }))
  const publishRings = (rings: TopicState<`rings:${string}`>) =>
    act(() => opened.live.publish(`rings:${viewer.id}`, rings))
  return {
    ...opened,
    drafts,
    calls,
    media,
    stop,
    publish,
    publishRings,
    /** Starts the request, as the request dialog does. */
    async start() {
      await opened.user.click(screen.getByRole('button', { name: 'Start' }))
      publish()
      return readElement(await screen.findByRole('dialog', { name: 'Finding an expert' }))
    },
  }
}

describe('a request', () => {
  test('shows how many experts are asked, the time left and how they are chosen', async () => {
    const page = openPage()
    const dialog = await page.start()
    expect(textOf(dialog.element)).toContain('Video call, in Hindi')
    expect(dialog.getByRole('status').textContent).toBe('3 experts are being asked')
    expect(textOf(dialog.element)).toContain('How do I integrate x squared?')
    expect(textOf(dialog.element)).toMatch(/Time left \d:\d\d/)
    expect(textOf(dialog.element)).toMatch(
      /We ask [^.]* three at first and then more; the first to accept gets the call\./,
    )
    await expectAccessible(dialog.element)
    page.publish({ asked: 8, declined: 2, ringing: 1, leftMs: 61_000 })
    expect(dialog.getByRole('status').textContent).toBe('1 expert is being asked')
    expect(textOf(dialog.element)).toContain('8 asked so far, 2 declined')
    page.publish({ asked: 8, declined: 8, ringing: 0 })
    expect(dialog.getByRole('status').textContent).toBe('Asking the next experts')
  })

  test('can be hidden while it continues, and shown again', async () => {
    const page = openPage()
    await page.start()
    await page.user.keyboard('{Escape}')
    const bar = readElement(await screen.findByRole('complementary', { name: 'Your search for an expert' }))
    expect(textOf(bar.element)).toMatch(/^Finding an expert: 3 experts are being asked\. \d:\d\d left/)
    await page.user.click(bar.getByRole('button', { name: 'Show' }))
    expect(await screen.findByRole('dialog', { name: 'Finding an expert' })).toBeTruthy()
  })

  test('is stopped with one button, which closes the devices or shows a refusal', async () => {
    let refuses = true
    const page = openPage({ answer: () => (refuses ? refusedAnswer('request_moved_on') : { done: true }) })
    const dialog = await page.start()
    await page.user.click(dialog.getByRole('button', { name: 'Stop searching' }))
    expect((await screen.findByRole('alert')).textContent).toBe('This search is over.')
    refuses = false
    await page.user.click(dialog.getByRole('button', { name: 'Stop searching' }))
    await waitFor(() => expect(page.sent).toHaveLength(2))
    expect(page.sent[1]).toEqual({ to: `/find-request/${requestId}`, fields: { act: 'stop' } })
    page.publish({ state: 'stopped', ringing: 0 })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(page.stop).toHaveBeenCalled()
    expect(sessionStorage.getItem(requestStorageKey)).toBeNull()
  })

  test.each(['stopped', 'unanswered'] as const)('that is %s keeps its question and file as a draft', async (state) => {
    const file = { key: 'questions/1', name: 'page.png', type: 'image/webp' }
    const page = openPage()
    await page.start()
    expect(readQuestionDraft(asha.id)).toBeNull()
    page.publish({ state, file, ringing: 0 })
    await waitFor(() => expect(readQuestionDraft(asha.id)).toMatchObject({ question: open.question, file }))
    expect(readQuestionDraft(ravi.id)).toBeNull()
  })

  test('does not replace a newer draft when it ends', async () => {
    const page = openPage()
    await page.start()
    keepQuestionDraft({ question: 'Something new', file: null }, asha.id)
    page.publish({ state: 'stopped', ringing: 0 })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(readQuestionDraft(asha.id)?.question).toBe('Something new')
  })

  test('that an expert accepts starts the call with the devices that are already open', async () => {
    const page = openPage()
    await page.start()
    page.publish(accepted)
    expect(await screen.findByRole('dialog', { name: 'Ravi Nair accepted' })).toBeTruthy()
    page.publishRings(calling)
    expect(page.calls).toEqual([
      {
        sessionId,
        expertName: 'Ravi Nair',
        callType: 'video',
        media: page.media,
        question: { question: 'How do I integrate x squared?', file: null },
      },
    ])
    expect(page.stop).not.toHaveBeenCalled()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sessionStorage.getItem(requestStorageKey)).toBeNull()
    expect(readQuestionDraft(asha.id)).toBeNull()
  })

  test('is shown again after a reload, and joins the call', async () => {
    sessionStorage.setItem(requestStorageKey, requestId)
    const page = openPage()
    page.publishRings({ ring: null, open: null, request: { requestId } })
    page.publish()
    expect(await screen.findByRole('dialog', { name: 'Finding an expert' })).toBeTruthy()
    page.publishRings(calling)
    page.publish(accepted)
    expect(page.calls).toMatchObject([{ sessionId, media: undefined }])
  })

  test('that an expert accepts starts the call, even when the user has closed the dialog before', async () => {
    const page = openPage()
    await page.start()
    page.publish(accepted)
    await screen.findByRole('dialog', { name: 'Ravi Nair accepted' })
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(page.stop).not.toHaveBeenCalled()
    page.publishRings(calling)
    expect(page.calls).toMatchObject([{ sessionId, media: page.media }])
  })

  test('of another tab is shown as a bar, and does not join the call in this tab', async () => {
    const page = openPage()
    page.publishRings({ ring: null, open: null, request: { requestId } })
    page.publish()
    const bar = () => screen.queryByRole('complementary', { name: 'Your search for an expert' })
    await waitFor(() => expect(bar()).not.toBeNull())
    page.publish(accepted)
    page.publishRings(calling)
    await waitFor(() => expect(bar()).toBeNull())
    expect(page.calls).toEqual([])
  })

  test('closes the devices when the sign-in ends, or when the call is already over', async () => {
    const page = openPage()
    await page.start()
    page.publish(accepted)
    page.publishRings({ ring: null, open: null })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(page.stop).toHaveBeenCalledTimes(1)
    await page.start()
    page.serveViewer(null)
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(page.stop).toHaveBeenCalledTimes(2))
    expect(page.calls).toEqual([])
  })

  test('whose call is already over is forgotten', async () => {
    sessionStorage.setItem(requestStorageKey, requestId)
    const page = openPage()
    page.publish(accepted)
    page.publishRings({ ring: null, open: null })
    await waitFor(() => expect(sessionStorage.getItem(requestStorageKey)).toBeNull())
    expect(page.calls).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a request that no expert accepted', () => {
  const alternatives = {
    times: [
      {
        expertId: ravi.expertId,
        name: 'Ravi Nair',
        photoUrl: null,
        ratePaisePerMinute: 10_00,
        startsAt: '2026-05-05T06:30:00Z',
      },
    ],
    higherPrice: { ratePaisePerMinute: 25_00, experts: 2 },
  }
  const unanswered: Partial<RequestView> = { state: 'unanswered', asked: 4, ringing: 0, leftMs: 0 }

  test('offers an alert, a higher price and the next free times, and closes the devices', async () => {
    const page = openPage({ alternatives, answer: () => ({ done: true }) })
    await page.start()
    page.publish(unanswered)
    const dialog = readElement(await screen.findByRole('dialog', { name: 'None of the 4 experts accepted' }))
    expect(textOf(dialog.element)).toContain('Nothing was charged, and the held money is back in your wallet.')
    const time = await screen.findByRole('link', { name: /Ravi Nair/ })
    expect(time.getAttribute('href')).toBe(
      `/expert/details/${ravi.expertId}/book?callType=video&minutes=15&from=2026-05-05&start=2026-05-05T06%3A30%3A00Z`,
    )
    expect(textOf(time)).toContain('Tuesday, May 5, 12:00 PM')
    expect(page.stop).toHaveBeenCalled()
    await expectAccessible(dialog.element)

    expect(textOf(dialog.element)).toContain('Get one notification and one email when a matching expert is free.')
    await page.user.click(dialog.getByRole('button', { name: 'Tell me when an expert is online' }))
    await waitFor(() => expect(page.sent).toHaveLength(1))
    expect(page.sent[0]).toEqual({ to: `/find-request/${requestId}`, fields: { act: 'alert', wanted: 'yes' } })
    page.publish({ ...unanswered, hasAlert: true })
    expect(dialog.getByRole('button', { name: 'Cancel alert' })).toBeTruthy()

    await page.user.click(dialog.getByRole('button', { name: 'Raise the limit to ₹25' }))
    expect(page.drafts).toEqual([
      {
        target: 'anyone',
        callType: 'video',
        question: 'How do I integrate x squared?',
        file: null,
        language: 'Hindi',
        maxRatePaisePerMinute: 25_00,
      },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('says when no expert could be asked, and asks again with the same question', async () => {
    const page = openPage()
    await page.start()
    page.publish({ ...unanswered, asked: 0 })
    const dialog = readElement(await screen.findByRole('dialog', { name: 'No matching expert is free right now' }))
    expect(dialog.getByRole('link', { name: 'Choose an expert' }).getAttribute('href')).toBe('/experts')
    await page.user.click(dialog.getByRole('button', { name: 'Search again' }))
    expect(page.drafts).toMatchObject([{ question: 'How do I integrate x squared?', maxRatePaisePerMinute: 20_00 }])
  })

  test('shows the reason when an alert is refused', async () => {
    const page = openPage({ answer: () => refusedAnswer('too_many_request_alerts') })
    await page.start()
    page.publish(unanswered)
    await page.user.click(await screen.findByRole('button', { name: 'Tell me when an expert is online' }))
    expect((await screen.findByRole('alert')).textContent).toContain('You already have alerts for 5 questions.')
  })
})

test('the page of an expert shows no request', () => {
  sessionStorage.setItem(requestStorageKey, requestId)
  const page = openPage({ viewer: ravi })
  page.publish()
  expect(screen.queryByRole('dialog')).toBeNull()
})
