import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { runPageScript } from '#tests/browse.ts'

/** What a browser fetches for a page, in gzipped bytes. */
export type PageWeight = {
  html: number
  /** The style part of the HTML. */
  style: number
  beforeTouch: Load
  /** What the first interaction loads, or the page itself where it does not wait. Later clicks are not included. */
  afterTouch: Load
}

type Load = { scripts: Script[]; scriptBytes: number; requests: number }
export type Script = { path: string; bytes: number }

/** The files of a build, with data from Vite’s manifest. */
export type Build = {
  sizeOf(path: string): number
  /** The built file of a source that is loaded on use. */
  pathOf(source: string): string
  /** These files and all their static imports. */
  closureOf(paths: Iterable<string>): string[]
}

type ManifestChunk = { file: string; src?: string; imports?: string[] }

export function readBuild(folder = join(import.meta.dirname, '../build/client')): Build {
  const manifest: Record<string, ManifestChunk> = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const byPath = new Map(Object.values(manifest).map((chunk) => [`/${chunk.file}`, chunk]))
  const fileOf = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the build has no chunk for ${key}`)
    return `/${chunk.file}`
  }
  return {
    sizeOf: (path) => statSync(join(folder, `${path}.gz`)).size,
    pathOf: fileOf,
    closureOf(paths) {
      const found = new Set<string>()
      const add = (path: string) => {
        if (found.has(path)) return
        found.add(path)
        byPath.get(path)?.imports?.forEach((key) => add(fileOf(key)))
      }
      for (const path of paths) add(path)
      return [...found]
    },
  }
}

/** Measures the served page, without assumptions about its route’s scripts. */
export function weighPage(html: string, build: Build): PageWeight {
  const eager = new Set([
    ...attributesOf(html, 'link', 'href', (tag) => tag.includes('rel="modulepreload"')),
    ...attributesOf(html, 'script', 'src'),
  ])
  const onTouch = new Set<string>()
  for (const code of inlineModules(html)) {
    const imported = staticImports(code)
    for (const path of imported) eager.add(path)
    if (imported.length > 0) continue
    const page = runPageScript(code)
    page.fire('load')
    page.idle?.run()
    for (const path of page.imported) eager.add(path)
    page.fire('pointermove')
    for (const { href, textContent } of page.appended) {
      if (href) onTouch.add(href)
      for (const path of staticImports(textContent ?? '')) onTouch.add(path)
    }
  }
  const otherRequests = countOtherRequests(html)
  const load = (paths: Iterable<string>): Load => {
    const scripts = build
      .closureOf(paths)
      .map((path) => ({ path, bytes: build.sizeOf(path) }))
      .toSorted((a, b) => b.bytes - a.bytes)
    return { scripts, scriptBytes: sumOf(scripts), requests: otherRequests + scripts.length }
  }
  return {
    html: gzipSync(html, { level: 9 }).length,
    style: gzipSync(contentsOf(html, 'style').join(''), { level: 9 }).length,
    beforeTouch: load(eager),
    afterTouch: load(onTouch.size > 0 ? onTouch : eager),
  }
}

/** Lists the scripts that a click loads in addition to the page’s. */
export function weighOnUse(sources: string[], page: PageWeight, build: Build): Script[] {
  const there = new Set(page.afterTouch.scripts.map(({ path }) => path))
  return build
    .closureOf(sources.map(build.pathOf))
    .filter((path) => !there.has(path))
    .map((path) => ({ path, bytes: build.sizeOf(path) }))
    .toSorted((a, b) => b.bytes - a.bytes)
}

export function sumOf(scripts: Script[]): number {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Counts the document, fonts, icons, the web manifest, style sheets and images that are not lazy. */
function countOtherRequests(html: string): number {
  const links = attributesOf(html, 'link', 'href', (tag) => /rel="(preload|stylesheet|icon|manifest)"/.test(tag))
  const pictures = attributesOf(html, 'img', 'src', (tag) => !tag.includes('loading="lazy"'))
  return 1 + new Set(links).size + new Set(pictures).size
}

function attributesOf(html: string, tag: string, name: string, accepts = (_tag: string) => true): string[] {
  const tags = [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>`, 'g'))].map(([found]) => found).filter(accepts)
  return tags.flatMap((found) => new RegExp(`\\s${name}="([^"]+)"`).exec(found)?.[1] ?? [])
}

function contentsOf(html: string, tag: string): string[] {
  return [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, content = '']) => content)
}

function inlineModules(html: string): string[] {
  return [...html.matchAll(/<script\b[^>]*type="module"[^>]*>([\s\S]+?)<\/script>/g)].map(([, code = '']) => code)
}

/** Lists static imports, but not those inside strings, whose quotes are escaped. */
function staticImports(code: string): string[] {
  return [...code.matchAll(/\b(?:import|from)\s*"(\/[^"\\]+)"/g)].map(([, path = '']) => path)
}
