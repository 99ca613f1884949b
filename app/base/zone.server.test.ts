import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { zoneOf } from '#app/base/zone.server.ts'
import { useZone, zoneCookie, ZoneProvider } from '#app/base/zone.tsx'
import { dayAndTime } from '#kernel/time.ts'
import { person } from '#tests/live.ts'

const asha = person(1)
const visitor = { kind: 'visitor', address: '203.0.113.5' } as const
const withCookie = (cookie: string) => new Request('http://own/', { headers: { cookie } })

test('a signed-in user gets the zone of the cookie', () => {
  expect(zoneOf(asha, withCookie('a=b; samjhao_zone=America/New_York'))).toBe('America/New_York')
})

test('over https the cookie belongs to this host alone, and is preferred', () => {
  expect(zoneCookie({ zone: 'Europe/Paris', isHttps: true })).toBe(
    '__Host-samjhao-zone=Europe/Paris; Path=/; SameSite=Lax; Secure',
  )
  expect(zoneCookie({ zone: 'Europe/Paris', isHttps: false })).toBe('samjhao_zone=Europe/Paris; Path=/; SameSite=Lax')
  const cookies = 'samjhao_zone=America/New_York; __Host-samjhao-zone=Europe/Paris'
  expect(zoneOf(asha, withCookie(cookies))).toBe('Europe/Paris')
})

test.each(['', 'samjhao_zone=', 'samjhao_zone=Mars/Olympus', 'samjhao_zone=<script>'])(
  'the cookie %o is ignored',
  (cookie) => {
    expect(zoneOf(asha, withCookie(cookie))).toBe('Asia/Kolkata')
  },
)

test('a visitor gets the default zone, because the page may be cached', () => {
  expect(zoneOf(visitor, withCookie('samjhao_zone=America/New_York'))).toBe('Asia/Kolkata')
})

test('the server renders times in the given zone', () => {
  const Time = () => dayAndTime(new Date('2025-04-30T19:00:00Z'), useZone())
  const props = { serverZone: 'America/New_York', children: createElement(Time) }
  expect(renderToString(createElement(ZoneProvider, props))).toBe('Apr 30, 2025, 3:00 PM')
})
