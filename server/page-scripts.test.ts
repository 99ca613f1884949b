import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { prepareScripts, type Start } from '#server/page-scripts.ts'

const hashOf = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`
const prepare = (page: string, start: Start = 'on first sign') => prepareScripts(page, { nonce: 'n1', start })

test('our scripts are named by their hashes, and the nonce is gone', () => {
  const page = '<script nonce="n1">one()</script><p>text</p><link rel="icon" nonce="n1">'
  expect(prepare(page)).toEqual({
    html: '<script>one()</script><p>text</p><link rel="icon">',
    scriptHashes: [hashOf('one()')],
  })
})

test('a script that somebody smuggled in is not', () => {
  const page =
    '<script>evil()</script><script nonce="guess">evil()</script><script nonce="n1">ours()</script>'
  expect(prepare(page).scriptHashes).toEqual([hashOf('ours()')])
})

const pageWithModule =
  '<link rel="modulepreload" href="/assets/a.js" nonce="n1"/><script nonce="n1" type="module" async="">import "/assets/a.js"</script>'

function waitingCode(start: Start): { code: string; scriptHashes: string[] } {
  const { html, scriptHashes } = prepare(pageWithModule, start)
  expect(html).not.toContain('<link')
  return { code: /<script type="module" async="">(.*)<\/script>/.exec(html)?.[1] ?? '', scriptHashes }
}

test.each(['on first sign', 'by themselves'] as const)(
  'the script that loads the rest %s may run in both its forms',
  (start) => {
    const { code, scriptHashes } = waitingCode(start)
    expect(scriptHashes).toEqual([hashOf('import "/assets/a.js"'), hashOf(code)])
  },
)

describe('in the browser the rest is loaded', () => {
  test('at the first sign of a person, and once', () => {
    const page = browse(waitingCode('on first sign').code)
    page.fire('load')
    expect(page.loaded()).toEqual([])
    page.fire('pointermove')
    page.fire('keydown')
    expect(page.loaded()).toEqual(['modulepreload /assets/a.js', 'module import "/assets/a.js"'])
    expect(page.listeners()).toBe(0)
  })

  test('by itself, when the page has loaded and the browser is idle, in two seconds at the latest', () => {
    const page = browse(waitingCode('by themselves').code)
    expect(page.idle).toBeUndefined()
    page.fire('load')
    expect(page.loaded()).toEqual([])
    expect(page.idle?.timeoutMs).toBe(2_000)
    page.idle?.run()
    expect(page.loaded()).toHaveLength(2)
    page.fire('pointermove')
    expect(page.loaded()).toHaveLength(2)
  })

  test('by itself, but sooner when there is a person', () => {
    const page = browse(waitingCode('by themselves').code)
    page.fire('touchstart')
    expect(page.loaded()).toHaveLength(2)
    page.fire('load')
    page.idle?.run()
    expect(page.loaded()).toHaveLength(2)
  })

  test('by itself also where the page had loaded before', () => {
    const page = browse(waitingCode('by themselves').code, 'complete')
    page.idle?.run()
    expect(page.loaded()).toHaveLength(2)
  })
})

/** As much of a browser as the script needs. */
function browse(code: string, readyState = 'loading') {
  const listeners = new Map<string, Set<() => void>>()
  const appended: Record<string, string>[] = []
  const page = {
    idle: undefined as { run(): void; timeoutMs: number } | undefined,
    fire: (name: string) => [...(listeners.get(name) ?? [])].forEach((listener) => listener()),
    loaded: () => appended.map(({ rel, href, type, textContent }) => `${rel ?? type} ${href ?? textContent}`),
    listeners: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
  }
  const requestIdleCallback = (run: () => void, { timeout }: { timeout: number }) => {
    page.idle = { run, timeoutMs: timeout }
  }
  runInNewContext(code, {
    self: { requestIdleCallback },
    requestIdleCallback,
    document: {
      readyState,
      createElement: () => ({}),
      head: { append: (element: Record<string, string>) => appended.push(element) },
    },
    addEventListener: (name: string, listener: () => void) =>
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener)),
    removeEventListener: (name: string, listener: () => void) => listeners.get(name)?.delete(listener),
  })
  return page
}
