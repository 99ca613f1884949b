import { runInNewContext } from 'node:vm'

type AppendedElement = {
  rel?: string
  href?: string
  type?: string
  textContent?: string
  onerror?: () => void
}
type Browser = {
  readyState?: string
  connection?: { saveData?: boolean; effectiveType?: string }
  earlyTaps?: number
  /** What this tab has stored. */
  stored?: Record<string, string>
}

/** Runs a public page’s script in a minimal fake browser, to see what it loads and when. */
export function runPageScript(
  code: string,
  { readyState = 'loading', connection, earlyTaps, stored = {} }: Browser = {},
) {
  const listeners = new Map<string, Set<() => void>>()
  const appended: AppendedElement[] = []
  const page = {
    document: {
      readyState,
      visibilityState: 'visible',
      createElement: () => ({}),
      head: { append: (element: AppendedElement) => appended.push(element) },
    },
    idle: undefined as { run(): void; timeoutMs: number } | undefined,
    timer: undefined as { run(): void; ms: number } | undefined,
    imported: [] as string[],
    /** The files that were fetched into the cache, with their priority. */
    fetched: [] as string[],
    appended,
    fire: (name: string) => [...(listeners.get(name) ?? [])].forEach((listener) => listener()),
    /** Lists the preloaded modules and those that run. */
    loaded: () => appended.map(({ rel, href, type, textContent }) => `${rel ?? type} ${href ?? textContent}`),
  }
  const requestIdleCallback = (run: () => void, { timeout }: { timeout: number }) => {
    page.idle = { run, timeoutMs: timeout }
  }
  // Replaces dynamic imports, because only the requested paths matter here.
  runInNewContext(code.replaceAll(/\bimport\((?=")/g, 'load('), {
    self: { requestIdleCallback, samjhaoTaps: earlyTaps && { pressed: { length: earlyTaps } } },
    requestIdleCallback,
    document: page.document,
    sessionStorage: { getItem: (name: string) => stored[name] ?? null },
    navigator: { connection },
    load: (path: string) => page.imported.push(path),
    fetch: (path: string, { priority }: { priority: string }) => {
      page.fetched.push(`${priority} ${path}`)
      return Promise.resolve(new Response())
    },
    setTimeout: (run: () => void, ms: number) => (page.timer = { run, ms }),
    addEventListener: (name: string, listener: () => void) =>
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener)),
    removeEventListener: (name: string, listener: () => void) => listeners.get(name)?.delete(listener),
  })
  return page
}
