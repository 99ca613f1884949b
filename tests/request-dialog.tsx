import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import type { RequestedCall } from '#app/call/engine/calls-context.ts'
import { RequestButton } from '#app/discovery/expert-page/request-button.tsx'
import type { Viewer } from '#app/base/viewer.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import type { Spending } from '#domain/wallet/contract.ts'
import { Refusal, type RefusalCode } from '#kernel/refusals.ts'
import { ravisCard } from '#tests/expert-cards.ts'
import { fakeDevices } from '#tests/fake-devices.ts'
import { readElement } from '#tests/read-element.ts'
import { openComponent } from '#tests/screen.tsx'
import { type Fetched, stubFetch } from '#tests/stub-fetch.ts'
import { asha } from '#tests/viewers.ts'

type Setup = {
  callType?: CallType
  viewer?: Viewer | null
  spending?: Spending
  provider?: 'demo' | 'razorpay' | 'none'
  camera?: 'granted' | 'denied'
  /** The server's response to the request for a session. */
  answer?: () => unknown
  /** The server's response to other requests. Returns undefined for the default response. */
  answerOther?: (fetched: Fetched) => unknown
}

/** Opens the Request Session dialog: the viewer clicks the button that calls Ravi. */
export async function openRequestDialog(setup: Setup = {}) {
  const { callType = 'audio', viewer = asha, spending, provider = 'demo', camera, answer, answerOther } = setup
  const devices = fakeDevices({ camera })
  // Happy DOM has no browser history.
  vi.spyOn(history, 'back').mockImplementation(goBack)
  const startedCalls: RequestedCall[] = []
  const fetched: Fetched[] = stubFetch((request) => {
    const { path, method } = request
    const ownAnswer = answerOther?.(request)
    if (ownAnswer !== undefined) return ownAnswer
    if (path === '/top-up') return method === 'GET' ? { provider } : { state: 'paid' }
    if (method === 'GET') return spending ?? { dailyLimit: null, spentToday: 0 }
    return answer ? answer() : { sessionId: 'session-1' }
  })
  const opened = openComponent(
    <RequestButton expert={ravisCard} status="online" callType={callType} takesBookings>
      Call Ravi
    </RequestButton>,
    { at: '/expert/1', viewer, calls: { prepare: () => undefined, start: (call) => void startedCalls.push(call) } },
  )
  const openDialog = async () => {
    await opened.user.click(screen.getByRole('button', { name: 'Call Ravi' }))
    return findRequestDialog()
  }
  const bodiesOf = (wantedPath: string) =>
    fetched
      .filter(({ path, method }) => path === wantedPath && method === 'POST')
      .map(({ body }) => body as Record<string, unknown>)
  return {
    ...opened,
    dialog: await openDialog(),
    openDialog,
    devices,
    startedCalls,
    fetched,
    bodiesOf,
    requests: () => bodiesOf('/session-request'),
  }
}

/** Presses the back button of the browser. */
export function goBack(): void {
  window.dispatchEvent(new PopStateEvent('popstate'))
}

export async function findRequestDialog(name = 'Request Session') {
  return readElement(await screen.findByRole('dialog', { name }))
}

export function startButton(): HTMLButtonElement {
  return screen.getByRole<HTMLButtonElement>('button', { name: /^Start (audio|video) call/ })
}

type Details = { more?: string; ratePaisePerMinute?: number }

/** The server's response to a refused request. */
export function refusal(code: RefusalCode, { more, ...details }: Details = {}): Response {
  const { message, status } = new Refusal(code, more ? { more } : {})
  return Response.json({ refusal: { code, text: message }, ...details }, { status })
}
