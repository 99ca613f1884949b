import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { createDatabase } from '#tests/database.ts'
import { type Product, removeData, startProduct } from '#tests/product.ts'

const publicOrigin = 'https://samjhao.example'
const token = 'a-token-of-sixteen-characters'
let product: Product
let databaseUrl: string

beforeAll(async () => {
  databaseUrl = await createDatabase({ empty: true })
  product = await startProduct({
    DATABASE_URL: databaseUrl,
    DATABASE_DURABILITY: 'off',
    PUBLIC_ORIGIN: publicOrigin,
    METRICS_TOKEN: token,
    TRUSTED_PROXIES: '127.0.0.1',
  })
  await product.ready
})
afterAll(async () => {
  await product.stop()
  await removeData(product)
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(product.origin + path, { headers })

/** Sends a raw request, because fetch hides encodings and forbids some headers. */
function sendRaw(method: string, path: string, headers: Record<string, string> = {}, body?: Buffer | string) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    const outgoing = httpRequest(product.origin + path, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

test('health answers a request of HTTP/1.0 without a host, and pages do not', async () => {
  const send = async (path: string) => {
    const socket = connect(product.port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.0\r\n\r\n`)
    return (await socket.toArray()).join('')
  }
  expect(await send('/healthz')).toMatch(/^HTTP\/1\.1 200 /)
  expect(await send('/readyz')).toMatch(/^HTTP\/1\.1 200 /)
  expect(await send('/experts')).toMatch(/^HTTP\/1\.1 421 /)
})

test('a real server writes only JSON, and says where it can be reached', () => {
  const lines = product.output().trim().split('\n')
  const entries = lines.map((line) => JSON.parse(line) as { msg: string; origin?: string })
  expect(entries.find(({ msg }) => msg === 'First page served')).toMatchObject({ origin: publicOrigin })
})

describe('an external database', () => {
  test('is migrated but not seeded', async () => {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    expect((await client.query('select count(*)::int from profiles')).rows).toEqual([{ count: 0 }])
    await client.end()
    expect(product.output()).not.toContain('Demo sign-ins')
  })
})

describe('a public page', () => {
  test('has an ETag and returns 304 when it matches', async () => {
    const first = await get('/terms')
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(first.headers.get('vary')).toBe('Accept-Encoding, Cookie')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    const second = await get('/terms', { 'If-None-Match': etag })
    expect(second.status).toBe(304)
    expect(await second.text()).toBe('')
  })

  test('allows its own scripts by hash, and no script by nonce', async () => {
    const response = await get('/terms')
    const policy = response.headers.get('content-security-policy') ?? ''
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? ''
    expect(scripts).toMatch(/^'self'( 'sha256-[\w+/]{43}=')+$/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(/nonce="[^"]/.test(await response.text())).toBe(false)
  })

  test('for a signed-in user is not cached, and its scripts carry a nonce', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => {
        const response = await get('/terms', { Cookie: '__Host-samjhao=anything' })
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(response.headers.get('etag')).toBeNull()
        return /script-src 'self' 'nonce-([^']+)';/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
      }),
    )
    expect(policies[0]).toBeTruthy()
    expect(policies[0]).not.toBe(policies[1])
  })

  test('is the same in every time zone', async () => {
    const inIndia = await get('/terms')
    const inNewYork = await get('/terms', { Cookie: '__Host-samjhao-zone=America/New_York' })
    expect(inNewYork.headers.get('etag')).toBe(inIndia.headers.get('etag'))
  })

  test('with a toast is not cached, and clears the toast', async () => {
    const Cookie = '__Host-samjhao-flash=logged_out.abc'
    const shown = await get('/terms', { Cookie })
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect(shown.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-samjhao-flash=; Path=\/; Max-Age=0;.*; Secure$/),
    ])
    expect(await shown.text()).toContain('You have been logged out.')
    expect(await (await get('/terms')).text()).not.toContain('You have been logged out.')
    for (const path of ['/logout', '/logout.data', '/terms.data']) {
      const { headers } = await sendRaw('GET', path, { Cookie })
      expect(headers['set-cookie']).toBeUndefined()
    }
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('requested with %s is sent as %s', async (accepted, encoding) => {
    const cached = await sendRaw('GET', '/terms', { 'Accept-Encoding': accepted })
    expect(cached.headers['content-encoding']).toBe(encoding)
    const streamed = await sendRaw('GET', '/terms', { 'Accept-Encoding': accepted, Cookie: '__Host-samjhao=a' })
    expect(streamed.headers['content-encoding']).toBe(encoding)
  })

  test('answers HEAD with headers only', async () => {
    const { status, headers, body } = await sendRaw('HEAD', '/terms')
    expect(status).toBe(200)
    expect(headers.etag).toBeTruthy()
    expect(body).toHaveLength(0)
  })
})

describe('every response', () => {
  test.each(['/', '/terms', '/nowhere', '/favicon.svg', '/healthz'])('%s has the security headers', async (path) => {
    const { headers } = await get(path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=(self), microphone=(self), display-capture=(self)'),
      'strict-transport-security': expect.stringContaining('max-age=63072000'),
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/)
    // Passkeys are created and used by our own pages alone.
    expect(headers.get('permissions-policy')).toContain(
      'publickey-credentials-create=(self), publickey-credentials-get=(self)',
    )
  })

  test('for a built file may be cached forever and is precompressed', async () => {
    const html = await (await get('/terms')).text()
    const script = /\/assets\/entry\.client-[\w-]+\.js/.exec(html)?.[0] ?? ''
    const { headers } = await sendRaw('GET', script, { 'Accept-Encoding': 'br' })
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-encoding']).toBe('br')
    expect((await sendRaw('GET', script, { 'If-None-Match': String(headers.etag) })).status).toBe(304)
  })

  test('never serves a file outside the public folder', async () => {
    for (const path of ['/assets/../../package.json', '/assets/%2e%2e/%2e%2e/package.json', '/.sources']) {
      expect((await sendRaw('GET', path)).status).toBe(404)
    }
  })
})

describe('a request that changes something', () => {
  test.each([
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['from another subdomain', { 'Sec-Fetch-Site': 'same-site' }],
    ['from the address bar', { 'Sec-Fetch-Site': 'none' }],
    ['from another origin in an old browser', { Origin: 'https://evil.example' }],
    ['from an opaque origin in an old browser', { Origin: 'null' }],
    ['without an origin header', {}],
    ['that claims our origin but was sent across sites', { Origin: publicOrigin, 'Sec-Fetch-Site': 'cross-site' }],
  ])('%s is refused', async (_what, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, body } = await sendRaw(method, '/terms', headers)
      expect(status).toBe(403)
      expect(String(body)).toBe('This request came from another site and was refused.')
    }
  })

  test.each([
    ['from our own page', { 'Sec-Fetch-Site': 'same-origin' }],
    ['from our own page in an old browser', { Origin: publicOrigin }],
  ])('%s passes the origin check', async (_what, headers) => {
    // This page has no action, so the router responds with 405.
    expect((await sendRaw('POST', '/terms', headers)).status).toBe(405)
  })

  test('with too large a body is refused', async () => {
    const { status } = await sendRaw(
      'POST',
      '/terms',
      { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' },
      Buffer.alloc(1024 * 1024 + 1, 97),
    )
    expect(status).toBe(413)
  })
})

describe('an operator gets', () => {
  test('health, and readiness that depends on the database', async () => {
    expect(await (await get('/healthz')).text()).toBe('ok')
    expect(await (await get('/readyz')).text()).toBe('ready')
  })

  test('metrics, with the token', async () => {
    await get('/terms')
    expect((await get('/metrics')).status).toBe(401)
    expect((await get('/metrics', { Authorization: 'Bearer wrong' })).status).toBe(401)
    const text = await (await get('/metrics', { Authorization: `Bearer ${token}` })).text()
    expect(text).toMatch(/http_request_duration_seconds_count\{kind="page",method="GET",status="200"\} \d+/)
  })

  test('a log line per page, with the request id and the client’s own network address, without the query', async () => {
    const response = await get('/terms?token=secret', { 'X-Forwarded-For': '6.6.6.6, 198.51.100.9' })
    const id = response.headers.get('x-request-id') ?? 'none'
    const expected = { path: '/terms', status: 200, from: '198.51.100.9', msg: 'served' }
    await expect.poll(() => findLogLine(id)).toMatchObject(expected)
    expect(product.output()).not.toContain('secret')
  })

  test('the path of a missing page in the log', async () => {
    const response = await get('/no/such/page')
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('Page Not Found')
    await expect.poll(() => product.output()).toMatch(/"path":"\/no\/such\/page","msg":"page not found"/)
  })
})

describe('the live socket', () => {
  const open = (origin: string | undefined, path = '/live') =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`${product.origin.replace('http', 'ws')}${path}`, { origin })
      socket.on('message', (message) => {
        resolve(String(message))
        socket.close()
      })
      socket.on('unexpected-response', (_request, response) => resolve(`refused ${response.statusCode}`))
      socket.on('error', () => resolve('refused'))
    })

  test('opens only from our own origin', async () => {
    expect(JSON.parse(await open(publicOrigin))).toMatchObject({
      type: 'hello',
      build: expect.stringMatching(/^\w{64}$/),
    })
    expect(await open('https://evil.example')).toBe('refused 403')
    expect(await open(undefined)).toBe('refused 403')
    expect(await open(publicOrigin, '/elsewhere')).toBe('refused')
  })
})

describe('an unexpected failure', () => {
  test('shows an error page with the id from the log, and no details', async () => {
    const admin = new pg.Client(toSuperuserUrl(databaseUrl))
    await admin.connect()
    await admin.query('alter table claims rename to claims_away')
    try {
      await expect.poll(async () => (await get('/')).status).toBe(500)
      const response = await get('/')
      const html = await response.text()
      const id = response.headers.get('x-request-id') ?? 'none'
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(html).toContain('An unexpected error occurred. Please try again later.')
      expect(html).toContain(id)
      expect(html).not.toMatch(/claims|relation|select |node_modules/)
      await expect
        .poll(() => findLogLine(id))
        .toMatchObject({ level: 50, err: { message: expect.stringContaining('relation "claims"') } })
    } finally {
      await admin.query('alter table claims_away rename to claims')
      await admin.end()
    }
    await expect.poll(async () => (await get('/')).status).toBe(200)
  })
})

function findLogLine(requestId: string): unknown {
  const line = product
    .output()
    .split('\n')
    .find((text) => text.includes(`"requestId":"${requestId}"`))
  return line && JSON.parse(line)
}

function toSuperuserUrl(url: string): string {
  const superuser = new URL(inject('postgres').superuserUrl)
  superuser.pathname = new URL(url).pathname
  return superuser.href
}
