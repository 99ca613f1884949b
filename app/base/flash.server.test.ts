import { expect, test } from 'vitest'
import { clearFlash, findFlash, redirectWithFlash } from '#app/base/flash.server.ts'

const requestTo = (path: string, cookie = '') => new Request(`http://own${path}`, { headers: { cookie } })

test('a document request sets a flash cookie, which the next document reads and clears', () => {
  const answer = redirectWithFlash('logged_out', {
    to: '/',
    request: requestTo('/logout'),
    cookies: ['a=b; Path=/'],
  })
  expect(answer.headers.get('Location')).toBe('/')
  const [givenCookie, flash = ''] = answer.headers.getSetCookie()
  expect(givenCookie).toBe('a=b; Path=/')
  expect(flash).toMatch(/^samjhao_flash=logged_out\.[\w-]{8}; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax$/)
  const cookie = flash.split(';')[0] ?? ''
  expect(findFlash(requestTo('/', `x=y; ${cookie}`))).toEqual({ code: 'logged_out', id: cookie.split('.')[1] })
  expect(clearFlash).toContain('samjhao_flash=; Path=/; Max-Age=0')
})

test('a data request of another tab does not consume the flash', () => {
  expect(findFlash(requestTo('/_.data', 'samjhao_flash=logged_out.1'))).toBeNull()
})

test('a data request gets the flash in the redirect address, without a cookie', () => {
  const request = requestTo('/user/profile/edit.data')
  const answer = redirectWithFlash('profile_updated', { to: '/user/profile', request })
  expect(answer.headers.get('Location')).toBe('/user/profile?samjhao_flash=profile_updated')
  expect(answer.headers.getSetCookie()).toEqual([])
})

test.each(['', 'samjhao_flash=', 'samjhao_flash=toString.1', 'samjhao_flash=%3Cscript%3E'])(
  'ignores the invalid cookie %o',
  (cookie) => {
    expect(findFlash(requestTo('/', cookie))).toBeNull()
  },
)
