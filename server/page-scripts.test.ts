import { createHash } from 'node:crypto'
import { createElement } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  Scripts,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { describe, expect, test } from 'vitest'
import type { EarlyStart } from '#app/base/public-page.ts'
import { facetsMaxAgeMs } from '#kernel/limits.ts'
import { prepareScripts } from '#server/page-scripts.ts'
import { runPageScript } from '#tests/browse.ts'

const hashScript = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`
const liveScript = '/assets/entry.live-1.js'
const prepare = (page: string, early?: EarlyStart) => prepareScripts(page, { nonce: 'n1', early, liveScript })

test('our scripts are allowed by their hashes, and the nonce is removed', () => {
  const page = '<script nonce="n1">one()</script><p>text</p><link rel="icon" nonce="n1">'
  expect(prepare(page)).toEqual({
    html: '<script>one()</script><p>text</p><link rel="icon">',
    scriptHashes: [hashScript('one()')],
  })
})

test('an injected script is not allowed', () => {
  const page = '<script>evil()</script><script nonce="guess">evil()</script><script nonce="n1">ours()</script>'
  expect(prepare(page).scriptHashes).toEqual([hashScript('ours()')])
})

const pageWithModule =
  '<link rel="modulepreload" href="/assets/a.js" nonce="n1"/><script nonce="n1" type="module" async="">import "/assets/a.js"</script>'

function prepareLoader(early?: EarlyStart): { code: string; scriptHashes: string[] } {
  const { html, scriptHashes } = prepare(pageWithModule, early)
  expect(html).not.toContain('<link')
  return { code: /<script type="module" async="">(.*)<\/script>/.exec(html)?.[1] ?? '', scriptHashes }
}

test.each([undefined, 'live', 'when old'] as const)(
  'the script of the page and the loader that replaces it are both allowed, even with an early start (%s)',
  (early) => {
    const { code, scriptHashes } = prepareLoader(early)
    expect(scriptHashes).toEqual([hashScript('import "/assets/a.js"'), hashScript(code)])
  },
)

/** Renders a page with the installed React Router. */
async function renderWithRouter(): Promise<string> {
  async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
    const nonce = 'n1'
    const page = createElement(ServerRouter, { context, url: request.url, nonce })
    const stream = await renderToReadableStream(page, { nonce })
    await stream.allReady
    return new Response(stream, { status, headers })
  }
  const build = {
    entry: { module: { default: handleRequest } },
    routes: { root: { id: 'root', path: '', module: { default: () => createElement(Scripts) } } },
    assets: {
      entry: { module: '/assets/entry.js', imports: ['/assets/shared.js'] },
      routes: { root: { id: 'root', path: '', module: '/assets/root.js' } },
      url: '/assets/manifest.js',
      version: '1',
    },
    future: {},
    ssr: true,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
    basename: '/',
  } as unknown as ServerBuild
  const request = new Request('http://localhost/')
  return (await createRequestHandler(build, 'production')(request, new RouterContextProvider())).text()
}

test('the preloads and scripts that the installed React Router writes are found', async () => {
  const rendered = await renderWithRouter()
  const files = ['manifest', 'entry', 'shared', 'root'].map((name) => `/assets/${name}.js`)
  const routerCode = /<script nonce="n1" type="module" async="">([^<]*)<\/script>/.exec(rendered)?.[1] ?? ''
  const { html, scriptHashes } = prepare(rendered)
  const scripts = [...html.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)].map(([, ...parts]) => parts)
  const loaders = scripts.filter(([attributes]) => attributes === ' type="module" async=""')
  expect(loaders).toHaveLength(1)
  const page = runPageScript(loaders[0]?.[1] ?? '')
  page.fire('pointermove')
  expect(page.loaded()).toEqual([...files.map((file) => `modulepreload ${file}`), `module ${routerCode}`])
  expect(routerCode).toContain('/assets/entry.js')
  expect(html).not.toMatch(/nonce|<link/)
  expect(scripts.length).toBeGreaterThan(1)
  for (const [, code = ''] of scripts) expect(scriptHashes).toContain(hashScript(code))
})

describe('in the browser React is loaded', () => {
  test('once, at the first interaction', () => {
    const page = runPageScript(prepareLoader().code)
    expect(page.loaded()).toEqual([])
    page.fire('pointermove')
    page.fire('keydown')
    expect(page.loaded()).toEqual(['modulepreload /assets/a.js', 'module import "/assets/a.js"'])
  })

  test('again at the next interaction after it failed', () => {
    const page = runPageScript(prepareLoader().code)
    page.fire('pointermove')
    page.appended.at(-1)?.onerror?.()
    page.fire('pointermove')
    expect(page.loaded().slice(2)).toEqual(['module import "/assets/a.js"'])
  })

  test('immediately after a tap that was earlier than the script', () => {
    const page = runPageScript(prepareLoader().code, { earlyTaps: 1 })
    expect(page.loaded()).toHaveLength(2)
  })

  test('immediately when a request dialog was open before a reload', () => {
    const page = runPageScript(prepareLoader().code, { stored: { 'samjhao:open-request': '{}' } })
    expect(page.loaded()).toHaveLength(2)
    page.fire('pointermove')
    expect(page.loaded()).toHaveLength(2)
  })

  test('without an interaction when the figures are outdated and the page is visible', () => {
    const page = runPageScript(prepareLoader('when old').code)
    expect(page.timer?.ms).toBe(facetsMaxAgeMs)
    page.document.visibilityState = 'hidden'
    page.timer?.run()
    expect(page.loaded()).toEqual([])
    page.document.visibilityState = 'visible'
    page.timer?.run()
    expect(page.loaded()).toHaveLength(2)
    page.fire('pointermove')
    expect(page.loaded()).toHaveLength(2)
  })
})

describe('the files of React are fetched without compiling or running them', () => {
  const onTouch = ['modulepreload /assets/a.js', 'module import "/assets/a.js"']

  test('when the page has loaded and the browser is idle, and run at the first interaction', () => {
    const page = runPageScript(prepareLoader().code)
    page.fire('load')
    expect(page.fetched).toEqual([])
    page.idle?.run()
    expect(page.fetched).toEqual(['low /assets/a.js'])
    expect(page.loaded()).toEqual([])
    page.fire('pointermove')
    expect(page.loaded()).toEqual(onTouch)
    expect(page.fetched).toHaveLength(1)
  })

  test('unless an interaction loads them sooner', () => {
    const page = runPageScript(prepareLoader().code)
    page.fire('pointermove')
    page.fire('load')
    page.idle?.run()
    expect(page.fetched).toEqual([])
    expect(page.loaded()).toEqual(onTouch)
  })

  test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
    'only at the first interaction with %j',
    (connection) => {
      const page = runPageScript(prepareLoader().code, { connection })
      page.fire('load')
      page.idle?.run()
      expect(page.fetched).toEqual([])
      page.fire('pointermove')
      expect(page.loaded()).toEqual(onTouch)
    },
  )

  test('early with a fast connection', () => {
    const page = runPageScript(prepareLoader().code, { connection: { saveData: false, effectiveType: '4g' } })
    page.fire('load')
    page.idle?.run()
    expect(page.fetched).toHaveLength(1)
  })
})

describe('the live script starts on a live page', () => {
  test('when it has loaded and the browser is idle, within two seconds, without loading React', () => {
    const page = runPageScript(prepareLoader('live').code)
    expect(page.idle).toBeUndefined()
    page.fire('load')
    expect(page.imported).toEqual([])
    expect(page.idle?.timeoutMs).toBe(2_000)
    page.idle?.run()
    expect(page.imported).toEqual([liveScript])
    expect(page.fetched).toEqual(['low /assets/a.js'])
    expect(page.loaded()).toEqual([])
  })

  test('even when it had already loaded', () => {
    const page = runPageScript(prepareLoader('live').code, { readyState: 'complete' })
    page.idle?.run()
    expect(page.imported).toEqual([liveScript])
  })

  test('unless an interaction loads React sooner', () => {
    const page = runPageScript(prepareLoader('live').code)
    page.fire('touchstart')
    page.fire('load')
    page.idle?.run()
    expect(page.imported).toEqual([])
  })
})
