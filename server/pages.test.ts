import { brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { refreshedPublicPage, livePublicPage, publicPage, scriptsHeader } from '#app/base/public-page.ts'
import { createPageServer } from '#server/pages.ts'
import type { Env } from '#server/request.ts'

const html = { 'Content-Type': 'text/html; charset=utf-8' }
const shared = { ...html, 'Cache-Control': 'public, max-age=0, must-revalidate' }

function serve(render: (request: Request) => Promise<Response>) {
  let rendered = 0
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    c.set('nonce', 'n0nce')
    await next()
  })
  let change: () => void = () => undefined
  const servePage = createPageServer({
    isCached: true,
    liveScript: '/assets/entry.live-1.js',
    onChange: (listener) => (change = listener),
    isSignedInRequest: (request) => request.headers.has('cookie'),
    render(request) {
      rendered += 1
      return render(request)
    },
  })
  app.all('*', servePage)
  app.onError((error, c) => c.text(error.message, 500))
  return { app, rendered: () => rendered, change: () => change() }
}

describe('a public page', () => {
  test('is rendered once for a hundred simultaneous requests', async () => {
    const { app, rendered } = serve(async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return new Response('<p>hello</p>', { headers: shared })
    })
    const answers = await Promise.all(Array.from({ length: 100 }, () => app.request('/')))
    expect(rendered()).toBe(1)
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(100).fill('<p>hello</p>'))
  })

  test('that is sent again is soon compressed better', async () => {
    const words = Array.from({ length: 2_000 }, (_, index) => `<li>expert ${(index * 7_919) % 10_007}</li>`).join('')
    const { app } = serve(async () => new Response(words, { headers: shared }))
    const read = async () => {
      const answer = await app.request('/', { headers: { 'Accept-Encoding': 'br' } })
      return Buffer.from(await answer.arrayBuffer())
    }
    const first = await read()
    await expect.poll(async () => (await read()).length).toBeLessThan(first.length)
    expect(String(brotliDecompressSync(await read()))).toBe(words)
  })

  test('is served from the cache for five seconds, or for one second when something changes', async () => {
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'] })
    const { app, rendered, change } = serve(async () => new Response('<p>hello</p>', { headers: shared }))
    const countRendersAt = async (ms: number) => {
      vi.setSystemTime(ms)
      await app.request('/')
      return rendered()
    }
    expect(await countRendersAt(0)).toBe(1)
    expect(await countRendersAt(4_900)).toBe(1)
    expect(await countRendersAt(5_100)).toBe(2)
    change()
    expect(await countRendersAt(6_000)).toBe(2)
    expect(await countRendersAt(6_200)).toBe(3)
  })

  test('that changed during rendering is not cached for long', async () => {
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    const { app, rendered, change } = serve(async () => {
      if (rendered() === 1) change()
      return new Response('<p>hello</p>', { headers: shared })
    })
    await app.request('/')
    vi.setSystemTime(1_500)
    await app.request('/')
    expect(rendered()).toBe(2)
  })

  test('is cached separately for each full URL', async () => {
    const { app } = serve(async (request) => new Response(new URL(request.url).search, { headers: shared }))
    await app.request('/?a=1')
    expect(await (await app.request('/?a=2')).text()).toBe('?a=2')
  })

  test.each([
    ['loads its scripts at the first interaction', publicPage(), undefined],
    ['receives changes before that when its route is live', livePublicPage(), 'entry.live'],
    ['loads its scripts on a timer when its route needs refreshing', refreshedPublicPage(), 'setTimeout(()=>'],
  ])('%s', async (_what, headers, early) => {
    const body = '<script nonce="n0nce" type="module">import "/assets/a.js"</script>'
    const { app } = serve(async () => new Response(body, { headers: { ...html, ...headers } }))
    const answer = await app.request('/')
    const text = await answer.text()
    for (const start of ['entry.live', 'setTimeout(()=>']) expect(text.includes(start)).toBe(start === early)
    expect(answer.headers.has(scriptsHeader)).toBe(false)
    const own = await app.request('/', { headers: { cookie: 'signed-in=yes' } })
    expect(own.headers.has(scriptsHeader)).toBe(false)
  })

  test('with a cookie is not cached', async () => {
    const { app, rendered } = serve(async () => new Response('yours', { headers: { ...shared, 'Set-Cookie': 'a=b' } }))
    expect((await app.request('/')).headers.get('Cache-Control')).toBe('no-store')
    await app.request('/')
    expect(rendered()).toBe(2)
  })

  test('that fails to render is not cached', async () => {
    let isBroken = true
    const { app } = serve(async () => {
      if (isBroken) throw new Error('broken')
      return new Response('repaired', { headers: shared })
    })
    expect((await app.request('/')).status).toBe(500)
    isBroken = false
    expect(await (await app.request('/')).text()).toBe('repaired')
  })
})

describe('a picture', () => {
  const picture = { 'Content-Type': 'image/webp', 'Cache-Control': 'public, max-age=3600' }
  const cookie = { cookie: 'signed-in=yes' }

  test('may be cached by the browser of a signed-in person', async () => {
    const { app } = serve(async () => new Response('pixels', { headers: picture }))
    const answer = await app.request('/photos/a.webp', { headers: cookie })
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=3600')
  })

  test('is not cached when the response sets a cookie', async () => {
    const { app } = serve(async () => new Response('pixels', { headers: { ...picture, 'Set-Cookie': 'a=b' } }))
    const answer = await app.request('/photos/a.webp', { headers: cookie })
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })
})

describe('a private page', () => {
  test('is never sent to another person', async () => {
    let visitor = 0
    const { app } = serve(async () => new Response(`visitor ${(visitor += 1)}`, { headers: html }))
    const texts = await Promise.all([app.request('/'), app.request('/')].map(async (answer) => (await answer).text()))
    expect(texts).toEqual(['visitor 1', 'visitor 2'])
  })

  test('sends its head while the rest is still rendering, even compressed', async () => {
    let finish: () => void = () => undefined
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('<head></head>'))
        finish = () => controller.close()
      },
    })
    const { app } = serve(async () => new Response(body, { headers: html }))
    const answer = await app.request('/', { headers: { 'Accept-Encoding': 'br' } })
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    const { value } = await reader.read()
    finish()
    let rest = Buffer.from(value ?? [])
    for (let part = await reader.read(); !part.done; part = await reader.read())
      rest = Buffer.concat([rest, part.value])
    expect(value?.length).toBeGreaterThan(0)
    expect(String(brotliDecompressSync(rest))).toBe('<head></head>')
  })
})
