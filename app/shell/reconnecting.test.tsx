import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sendJson } from '#app/base/send-json.ts'
import { LiveLostContext } from '#app/base/live/live-provider.tsx'
import { Reconnecting } from '#app/shell/reconnecting.tsx'
import { networkFailure, stubFetch } from '#tests/stub-fetch.ts'

const view = (isLost: boolean) => (
  <LiveLostContext value={isLost}>
    <Reconnecting />
  </LiveLostContext>
)

test('a lost live connection is shown until it is back', async () => {
  const { rerender } = render(view(true))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Reconnecting…'))
  rerender(view(false))
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a lost network is shown to visitors, too', async () => {
  render(view(false))
  expect(screen.getByRole('status').textContent).toBe('')
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  act(() => void window.dispatchEvent(new Event('offline')))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Reconnecting…'))
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a server that does not answer is shown until it answers again', async () => {
  vi.useFakeTimers()
  let isGone = true
  const requests = stubFetch(() => (isGone ? networkFailure() : {}))
  render(view(false))
  await act(() => sendJson('/session-request', {}))
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(screen.getByRole('status').textContent).toContain('Reconnecting…')
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(screen.getByRole('status').textContent).toContain('Reconnecting…')
  isGone = false
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(screen.getByRole('status').textContent).toBe('')
  expect(requests.map(({ path }) => path)).toEqual(['/session-request', '/healthz', '/healthz'])
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(requests).toHaveLength(3)
  vi.useRealTimers()
})

test('the next answered request of the page hides the strip immediately', async () => {
  let isGone = true
  stubFetch(() => (isGone ? networkFailure() : {}))
  render(view(false))
  await act(() => sendJson('/session-request', {}))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Reconnecting…'))
  isGone = false
  await act(() => sendJson('/session-request', {}))
  expect(screen.getByRole('status').textContent).toBe('')
})
