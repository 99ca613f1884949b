import { isIP } from 'node:net'
import { calendarUrlMaxLength } from '#kernel/limits.ts'
import type { Calendars } from '#platform/calendars/port.ts'

/**
 * Experts enter URLs, and servers redirect to others. Only https on its usual port of a host name in the public DNS is
 * allowed. What the name resolves to is checked when connecting.
 */
export function createUrlCheck(localHosts: string[]): Calendars['checkUrl'] {
  return (text) => {
    const typed = text.trim().replace(/^webcals?:/i, 'https:')
    if (typed.length > calendarUrlMaxLength || !/^https?:\/\//i.test(typed) || !URL.canParse(typed)) {
      return { problem: 'invalid' }
    }
    const url = new URL(typed)
    if (url.username || url.password) return { problem: 'credentials' }
    url.hash = ''
    if (isLocalHost(url, localHosts)) return { url: url.href }
    if (url.protocol !== 'https:') return { problem: 'invalid' }
    return url.port === '' && isPublicName(url.hostname) ? { url: url.href } : { problem: 'private' }
  }
}

export function isLocalHost({ hostname }: URL, localHosts: string[]): boolean {
  return localHosts.includes(withoutBrackets(hostname))
}

/** `hostname` comes from a URL, which has turned notations such as 2130706433 and 0x7f.1 into 127.0.0.1. */
function isPublicName(hostname: string): boolean {
  // A name may end with a dot, which marks it as fully qualified.
  const name = hostname.replace(/\.$/, '')
  const isName = isIP(withoutBrackets(name)) === 0 && name.includes('.')
  return isName && !/\.(localhost|local|internal|home\.arpa)$/.test(name)
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}
