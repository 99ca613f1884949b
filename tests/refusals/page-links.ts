import type { AccessRow } from '#tests/refusals/access-matrix.ts'

export type PageLink = { method: 'GET' | 'POST'; path: string }

/**
 * The URLs of this product in a page, each with the method of its request. They are in links, forms, buttons of forms,
 * files and pictures.
 */
export function findLinks(html: string): PageLink[] {
  const tags = [...html.matchAll(/<([a-z]+)\b([^>]*)>/g)]
  return tags.flatMap(([, tag, text = '']) => {
    const read = (name: string) => new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(text)?.[1]
    const method = (read('method') ?? read('formmethod'))?.toUpperCase() === 'POST' ? 'POST' : 'GET'
    const srcset =
      read('srcset')
        ?.split(',')
        .map((part) => part.trim().split(' ')[0] ?? '') ?? []
    const urls = [read('href'), read('src'), read('action'), read('formaction'), ...srcset]
    return urls.flatMap((url) => {
      const path = url === undefined ? null : toPath(url)
      return path === null ? [] : [{ method: tag === 'form' ? method : ('GET' as const), path }]
    })
  })
}

/** The URLs of this product in a text of another kind, such as the sitemap. */
export function findListedUrls(text: string): PageLink[] {
  const found = text.match(/(?:https?:\/\/[^\s"<]+|(?<=[:[,]")\/[^\s"<]*)/g) ?? []
  return found.flatMap((url) => toPath(url) ?? []).map((path) => ({ method: 'GET', path }))
}

/** The path without its query, or null when another site or program answers. */
function toPath(url: string): string | null {
  if (!/^(\/(?!\/)|https?:)/.test(url)) return null
  const { hostname, pathname } = new URL(url.replaceAll('&amp;', '&'), 'http://localhost')
  return ['localhost', '127.0.0.1'].includes(hostname) ? pathname.replace(/\.data$/, '') : null
}

/**
 * The paths that a built script names, such as `/sessions/${id}/step`: texts that begin with a slash and a letter. An
 * inserted value counts as one segment.
 */
export function findScriptPaths(script: string): string[] {
  const texts = script.matchAll(/(["'`])(\/[a-z](?:[\w\-./]|\$\{[^{}]*\})*)(?=\1|\?|#)/g)
  return [...new Set([...texts].map(([, , path = '']) => path.replaceAll(/\$\{[^{}]*\}/g, 'x')))]
}

/** The row of a link. The row `/*`, which answers 'not found', does not count. */
export function findRow(rows: AccessRow[], { method, path }: PageLink): AccessRow | undefined {
  return rows.find((row) => row.path !== '/*' && row.method === method && matches(row.path, path))
}

function matches(pattern: string, path: string): boolean {
  const source = pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.+')
  return new RegExp(`^${source}/?$`).test(path)
}
