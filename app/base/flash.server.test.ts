import { expect, test } from 'vitest'
import { clearFlash, findFlash, redirectWithFlash } from '#app/base/flash.server.ts'
import { readConfig } from '#server/config.server.ts'

const { product } = readConfig({})
const { product: publicProduct } = readConfig({ PUBLIC_ORIGIN: 'https://samjhao.example' })
const requestTo = (path: string, cookie = '') => new Request(`http://own${path}`, { headers: { cookie } })

test('a document request sets a flash cookie, which the next document reads and clears', () => {
  const answer = redirectWithFlash('logged_out', {
    to: '/',
    request: requestTo('/logout'),
    product,
    cookies: ['a=b; Path=/'],
  })
  expect(answer.headers.get('Location')).toBe('/')
  const [givenCookie, flash = ''] = answer.headers.getSetCookie()
  expect(givenCookie).toBe('a=b; Path=/')
  expect(flash).toMatch(/^samjhao_flash=logged_out\.[\w-]{8}; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax$/)
  const cookie = flash.split(';')[0] ?? ''
  expect(findFlash(requestTo('/', `x=y; ${cookie}`), product)).toEqual({
    code: 'logged_out',
    id: cookie.split('.')[1],
  })
  expect(clearFlash(product)).toContain('samjhao_flash=; Path=/; Max-Age=0')
})

test('over https the flash cookie belongs to this host alone', () => {
  const answer = redirectWithFlash('logged_out', { to: '/', request: requestTo('/logout'), product: publicProduct })
  const [flash = ''] = answer.headers.getSetCookie()
  expect(flash).toMatch(
    /^__Host-samjhao-flash=logged_out\.[\w-]{8}; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax; Secure$/,
  )
  const cookie = flash.split(';')[0] ?? ''
  expect(findFlash(requestTo('/', cookie), publicProduct)).toMatchObject({ code: 'logged_out' })
  expect(findFlash(requestTo('/', 'samjhao_flash=logged_out.1'), publicProduct)).toBeNull()
})

test('a data request of another tab does not consume the flash', () => {
  expect(findFlash(requestTo('/_.data', 'samjhao_flash=logged_out.1'), product)).toBeNull()
})

test('a data request gets the flash in the redirect URL, without a cookie', () => {
  const request = requestTo('/user/profile/edit.data')
  const answer = redirectWithFlash('profile_updated', { to: '/user/profile', request, product })
  expect(answer.headers.get('Location')).toBe('/user/profile?samjhao_flash=profile_updated')
  expect(answer.headers.getSetCookie()).toEqual([])
})

test.each(['', 'samjhao_flash=', 'samjhao_flash=toString.1', 'samjhao_flash=%3Cscript%3E'])(
  'ignores the invalid cookie %o',
  (cookie) => {
    expect(findFlash(requestTo('/', cookie), product)).toBeNull()
  },
)
