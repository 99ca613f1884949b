import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Parts of React Router with their stubs. An update that moves one of them fails the build.
 *
 * - Not used in the browser, and 3 kB of every page: route discovery, because all routes are known from the start
 *   (`routeDiscovery` in `react-router.config.ts`), and instrumentation, because `HydratedRouter` gets none.
 * - Loading the file of a route: an endpoint has none (`trimRouteManifest`). React Router would load an empty file with
 *   the first form that is sent to it, and reload the page when that fails, which would end a call.
 */
const stubs: Record<string, string> = {
  'lib/dom/ssr/fog-of-war.js': `
    export const isFogOfWarEnabled = () => false
    export const getPartialManifest = (manifest) => manifest
    export const getPatchRoutesOnNavigationFunction = () => undefined
    export const useFogOFWarDiscovery = () => undefined
    // Only server code imports these, but the names must exist.
    export const getManifestPath = undefined, getPathsWithAncestors = undefined, handleClientVersionMismatch = undefined
  `,
  'lib/router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    export const instrumentHandler = undefined, instrumentationResultMetaContext = undefined
  `,
  'lib/dom/ssr/routeModules.js': `
    export async function loadRouteModule({ id, module }, loaded) {
      if (!module) return {}
      try {
        return (loaded[id] ??= await import(/* @vite-ignore */ module))
      } catch (error) {
        console.error(error)
        location.reload()
        return new Promise(() => {})
      }
    }
  `,
}

/**
 * Components that are never rendered, by their module. No link preloads its page, so they and their imports are removed
 * from the build.
 */
const unused: Record<string, string> = { 'lib/dom/ssr/components.js': 'PrefetchPageLinks' }

export function trimRouter(): Plugin {
  const parts = Object.keys({ ...stubs, ...unused })
  const replaced = new Set<string>()
  return {
    name: 'trim-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: /\/react-router\/dist\/production\/lib\// },
      handler(id) {
        const part = parts.find((path) => id.endsWith(path))
        const code = part && (stubs[part] ?? withoutComponent(readFileSync(id, 'utf8'), unused[part]))
        if (code) replaced.add(part)
        return code
      },
    },
    buildEnd(error) {
      const missing = parts.filter((part) => !replaced.has(part))
      if (!error && missing.length > 0) this.error(`React Router no longer has ${missing.join(', ')}`)
    },
  }
}

/** Returns null if the module has no such component. */
function withoutComponent(code: string, name: string | undefined): string | null {
  const start = `function ${name}(`
  return code.includes(start) ? code.replace(start, `const ${name} = () => null;\nfunction unused${name}(`) : null
}
