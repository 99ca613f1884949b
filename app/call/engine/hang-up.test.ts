import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { hangUp } from '#app/call/engine/hang-up.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

/** Hangs up with or without a socket, and with or without a confirmation from the server. */
function startHangUp({ hasSocket, isConfirmed }: { hasSocket: boolean; isConfirmed: boolean }) {
  const onGaveUp = vi.fn<() => void>()
  let isClosed = false
  const call = {
    hangUp: () => hasSocket,
    isClosed: () => isClosed,
    view: () => ({ sessionId: 's1' }) as never,
  }
  onGaveUp.mockImplementation(() => void (isClosed = true))
  hangUp(call, onGaveUp)
  if (isConfirmed) isClosed = true
  return onGaveUp
}

test('nothing more happens after a confirmed hang-up', async () => {
  const onGaveUp = startHangUp({ hasSocket: true, isConfirmed: true })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onGaveUp).not.toHaveBeenCalled()
})

test('a hang-up that the server does not confirm closes the call in this page after five seconds', async () => {
  const onGaveUp = startHangUp({ hasSocket: true, isConfirmed: false })
  await vi.advanceTimersByTimeAsync(4_900)
  expect(onGaveUp).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(onGaveUp).toHaveBeenCalledOnce()
})

test.each([
  ['a failed request', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a 503 response', () => Promise.resolve(new Response('', { status: 503 }))],
])('without a socket, %s closes the call in this page immediately', async (_, answer) => {
  vi.stubGlobal('fetch', answer)
  const onGaveUp = startHangUp({ hasSocket: false, isConfirmed: false })
  await vi.advanceTimersByTimeAsync(0)
  expect(onGaveUp).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onGaveUp).toHaveBeenCalledOnce()
})
