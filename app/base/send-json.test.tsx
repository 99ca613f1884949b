import { afterEach, expect, test, vi } from 'vitest'
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

test('returns a network problem when the request fails', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await sendJson('/somewhere', {})).toEqual(networkProblem)
})

test.each([
  ['a page instead of JSON', () => new Response('<html>', { status: 502 })],
  ['an error without a text', () => Response.json({ requestId: 'x' }, { status: 500 })],
])('%s becomes a refusal with a text', async (_, answer) => {
  stubAnswer(answer)
  expect(await sendJson('/somewhere', {})).toMatchObject({ refusal: { code: 'broken' } })
})
