import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.server.ts'
import { isOwnOrigin, limitBody, requireOwnHost, timeLimit } from '#server/guards.ts'
import type { Env } from '#server/request.ts'

const demo = readConfig({ PORT: '3000' })

test.each([
  ['localhost:3000', 200],
  ['127.0.0.1:3000', 200],
  ['[::1]:3000', 200],
  ['localhost', 200],
  ['evil.example', 421],
  ['127.0.0.1.evil.example', 421],
  ['localhost.evil.example:3000', 421],
  ['', 421],
])('a loopback server with the host "%s" answers %i', async (host, status) => {
  const app = new Hono<Env>().use(requireOwnHost(demo)).get('/', (c) => c.text('ok'))
  expect((await app.request('/', { headers: { host } })).status).toBe(status)
})

test.each([
  ['http://localhost:3000', 'localhost:3000', true],
  ['http://127.0.0.1:3000', '127.0.0.1:3000', true],
  ['http://127.0.0.1:4000', '127.0.0.1:3000', false],
  ['http://evil.example', 'evil.example', false],
  ['null', 'localhost:3000', false],
])('the origin %s with the host %s is our own: %s', (origin, host, own) => {
  expect(isOwnOrigin(origin, demo, host)).toBe(own)
})

describe.each(['content-length', 'transfer-encoding'])('a body with %s', (header) => {
  const upload = { maxBytes: 2_000_000, refusal: 'photo_too_large' } as const
  const limits = { '/upload': upload, '/boards/:id/pictures': upload }
  const app = new Hono<Env>().use(limitBody(limits)).post('*', async (c) => c.text(String((await c.req.text()).length)))
  const post = (path: string, length: number) => {
    const value = header === 'content-length' ? String(length) : 'chunked'
    return app.request(path, { method: 'POST', body: 'x'.repeat(length), headers: { [header]: value } })
  }

  test('may be as large as its path allows', async () => {
    expect(await (await post('/form', 1_000_000)).text()).toBe('1000000')
    expect(await (await post('/upload', 2_000_000)).text()).toBe('2000000')
    const ofBoard = '/boards/0199c0de-0000-7000-8000-000000000001/pictures'
    expect(await (await post(ofBoard, 2_000_000)).text()).toBe('2000000')
    expect((await post('/boards/any/pictures', 2_000_000)).status).toBe(413)
  })

  test('is refused when it is larger', async () => {
    const form = await post('/form', 1_500_000)
    expect(form.status).toBe(413)
    expect(await form.text()).toBe('That is more data than this page accepts.')
    const upload = await post('/upload', 2_000_001)
    expect(upload.status).toBe(413)
    expect(await upload.json()).toEqual({ error: 'File size exceeds the 5MB limit.' })
  })
})

test('a request that takes too long is answered with a refusal', async () => {
  const limit = timeLimit((path) => (path === '/' ? 5 : 60_000))
  const app = new Hono<Env>().use(limit).get('/', () => new Promise<Response>(() => undefined))
  const answer = await app.request('/')
  expect(answer.status).toBe(503)
  expect(await answer.text()).toBe('That took too long. Please try again.')
})
