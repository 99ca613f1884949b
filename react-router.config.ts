import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
 * The script of a live public page before the first interaction. A separate build, so that it cannot share a chunk with
 * React: as an entry beside the pages, one shared module loaded all of React before the first touch.
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

/**
 * In the browser the router reads from its manifest which files to import for a route. It needs their own imports only
 * for `<Link prefetch>`, which we do not use. Those lists are two thirds of a file that every page loads. Each id is
 * also the key of its route, and an absent flag is as good as a false one. The server keeps its own copy.
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
  for (const route of Object.values<Record<string, unknown>>(manifest.routes)) {
    for (const name of Object.keys(route)) {
      if (name === 'imports' || name === 'id' || route[name] === false) delete route[name]
    }
  }
  const restoreIds = 'for(let[id,route]of Object.entries(__reactRouterManifest.routes))route.id=id;'
  writeFileSync(file, `window.__reactRouterManifest=${JSON.stringify(manifest)};${restoreIds}`)
}

/** Compresses once with the best quality, so that the server never compresses a file. */
function compressFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|txt)$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const content = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(content))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}
