import { afterEach, expect, test, vi } from 'vitest'
import { networkEvent } from '#app/base/network-event.ts'
import { networkProblem } from '#app/base/network-problem.ts'
import { sendJson } from '#app/base/send-json.ts'

afterEach(() => void vi.unstubAllGlobals())

const stubAnswer = (answer: () => Response) => vi.stubGlobal('fetch', async () => answer())

test('returns the response of the server', async () => {
  stubAnswer(() => Response.json({ sessionId: 'one' }))
  expect(await sendJson('/somewhere', {})).toEqual({ sessionId: 'one' })
})

test('returns a refusal of the server', async () => {
  const refusal = { code: 'expert_busy', text: 'Busy' }
  stubAnswer(() => Response.json({ refusal }, { status: 409 }))
  expect(await sendJson('/somewhere', {})).toEqual({ refusal })
})

test.each([
  ['fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['gets the page of a proxy', async () => new Response('<html>', { status: 502 })],
])('returns and reports a network problem when the request %s', async (_, fetch) => {
  vi.stubGlobal('fetch', fetch)
  const reports: boolean[] = []
  const onReport = ({ detail }: CustomEvent<boolean>) => void reports.push(detail)
  addEventListener(networkEvent, onReport)
  expect(await sendJson('/somewhere', {})).toEqual(networkProblem)
  removeEventListener(networkEvent, onReport)
  expect(reports).toEqual([false])
})

test('returns the refusal of a server without a database', async () => {
  const refusal = { code: 'unavailable', text: 'Temporarily unavailable' }
  stubAnswer(() => Response.json({ refusal }, { status: 503 }))
  expect(await sendJson('/somewhere', {})).toEqual({ refusal })
})

test.each([
  ['a page instead of JSON', () => new Response('<html>', { status: 404 })],
  ['an error without a text', () => Response.json({ requestId: 'x' }, { status: 500 })],
])('%s becomes a refusal with a text', async (_, answer) => {
  stubAnswer(answer)
  expect(await sendJson('/somewhere', {})).toMatchObject({ refusal: { code: 'broken' } })
})
