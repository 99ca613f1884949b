import { expect, test, vi } from 'vitest'
import { renewSubscription } from '#app/notifications/push/renew-subscription.ts'

/** Fakes a browser with this endpoint and a server that records requests. */
function fakePushManager(endpoint: string, answer: (method: string) => Response) {
  const sentRequests: [string, unknown][] = []
  vi.stubGlobal(
    'fetch',
    async (_path: string, { method = 'GET', body = 'null' }: { method?: string; body?: string } = {}) => {
      sentRequests.push([method, JSON.parse(body)])
      return answer(method)
    },
  )
  const subscribe = vi.fn<() => Promise<object>>(async () => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: {} }),
  }))
  const registration = { pushManager: { subscribe } } as unknown as ServiceWorkerRegistration
  return { sentRequests, subscribe, registration }
}

test('a changed endpoint is sent to the server together with the old one', async () => {
  const { sentRequests, subscribe, registration } = fakePushManager('https://push.example.org/new', () =>
    Response.json({ publicKey: 'B' }),
  )
  expect(await renewSubscription(registration, 'https://push.example.org/old')).toBe(true)
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'B' })
  expect(sentRequests).toEqual([
    ['GET', null],
    ['PUT', { endpoint: 'https://push.example.org/new', keys: {}, replaces: 'https://push.example.org/old' }],
  ])
})

test('a page load confirms the endpoint and replaces none', async () => {
  const { sentRequests, registration } = fakePushManager('https://push.example.org/x', () =>
    Response.json({ publicKey: 'B' }),
  )
  await renewSubscription(registration)
  expect(sentRequests).toEqual([
    ['GET', null],
    ['PUT', { endpoint: 'https://push.example.org/x', keys: {} }],
  ])
})

test('a subscription with another key is removed first', async () => {
  const { subscribe, registration } = fakePushManager('https://push.example.org/x', () =>
    Response.json({ publicKey: 'B' }),
  )
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true)
  Object.assign(registration.pushManager, { getSubscription: async () => ({ unsubscribe }) })
  subscribe.mockRejectedValueOnce(new DOMException('another key', 'InvalidStateError'))
  expect(await renewSubscription(registration)).toBe(true)
  expect([unsubscribe, subscribe].map(({ mock }) => mock.calls.length)).toEqual([1, 2])
  subscribe.mockRejectedValueOnce(new DOMException('not allowed', 'NotAllowedError'))
  await expect(renewSubscription(registration)).rejects.toThrow('not allowed')
})

test('a signed-out user is not subscribed', async () => {
  const { subscribe, registration } = fakePushManager(
    'https://push.example.org/x',
    () => new Response(null, { status: 401 }),
  )
  expect(await renewSubscription(registration)).toBe(false)
  expect(subscribe).not.toHaveBeenCalled()
})
