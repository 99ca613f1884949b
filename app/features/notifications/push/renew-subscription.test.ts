import { expect, test, vi } from 'vitest'
import { renewSubscription } from '#app/features/notifications/push/renew-subscription.ts'

/** A browser that subscribes under the given address, and a server that writes down what it is told. */
function meet(endpoint: string, answers: (method: string) => Response) {
  const told: [string, unknown][] = []
  vi.stubGlobal(
    'fetch',
    async (_path: string, { method = 'GET', body = 'null' }: { method?: string; body?: string } = {}) => {
      told.push([method, JSON.parse(body)])
      return answers(method)
    },
  )
  const subscribe = vi.fn<() => Promise<object>>(async () => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: {} }),
  }))
  const registration = { pushManager: { subscribe } } as unknown as ServiceWorkerRegistration
  return { told, subscribe, registration }
}

test('a browser whose push service gave it another address tells the server of both', async () => {
  const { told, subscribe, registration } = meet('https://push.example.org/new', () =>
    Response.json({ publicKey: 'B' }),
  )
  expect(await renewSubscription(registration, 'https://push.example.org/old')).toBe(true)
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'B' })
  expect(told).toEqual([
    ['GET', null],
    ['DELETE', { endpoint: 'https://push.example.org/old' }],
    ['PUT', { endpoint: 'https://push.example.org/new', keys: {} }],
  ])
})

test('one that is where it was is confirmed, and nothing is taken away', async () => {
  const { told, registration } = meet('https://push.example.org/x', () => Response.json({ publicKey: 'B' }))
  await renewSubscription(registration, 'https://push.example.org/x')
  expect(told.map(([method]) => method)).toEqual(['GET', 'PUT'])
})

test('nobody who is signed out subscribes', async () => {
  const { subscribe, registration } = meet(
    'https://push.example.org/x',
    () => new Response(null, { status: 401 }),
  )
  expect(await renewSubscription(registration)).toBe(false)
  expect(subscribe).not.toHaveBeenCalled()
})
