import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { runPageScript } from '#tests/browse.ts'

/** The gzipped bytes that a browser fetches for a page. */
export type PageWeight = {
  html: number
  /** The style part of the HTML. */
  style: number
  /** The files that run before the first interaction. Excludes files that the idle page prefetches. */
  beforeTouch: Load
  /** The files that the first interaction loads. Same as `beforeTouch` if the page does not wait for an interaction. */
  afterTouch: Load
}

/** `requests` counts the scripts and all other files of the page. */
type Load = { scripts: Script[]; scriptBytes: number; requests: number }
export type Script = { path: string; bytes: number }

/** The files of a build, with data from Vite’s manifest. */
export type Build = {
  getBytes(path: string): number
  /** The path of the chunk of a lazily imported source. Throws for other sources. */
  getPath(source: string): string
  /** These files and all their static imports. */
  listWithImports(paths: Iterable<string>): string[]
}

type ManifestChunk = { file: string; src?: string; imports?: string[] }

export function readBuild(folder = join(import.meta.dirname, '../build/client')): Build {
  const manifest: Record<string, ManifestChunk> = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const byPath = new Map(Object.values(manifest).map((chunk) => [`/${chunk.file}`, chunk]))
  const getPath = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the build has no chunk for ${key}`)
    return `/${chunk.file}`
  }
  return {
    getBytes: (path) => statSync(join(folder, `${path}.gz`)).size,
    getPath,
    listWithImports(paths) {
      const found = new Set<string>()
      const add = (path: string) => {
        if (found.has(path)) return
        found.add(path)
        byPath.get(path)?.imports?.forEach((key) => add(getPath(key)))
      }
      for (const path of paths) add(path)
      return [...found]
    },
  }
}

/** Measures the served page, without assumptions about its route’s scripts. */
export function weighPage(html: string, build: Build): PageWeight {
  const eager = new Set([
    ...listAttributes(html, 'link', 'href', (tag) => tag.includes('rel="modulepreload"')),
    ...listAttributes(html, 'script', 'src'),
  ])
  const onTouch = new Set<string>()
  for (const code of listInlineModules(html)) {
    const imported = listStaticImports(code)
    for (const path of imported) eager.add(path)
    if (imported.length > 0) continue
    const page = runPageScript(code)
    page.fire('load')
    page.idle?.run()
    for (const path of page.imported) eager.add(path)
    page.fire('pointermove')
    for (const { href, textContent } of page.appended) {
      if (href) onTouch.add(href)
      for (const path of listStaticImports(textContent ?? '')) onTouch.add(path)
    }
  }
  const otherRequests = countOtherRequests(html)
  const load = (paths: Iterable<string>): Load => {
    const scripts = build
      .listWithImports(paths)
      .map((path) => ({ path, bytes: build.getBytes(path) }))
      .toSorted((a, b) => b.bytes - a.bytes)
    return { scripts, scriptBytes: sumBytes(scripts), requests: otherRequests + scripts.length }
  }
  return {
    html: gzipSync(html, { level: 9 }).length,
    style: gzipSync(listContents(html, 'style').join(''), { level: 9 }).length,
    beforeTouch: load(eager),
    afterTouch: load(onTouch.size > 0 ? onTouch : eager),
  }
}

/** Lists the scripts that a click loads, without those that the page or the first interaction has loaded. */
export function weighOnUse(sources: string[], page: PageWeight, build: Build): Script[] {
  const loaded = new Set([page.beforeTouch, page.afterTouch].flatMap(({ scripts }) => scripts.map(({ path }) => path)))
  return build
    .listWithImports(sources.map(build.getPath))
    .filter((path) => !loaded.has(path))
    .map((path) => ({ path, bytes: build.getBytes(path) }))
    .toSorted((a, b) => b.bytes - a.bytes)
}

export function sumBytes(scripts: Script[]): number {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Counts the document, fonts, icons, the web manifest, style sheets and images that are not lazy. */
function countOtherRequests(html: string): number {
  const links = listAttributes(html, 'link', 'href', (tag) => /rel="(preload|stylesheet|icon|manifest)"/.test(tag))
  const pictures = listAttributes(html, 'img', 'src', (tag) => !tag.includes('loading="lazy"'))
  return 1 + new Set(links).size + new Set(pictures).size
}

function listAttributes(html: string, tag: string, name: string, accepts = (_tag: string) => true): string[] {
  const tags = [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>`, 'g'))].map(([found]) => found).filter(accepts)
  return tags.flatMap((found) => new RegExp(`\\s${name}="([^"]+)"`).exec(found)?.[1] ?? [])
}

function listContents(html: string, tag: string): string[] {
  return [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, content = '']) => content)
}

function listInlineModules(html: string): string[] {
  return [...html.matchAll(/<script\b[^>]*type="module"[^>]*>([\s\S]+?)<\/script>/g)].map(([, code = '']) => code)
}

/** Lists static imports. Ignores imports inside strings, because their quotes are escaped. */
function listStaticImports(code: string): string[] {
  return [...code.matchAll(/\b(?:import|from)\s*"(\/[^"\\]+)"/g)].map(([, path = '']) => path)
}
