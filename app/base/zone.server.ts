import { readCookie } from '#app/base/cookies.server.ts'
import { zoneCookieNames } from '#app/base/zone.tsx'
import { type Actor, isPerson } from '#domain/policy.ts'
import { defaultZone, findZone } from '#kernel/zones.ts'

/** The zone to render in. A visitor's page may be cached for other visitors, so it always uses the default zone. */
export function zoneOf(actor: Actor, request: Request): string {
  if (!isPerson(actor)) return defaultZone
  return findCookieZone(request) ?? defaultZone
}

/** The zone that the browser has stored. */
export function findCookieZone(request: Request): string | null {
  const cookies = request.headers.get('cookie')
  const [zone] = zoneCookieNames.flatMap((name) => findZone(readCookie(cookies, name) ?? '') ?? [])
  return zone ?? null
}
