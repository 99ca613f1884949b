import type { Role } from '#domain/policy.ts'

/**
 * Returns the path to open after signing in, or null for the default page. The query carries it, so it survives server
 * redirects and the step from login to registration: `redirect` is a path, and `from=wallet` means the wallet. URLs of
 * other sites are ignored.
 */
export function returnPath(search: URLSearchParams, role: Role): string | null {
  const redirect = search.get('redirect')
  if (redirect && isOwnPath(redirect)) return redirect
  const from = search.get('from')
  if (from !== 'wallet') return null
  return role === 'expert' ? '/expert/wallet' : '/user/wallet'
}

/** Copies the return parameters to another path: login and registration link to each other. */
export function withReturnPath(path: string, search: URLSearchParams, more: Record<string, string> = {}): string {
  const params = new URLSearchParams(more)
  for (const name of ['redirect', 'from']) {
    const value = search.get(name)
    if (value) params.set(name, value)
  }
  return params.size > 0 ? `${path}?${params}` : path
}

function isOwnPath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || /[\\\p{Cc}]/u.test(path)) return false
  return new URL(path, 'http://own').origin === 'http://own'
}
