import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { workerPath } from '#app/notifications/push/paths.ts'
import type { BuiltFile } from '#server/built-files.ts'
import { chooseEncoding } from '#server/compression.ts'
import type { Env } from '#server/request.ts'

export type Assets = {
  serve: MiddlewareHandler<Env>
  /** The path of a built entry, whose name contains a hash. */
  getPath(entry: string): string
  /** The files with hashed names, for nodes that run another build. */
  listHashed(): BuiltFile[]
}

type FindInOtherBuilds = (path: string) => Promise<BuiltFile | undefined>

type Asset = { headers: Record<string, string>; bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer } }

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  // The worker of pdf.js.
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  // Fonts of symbols, for pdf.js.
  '.pfb': 'application/octet-stream',
  '.txt': 'text/plain; charset=utf-8',
}

/** Every path below it contains a hash of the content, or the version of a package. */
const hashedFolder = '/assets/'

/** The names that a build writes. Others are not looked up: some, such as one with a NUL, are errors in a query. */
const hashedName = /^(pdfjs-[\d.]+\/)?[\w.-]+$/

/** A missing file is not looked up again for this long. While this many are missing, no others are looked up. */
const missKeptMs = 10_000
const missesMax = 500

/**
 * Holds the built files, a few megabytes, in memory with their precompressed forms: serving needs no disk access, and a
 * new build beside a running server does not affect it. Pages of another build request files that are missing here:
 * they are found in the shared files of recent builds and then kept. Anyone can invent such names, so a lookup that
 * found nothing is remembered for a short while.
 */
export function loadAssets(
  folder: string,
  build: string,
  findInOtherBuilds: FindInOtherBuilds,
  { nowMs = () => performance.now() } = {},
): Assets {
  const assets = new Map<string, Asset>()
  /** Oldest first. */
  const lookups = new Map<string, { asset: Promise<Asset | undefined>; untilMs: number }>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const type = contentTypes[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    assets.set(path, readAsset(file, path, type))
  }
  const worker = assets.get(workerPath)
  if (worker) assets.set(workerPath, toServiceWorker(worker, build))
  return {
    getPath(entry) {
      const path = [...assets.keys()].find(
        (name) => name.startsWith(`${hashedFolder}${entry}-`) && name.endsWith('.js'),
      )
      if (!path) throw new Error(`the build has no ${entry}`)
      return path
    },
    listHashed: () =>
      [...assets]
        .filter(([path]) => path.startsWith(hashedFolder))
        .map(([path, { headers, bodies }]) => ({
          path,
          contentType: headers['Content-Type'] ?? '',
          isBrotli: bodies.br !== undefined,
          body: bodies.br ?? bodies.identity,
        })),
    async serve(c, next) {
      if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
      const asset = assets.get(c.req.path) ?? (await findOther(c.req.path))
      if (!asset) return next()
      if (c.req.header('if-none-match') === asset.headers.ETag) return c.body(null, 304, asset.headers)
      const preferred = chooseEncoding(c.req.header('accept-encoding'))
      const encoding = asset.bodies[preferred] ? preferred : 'identity'
      const body = asset.bodies[encoding] ?? asset.bodies.identity
      if (encoding !== 'identity') c.header('Content-Encoding', encoding)
      c.header('Content-Length', String(body.length))
      if (c.req.method === 'HEAD') return c.body(null, 200, asset.headers)
      return c.body(new Uint8Array(body), 200, asset.headers)
    },
  }

  async function findOther(path: string): Promise<Asset | undefined> {
    if (!path.startsWith(hashedFolder) || !hashedName.test(path.slice(hashedFolder.length))) return undefined
    for (const [oldest, { untilMs }] of lookups) {
      if (untilMs > nowMs()) break
      lookups.delete(oldest)
    }
    const earlierLookup = lookups.get(path)
    if (earlierLookup || lookups.size >= missesMax) return earlierLookup?.asset
    const asset = loadOther(path)
    lookups.set(path, { asset, untilMs: nowMs() + missKeptMs })
    try {
      const found = await asset
      if (found) lookups.delete(path)
      return found
    } catch (error) {
      lookups.delete(path)
      throw error
    }
  }

  async function loadOther(path: string): Promise<Asset | undefined> {
    const found = await findInOtherBuilds(path)
    if (!found) return undefined
    const { contentType, isBrotli, body } = found
    const identity = isBrotli ? brotliDecompressSync(body) : body
    const asset = {
      headers: toHeaders(path, contentType, identity),
      bodies: { identity, ...(isBrotli && { br: body }) },
    }
    assets.set(path, asset)
    return asset
  }
}

function readAsset(file: string, path: string, type: string): Asset {
  const identity = readFileSync(file)
  return {
    headers: toHeaders(path, type, identity),
    bodies: { identity, br: readIfExists(`${file}.br`), gzip: readIfExists(`${file}.gz`) },
  }
}

function toHeaders(path: string, type: string, identity: Buffer): Record<string, string> {
  const isHashed = path.startsWith(hashedFolder)
  return {
    'Content-Type': type,
    'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    ETag: createTag(identity),
    Vary: 'Accept-Encoding',
  }
}

function createTag(identity: Buffer): string {
  return `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
}

/**
 * The service worker's name never changes, so browsers always revalidate it. Each build changes its content, which
 * makes browsers install it, and with it the current offline page.
 */
function toServiceWorker({ headers, bodies }: Asset, build: string): Asset {
  const identity = Buffer.concat([bodies.identity, Buffer.from(`\n// ${build}\n`)])
  return {
    headers: { ...headers, ETag: createTag(identity), 'Cache-Control': 'no-cache' },
    bodies: { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) },
  }
}

function readIfExists(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
