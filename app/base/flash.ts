import type { FlashCode } from '#app/base/flash-text.ts'

/** Name of the cookie on plain http, and of the query parameter in redirects that the client router follows. */
export const flashName = 'samjhao_flash'

/**
 * A toast that is shown once. The id is different for each toast, so that a second tab does not show a toast again, and
 * a later toast with the same code is still shown.
 */
export type Flash = { code: FlashCode; id: string }

/** Adds the code to a redirect URL, where no other tab can read it. */
export function addFlash(url: string, code: FlashCode): string {
  return rewriteQuery(url, (query) => query.set(flashName, code))
}

/** Removes the code from the redirects that the router will follow, so that the address bar never shows it. */
export function takeFlashOfRedirects(results: Record<string, { result: unknown }>): string | null {
  let found: string | null = null
  for (const { result } of Object.values(results)) {
    const location = result instanceof Response ? result.headers.get('Location') : null
    if (!(result instanceof Response) || !location?.includes(flashName)) continue
    const clean = rewriteQuery(location, (query) => {
      found = query.get(flashName) ?? found
      query.delete(flashName)
    })
    result.headers.set('Location', clean)
  }
  return found
}

function rewriteQuery(url: string, change: (query: URLSearchParams) => void): string {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(url) ?? []
  const query = new URLSearchParams(search)
  change(query)
  return `${path}${query.size > 0 ? `?${query}` : ''}${hash}`
}
