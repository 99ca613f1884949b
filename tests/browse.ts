import { runInNewContext } from 'node:vm'

type AppendedElement = { rel?: string; href?: string; type?: string; textContent?: string }

/** Runs a public page’s script in a minimal fake browser, to see what it loads and when. */
export function runPageScript(code: string, readyState = 'loading') {
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
    appended,
    fire: (name: string) => [...(listeners.get(name) ?? [])].forEach((listener) => listener()),
    loaded: () => appended.map(({ rel, href, type, textContent }) => `${rel ?? type} ${href ?? textContent}`),
    listeners: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
  }
  const requestIdleCallback = (run: () => void, { timeout }: { timeout: number }) => {
    page.idle = { run, timeoutMs: timeout }
  }
  // Replaces dynamic imports, because only the requested paths matter here.
  runInNewContext(code.replaceAll(/\bimport\((?=")/g, 'load('), {
    self: { requestIdleCallback },
    requestIdleCallback,
    document: page.document,
    load: (address: string) => page.imported.push(address),
    setTimeout: (run: () => void, ms: number) => (page.timer = { run, ms }),
    addEventListener: (name: string, listener: () => void) =>
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener)),
    removeEventListener: (name: string, listener: () => void) => listeners.get(name)?.delete(listener),
  })
  return page
}
