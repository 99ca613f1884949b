import { redirect } from 'react-router'
import { describe, expect, test } from 'vitest'
import { addFlash, takeFlashOfRedirects } from '#app/base/flash.ts'
import { findFlashToast } from '#app/base/flash-text.ts'

const redirected = (to: string) => ({ type: 'error', result: redirect(to) })

describe('a redirect that the router follows', () => {
  test.each([
    ['/', '/'],
    ['/login?from=profile', '/login?from=profile'],
    ['/terms?a=1#changes', '/terms?a=1#changes'],
  ])('to %s yields its flash and becomes %s', (to, clean) => {
    const answer = redirected(addFlash(to, 'logged_out'))
    expect(takeFlashOfRedirects({ root: answer })).toBe('logged_out')
    expect(answer.result.headers.get('Location')).toBe(clean)
    expect(takeFlashOfRedirects({ root: answer })).toBeNull()
  })

  test('yields one flash when several loaders redirect', () => {
    const answers = { root: redirected(addFlash('/', 'logged_in')), page: redirected('/') }
    expect(takeFlashOfRedirects(answers)).toBe('logged_in')
    expect(answers.root.result.headers.get('Location')).toBe('/')
  })

  test('yields no toast for an unknown code', () => {
    const answer = redirected('/?samjhao_flash=constructor')
    const code = takeFlashOfRedirects({ root: answer, page: { result: { some: 'data' } } })
    expect(findFlashToast(code ?? '', 'Samjhao')).toBeNull()
    expect(answer.result.headers.get('Location')).toBe('/')
  })
})

test('the toast text contains the product name', () => {
  expect(findFlashToast('registered', 'Samjhao')?.text).toBe('Registration successful! Welcome to Samjhao')
})

test('a visitor who opened a profile is asked to log in', () => {
  expect(findFlashToast('log_in_first', 'Samjhao')).toMatchObject({
    kind: 'info',
    text: 'Please log in to view your profile',
  })
})

test.each(['session_booked', 'booking_moved', 'booking_cancelled'])(
  '%s is only announced, because the page of the booking shows it',
  (code) => {
    expect(findFlashToast(code, 'Samjhao')?.isOnPage).toBe(true)
    expect(findFlashToast('profile_updated', 'Samjhao')?.isOnPage).toBeUndefined()
  },
)
