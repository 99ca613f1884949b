import { afterEach, expect, test, vi } from 'vitest'
import { networkProblem } from '#app/base/network-problem.ts'
import { sendJson } from '#app/base/send-json.ts'

afterEach(() => void vi.unstubAllGlobals())

const answering = (answer: () => Response) => vi.stubGlobal('fetch', async () => answer())

test('the answer is what the server says', async () => {
  answering(() => Response.json({ sessionId: 'one' }))
  expect(await sendJson('/somewhere', {})).toEqual({ sessionId: 'one' })
})

test('so is a refusal', async () => {
  const refusal = { code: 'expert_busy', text: 'Busy' }
  answering(() => Response.json({ refusal }, { status: 409 }))
  expect(await sendJson('/somewhere', {})).toEqual({ refusal })
})

test('what never arrived is a problem of the network', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await sendJson('/somewhere', {})).toEqual(networkProblem)
})

test.each([
  ['a page instead of JSON', () => new Response('<html>', { status: 502 })],
  ['an error without words', () => Response.json({ requestId: 'x' }, { status: 500 })],
])('%s is trouble in words', async (_, answer) => {
  answering(answer)
  expect(await sendJson('/somewhere', {})).toMatchObject({ refusal: { code: 'broken' } })
})
