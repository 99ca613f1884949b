import type { FlashCode } from '#app/base/flash-text.ts'

/** The name of the cookie, and of the mark in the address of a redirect that the page's own router follows. */
export const flashName = 'samjhao_flash'

/** What a document brings along; the id tells two documents that got the same cookie apart from two cookies. */
export type Flash = { code: FlashCode; id: string }

/** The address of a redirect with the code in it; no other tab can take it from there. */
export function markAddress(address: string, code: FlashCode): string {
  return rewrite(address, (query) => query.set(flashName, code))
}

/** Takes the code out of what the router is about to follow, so that it never stands in the address bar. */
export function takeFlashOfRedirects(results: Record<string, { result: unknown }>): string | null {
  let found: string | null = null
  for (const { result } of Object.values(results)) {
    const address = result instanceof Response ? result.headers.get('Location') : null
    if (!(result instanceof Response) || !address?.includes(flashName)) continue
    const clean = rewrite(address, (query) => {
      found = query.get(flashName) ?? found
      query.delete(flashName)
    })
    result.headers.set('Location', clean)
  }
  return found
}

function rewrite(address: string, change: (query: URLSearchParams) => void): string {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? []
  const query = new URLSearchParams(search)
  change(query)
  return `${path}${query.size > 0 ? `?${query}` : ''}${hash}`
}
