import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Config } from '@react-router/dev/config'
import { build, type BuildOptions } from 'vite'
import { workerPath } from './app/notifications/push/paths.ts'

// Set-up builds beside the running product and swaps the folders when the build is complete.
const buildDirectory = process.env.BUILD_DIRECTORY ?? 'build'

export default {
  ssr: true,
  buildDirectory,
  // The whole route table is small; loading parts of it would cost a round trip per page.
  routeDiscovery: { mode: 'initial' },
  async buildEnd() {
    const folder = join(buildDirectory, 'client')
    await buildWorker(folder)
    await buildLiveScript(folder)
    trimRouteManifest(folder)
    compressFiles(folder)
  },
} satisfies Config

/** Built as a single classic script, because browsers run the worker alone and not as a module. */
function buildWorker(folder: string): Promise<unknown> {
  const fileName = () => basename(workerPath)
  return buildAlone(folder, {
    target: 'es2022',
    lib: { entry: 'app/shell/entry.worker.ts', formats: ['iife'], name: 'worker', fileName },
  })
}

/**
 * The script of a live public page before the first interaction. It is built separately, because a chunk that it shares
 * with the pages would load all of React.
 */
function buildLiveScript(folder: string): Promise<unknown> {
  return buildAlone(folder, {
    target: 'es2023',
    rolldownOptions: {
      input: 'app/shell/entry.live.ts',
      output: { entryFileNames: 'assets/entry.live-[hash].js', codeSplitting: false },
    },
  })
}

/** Adds a file to the built pages without sharing chunks with them. */
function buildAlone(folder: string, options: BuildOptions): Promise<unknown> {
  return build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { outDir: folder, emptyOutDir: false, ...options },
  })
}

const unusedInBrowser = new Set(['imports', 'id', 'hasDefaultExport'])

/**
 * Shortens the route manifest, which every page loads. Two thirds of it are the imports of the route files, which only
 * `<Link prefetch>` needs, and we do not use that. Ids are removed because they repeat the key of the route, and false
 * flags and empty lists because they mean the same when they are absent. Routes with equal file lists share one list.
 * Endpoints have no code in the browser, so their file is empty and is not named (see `scripts/trim-router.ts`). The
 * server keeps its own copy.
 */
function trimRouteManifest(folder: string): void {
  const [name, ...others] = readdirSync(join(folder, 'assets')).filter((file) =>
    /^manifest-[0-9a-f]{8}\.js$/.test(file),
  )
  if (!name || others.length > 0) throw new Error('the route manifest was not found')
  const file = join(folder, 'assets', name)
  const [, json] = /^window\.__reactRouterManifest=(.*);$/s.exec(readFileSync(file, 'utf8')) ?? []
  if (!json) throw new Error(`${name} is not the route manifest`)
  const manifest = JSON.parse(json)
  const pathOfHash = new Map<string, string>()
  for (const route of Object.values<Record<string, unknown>>(manifest.routes)) {
    if (statSync(join(folder, String(route.module))).size === 0) delete route.module
    for (const [name, value] of Object.entries(route)) {
      const [hash] = /-[\w-]{7}\.js$/.exec(String(value)) ?? []
      const isEmpty = value === false || (Array.isArray(value) && value.length === 0)
      if (unusedInBrowser.has(name) || isEmpty) delete route[name]
      else if (hash && pathOfHash.has(hash)) route[name] = pathOfHash.get(hash)
      else if (hash) pathOfHash.set(hash, String(value))
    }
  }
  manifest.entry.imports = []
  const restoreIds = 'for(let[id,route]of Object.entries(__reactRouterManifest.routes))route.id=id;'
  writeFileSync(file, `window.__reactRouterManifest=${JSON.stringify(manifest)};${restoreIds}`)
}

/** Compresses once with the best quality, so that the server never compresses a file. */
function compressFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|mjs|css|svg|txt)$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const content = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(content))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}
