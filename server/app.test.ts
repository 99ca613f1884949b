import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#kernel/time.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.server.ts'
import { createMetrics } from '#server/metrics.ts'
import { securityHeaders } from '#server/security-headers.ts'
import type { Services } from '#server/services.ts'

const token = 'a-token-of-sixteen-characters'
const headersEverywhere = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=63072000',
  'content-security-policy': expect.stringContaining("object-src 'none'; base-uri 'none'"),
  'referrer-policy': 'strict-origin-when-cross-origin',
}

const server = createServer()
beforeAll(async () => {
  const services: Partial<Services> = {
    config: readConfig({ PUBLIC_ORIGIN: 'https://samjhao.example', METRICS_TOKEN: token }),
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    database: { countStatements: (_count: unknown, work: () => unknown) => work() } as unknown as Services['database'],
    clock: systemClock,
    stopping: { value: true },
    onExpertsChange: () => undefined,
  }
  const { fetch } = await createApp(services as Services)
  server.on('request', getRequestListener(fetch, { overrideGlobalObjects: false }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

function send(method: string, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: object; text: string }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const outgoing = httpRequest({ host: '127.0.0.1', port, method, path, headers }, async (response) => {
      const text = (await response.toArray()).join('')
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
    })
    outgoing.on('error', reject).end()
  })
}

test.each([
  ['health', '/healthz', 200],
  ['a node that is not ready', '/readyz', 503],
  ['metrics', '/metrics', 401],
])('the response of %s has the security headers, too', async (_what, path, status) => {
  const answer = await send('GET', path)
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject(headersEverywhere)
})

test('a refusal has the security headers, too', async () => {
  const answer = await send('POST', '/login', { 'Sec-Fetch-Site': 'cross-site' })
  expect(answer.status).toBe(403)
  expect(answer.headers).toMatchObject(headersEverywhere)
})

describe('a method that no page uses', () => {
  test.each(['TRACE', 'PROPFIND', 'LINK'])('is refused: %s', async (method) => {
    for (const path of ['/healthz', '/login']) {
      const answer = await send(method, path, { 'Sec-Fetch-Site': 'same-origin', Cookie: 'secret=1' })
      expect(answer.status).toBe(405)
      expect(answer.text).not.toContain('secret')
      expect(answer.headers).toMatchObject(headersEverywhere)
    }
  })
})

test('a page with a secret in its URL may set a stricter referrer policy', async () => {
  const app = new Hono<never>()
    .use(securityHeaders('https://samjhao.example', { hstsSubdomains: false }) as never)
    .get('/', (c) => c.text('', 200, { 'Referrer-Policy': 'no-referrer' }))
  expect((await app.request('/')).headers.get('referrer-policy')).toBe('no-referrer')
})

test('https is required for subdomains only on request', async () => {
  const read = async (origin: string, hstsSubdomains: boolean) => {
    const app = new Hono<never>().use(securityHeaders(origin, { hstsSubdomains }) as never).get('/', (c) => c.text(''))
    return (await app.request('/')).headers.get('strict-transport-security')
  }
  expect(await read('https://samjhao.example', false)).toBe('max-age=63072000')
  expect(await read('https://samjhao.example', true)).toBe('max-age=63072000; includeSubDomains')
  expect(await read('http://localhost:3000', true)).toBeNull()
})

test('a request with both Content-Length and Transfer-Encoding is refused, which prevents request smuggling', async () => {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(
    'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n' +
      '0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n',
  )
  expect((await socket.toArray()).join('')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n(?!.*HTTP\/1\.1)/s)
})
