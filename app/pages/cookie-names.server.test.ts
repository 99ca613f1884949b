import { expect, test } from 'vitest'
import { browserCookie, signInCookie } from '#app/base/cookies.server.ts'
import { redirectWithFlash } from '#app/base/flash.server.ts'
import { zoneCookie } from '#app/base/zone.tsx'
import { listCookieNames } from '#app/pages/cookie-names.server.ts'
import { readConfig } from '#server/config.server.ts'

test.each([{}, { PUBLIC_ORIGIN: 'https://samjhao.example' }])(
  'the cookie page names each cookie that is set: %o',
  (env) => {
    const { product } = readConfig(env)
    const request = new Request(`${product.origin}/logout`)
    const flash = redirectWithFlash('logged_out', { to: '/', request, product }).headers.getSetCookie()
    const zone = zoneCookie({ zone: 'Asia/Kolkata', isHttps: product.origin.startsWith('https:') })
    const all = [zone, ...flash, signInCookie(product, 'a token'), browserCookie(product, 'a token')]
    const names = all.map((cookie) => cookie.split('=')[0])
    expect(Object.values(listCookieNames(product)).flat()).toEqual(names)
  },
)
