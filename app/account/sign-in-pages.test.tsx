import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as acceptTermsPage from '#app/account/accept-terms.route.tsx'
import * as forgotPage from '#app/account/forgot-password.route.tsx'
import * as loginPage from '#app/account/login.route.tsx'
import * as registerPage from '#app/account/register.route.tsx'
import * as resetPage from '#app/account/reset-password.route.tsx'
import { cast } from '#demo/cast.ts'
import type { RefusalCode } from '#kernel/refusals.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { networkFailure } from '#tests/stub-fetch.ts'
import { linksOf, textOf } from '#tests/read-element.ts'
import { openScreen, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'

describe('registration', () => {
  test('shows an error beside each invalid field and sends nothing', async () => {
    const { main, user, sent } = openRegistration()
    await fill(main, user, { fullName: 'N', email: 'nisha', password: '12345' })
    await user.click(main.getByRole('button', { name: 'Create Account' }))
    expect(readError(main.field('Full Name'))).toBe('Name must be at least 2 characters')
    expect(readError(main.field('Email'))).toBe('Please enter a valid email address')
    expect(readError(main.field('Password'))).toBe('Password must be at least 6 characters')
    expect(readError(main.getByRole('checkbox'))).toBe('Please confirm that you are 18 or over and accept the terms.')
    expect(document.activeElement).toBe(main.field('Full Name'))
    expect(sent).toEqual([])
    await expectAccessible()
  })

  test('clears an error once the field is valid', async () => {
    const { main, user, sent } = openRegistration(() => refusedAnswer('email_taken'))
    await fill(main, user, { ...nisha, email: 'nisha' })
    await user.click(main.getByRole('checkbox'))
    await user.click(main.getByRole('button', { name: 'Create Account' }))
    expect(document.activeElement).toBe(main.field('Email'))
    await user.fill(main.field('Email'), nisha.email)
    await user.click(main.getByRole('button', { name: 'Create Account' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(main.field('Email').getAttribute('aria-invalid')).toBeNull()
    expect(sent[0]).toEqual({ to: '/register', fields: { ...nisha, accepted: 'on' } })
  })

  test.each([
    ['email_taken', 'This email address is already registered.'],
    ['weak_password', 'Password is too weak. Please use at least 6 characters.'],
    ['took_too_long', 'Registration failed. Please try again.'],
  ] satisfies [RefusalCode, string][])('shows a refusal (%s) and keeps the input', async (code, text) => {
    const { main, user } = openRegistration(() => refusedAnswer(code))
    await fill(main, user, nisha)
    await user.click(main.getByRole('checkbox'))
    await user.click(main.getByRole('button', { name: 'Create Account' }))
    await waitFor(() => expect(toastText()).toBe(text))
    expect(textOf(await main.findByRole('alert'))).toContain('We encountered an issue with registration.')
    expect(main.field('Full Name').value).toBe(nisha.fullName)
    expect(main.field('Email').value).toBe(nisha.email)
  })

  test('offers to log in instead with a known address, and keeps the return path', async () => {
    const { main, user } = openRegistration(() => refusedAnswer('email_taken'), '/register?redirect=/how-it-works')
    await fill(main, user, nisha)
    await user.click(main.getByRole('checkbox'))
    await user.click(main.getByRole('button', { name: 'Create Account' }))
    const alert = await main.findByRole('alert')
    expect(textOf(alert)).toContain('This email address is already registered.')
    expect(linksOf(alert)).toEqual({ 'Log in instead': '/login?redirect=%2Fhow-it-works' })
  })

  test('shows a network error and keeps the input', async () => {
    const { main, user } = openRegistration(networkFailure)
    await fill(main, user, nisha)
    await user.click(main.getByRole('checkbox'))
    await user.click(main.getByRole('button', { name: 'Create Account' }))
    await waitFor(() => expect(toastText()).toBe('Network error. Please check your connection and try again.'))
    expect(main.field('Email').value).toBe(nisha.email)
  })

  test('links to the login and keeps the return path', () => {
    const { main } = openRegistration(undefined, '/register?redirect=/how-it-works')
    expect(linksOf(main.element)).toMatchObject({
      'Log in': '/login?redirect=%2Fhow-it-works',
      'Terms of Service': '/terms',
      'Privacy Policy': '/privacy',
    })
  })
})

describe('terms for an account that the team has created', () => {
  const openTerms = (answer?: Answer) => openScreen(acceptTermsPage, { at: '/accept-terms', data: null, answer })
  const accept = () => screen.getByRole('button', { name: 'Accept and continue' })

  test('are accepted with a tick, and nothing is sent without it', async () => {
    const { main, user, sent } = openTerms(() => null)
    await expectAccessible()
    await user.click(accept())
    expect(readError(main.getByRole('checkbox'))).toBe('Please confirm that you are 18 or over and accept the terms.')
    expect(sent).toEqual([])
    await user.click(main.getByRole('checkbox'))
    await user.click(accept())
    await waitFor(() => expect(sent).toEqual([{ to: '/accept-terms', fields: { accepted: 'on' } }]))
  })

  test('can be read, and left by logging out', () => {
    const { main } = openTerms()
    expect(linksOf(main.element)).toEqual({ 'Terms of Service': '/terms', 'Privacy Policy': '/privacy' })
    expect(main.getByRole('button', { name: 'Log out' }).closest('form')?.getAttribute('action')).toBe('/logout')
  })

  test('show a refusal and a network error', async () => {
    const answers = [() => refusedAnswer('terms_not_accepted'), networkFailure]
    const { main, user } = openTerms(() => answers.shift()?.())
    await user.click(main.getByRole('checkbox'))
    await user.click(accept())
    expect(textOf(await main.findByRole('alert'))).toContain('Please confirm that you are 18 or over')
    await user.click(accept())
    await waitFor(() => expect(textOf(main.getByRole('alert'))).toContain('Network error.'))
  })
})

describe('login', () => {
  test('shows an error beside each invalid field and sends nothing', async () => {
    const { main, user, sent } = openLogin()
    await user.click(logInButton())
    expect(readError(main.field('Email'))).toBe('Please enter a valid email address')
    expect(readError(main.field('Password'))).toBe('Password must be at least 6 characters')
    expect(document.activeElement).toBe(main.field('Email'))
    expect(sent).toEqual([])
  })

  test.each([
    ['invalid_credentials', 'Invalid email or password. Please try again.'],
    ['too_many_attempts', 'Too many login attempts. Please try again later.'],
    ['took_too_long', 'Login failed. Please check your credentials.'],
  ] satisfies [RefusalCode, string][])('shows a refusal (%s) and keeps the input', async (code, text) => {
    const { main, user, sent } = openLogin(() => refusedAnswer(code))
    await logIn(main, user)
    await waitFor(() => expect(toastText()).toBe(text))
    expect(textOf(await main.findByRole('alert'))).toBe('Unable to log in with the provided credentials.')
    expect(main.field('Email').value).toBe(cast.asha.email)
    const fields = { email: cast.asha.email, password: cast.asha.password }
    expect(sent).toEqual([{ to: '/login', fields }])
  })

  test('shows a suspended user the reason and the support address', async () => {
    const { main, user } = openLogin(() => refusedAnswer('account_suspended', 'The reason: Shouted at three experts.'))
    await logIn(main, user)
    const alert = await main.findByRole('alert')
    expect(textOf(alert)).toContain('Your account is suspended. The reason: Shouted at three experts.')
    expect(linksOf(alert)).toEqual({ 'support@samjhao.example': 'mailto:support@samjhao.example' })
    await expectAccessible()
    await waitFor(() => expect(toastText()).toBe('Your account is suspended.'))
  })

  test('shows a network error and keeps the input', async () => {
    const { main, user } = openLogin(networkFailure)
    await logIn(main, user)
    await waitFor(() => expect(toastText()).toBe('Network error. Please check your connection and try again.'))
    expect(main.field('Email').value).toBe(cast.asha.email)
  })

  test('asks the team for an authenticator code, and again after a wrong one', async () => {
    const { main, user, sent } = openLogin(({ fields }) => refusedAnswer(fields.code ? 'wrong_code' : 'code_needed'))
    expect(main.fields('Code')).toEqual([])
    await logIn(main, user)
    await waitFor(() => expect(toastText()).toBe('Enter the code from your authenticator app.'))
    expect(main.queryByRole('alert')).toBeNull()
    await user.fill(main.field('Code'), '000000')
    await user.click(logInButton())
    await waitFor(() => expect(toastText()).toBe('That code is incorrect. Wait for the next one and try again.'))
    expect(sent[1]?.fields).toEqual({ email: cast.asha.email, password: cast.asha.password, code: '000000' })
  })

  test('shows experts the same form and a link to apply', async () => {
    const { main, user, sent } = openLogin(() => refusedAnswer('invalid_credentials'))
    expect(main.queryByRole('link', { name: 'Apply as Expert' })).toBeNull()
    await user.click(main.getByRole('tab', { name: 'Expert Login' }))
    const panel = main.getByRole('tabpanel')
    expect(linksOf(panel)).toEqual({
      'Forgotten your password?': '/forgot-password',
      'Apply as Expert': '/expert-apply',
    })
    await user.fill(main.field('Email'), cast.ravi.email)
    await user.fill(main.field('Password'), cast.ravi.password)
    await user.click(logInButton())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.fields).toEqual({ email: cast.ravi.email, password: cast.ravi.password })
  })

  test('links to the registration and keeps the return path', () => {
    const { main } = openLogin(undefined, '/login?redirect=/how-it-works')
    expect(linksOf(main.element)['Create an account']).toBe('/register?redirect=%2Fhow-it-works')
  })
})

describe('forgotten password', () => {
  test('sends the address and shows the same response for every address', async () => {
    const { main, user, sent } = openForgotten(() => ({ sent: true }))
    await user.fill(main.field('Email'), cast.asha.email)
    await user.click(main.getByRole('button', { name: 'Send the link' }))
    const notice = await main.findByRole('status')
    expect(textOf(notice)).toContain('If there is an account with that address, a link is on its way.')
    expect(sent).toEqual([{ to: '/forgot-password', fields: { email: cast.asha.email } }])
    expect(main.fields('Email')).toEqual([])
  })

  test('requires an address', async () => {
    const { main, user, sent } = openForgotten()
    await user.click(main.getByRole('button', { name: 'Send the link' }))
    expect(readError(main.field('Email'))).toBe('Please enter a valid email address')
    expect(sent).toEqual([])
  })

  test.each([
    ['too_fast', () => refusedAnswer('too_fast'), 'That was too fast. Please wait a moment.'],
    ['network', networkFailure, 'Network error. Please check your connection and try again.'],
  ])('shows the reason when the request fails (%s)', async (_, answer, text) => {
    const { main, user } = openForgotten(answer)
    await user.fill(main.field('Email'), cast.asha.email)
    await user.click(main.getByRole('button', { name: 'Send the link' }))
    expect(textOf(await main.findByRole('alert'))).toBe(text)
    expect(main.field('Email').value).toBe(cast.asha.email)
  })
})

describe('password reset link', () => {
  test('accepts only a password that is long enough and not weak', async () => {
    const { main, user, sent } = openReset({}, () => refusedAnswer('weak_password'))
    await user.fill(main.field('New password'), '12345')
    await user.click(main.getByRole('button', { name: 'Save the password' }))
    expect(readError(main.field('New password'))).toBe('Password must be at least 6 characters')
    expect(sent).toEqual([])
    await user.fill(main.field('New password'), 'password123')
    await user.click(main.getByRole('button', { name: 'Save the password' }))
    expect(textOf(await main.findByRole('alert'))).toContain('Password is too weak.')
    expect(sent[0]?.fields).toEqual({ password: 'password123' })
  })

  test('asks the team for twelve characters', async () => {
    const { main, user, sent } = openReset({ minLength: 12 })
    expect(main.getByText('At least 12 characters. Avoid common passwords.')).toBeTruthy()
    await user.fill(main.field('New password'), 'mango-tree7')
    await user.click(main.getByRole('button', { name: 'Save the password' }))
    expect(readError(main.field('New password'))).toBe('Password must be at least 12 characters')
    expect(sent).toEqual([])
  })

  test('offers a new link when it was used or has expired', () => {
    const { main } = openReset({ valid: false })
    expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('This link no longer works')
    expect(linksOf(main.element)).toEqual({ 'Ask for a new link': '/forgot-password' })
  })

  test('shows that it no longer works when it is used while the page is open', async () => {
    const { main, user } = openReset({}, () => refusedAnswer('link_not_valid'))
    await user.fill(main.field('New password'), 'a-better-secret')
    await user.click(main.getByRole('button', { name: 'Save the password' }))
    expect(await main.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy()
  })
})

test('a password can be shown while it is typed', async () => {
  const { main, user } = openLogin()
  const field = main.field('Password')
  await user.fill(field, 'asha-learns')
  expect(field.type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect([field.type, field.value]).toEqual(['text', 'asha-learns'])
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field.type).toBe('password')
})

const nisha = { fullName: 'Nisha Kapoor', email: 'nisha@samjhao.example', password: 'quite-a-secret' }

type Answer = (sent: Sent) => unknown

function openRegistration(answer?: Answer, at = '/register') {
  return openScreen(registerPage, { at, data: null, answer })
}

function openLogin(answer?: Answer, at = '/login') {
  return openScreen(loginPage, { at, data: null, answer })
}

function openForgotten(answer?: Answer) {
  return openScreen(forgotPage, { at: '/forgot-password', data: undefined, answer })
}

function openReset({ valid = true, minLength = 6 }: { valid?: boolean; minLength?: number }, answer?: Answer) {
  const path = '/reset-password/:token'
  return openScreen(resetPage, { at: '/reset-password/abc', path, data: { valid, minLength }, answer })
}

type Opened = ReturnType<typeof openRegistration>

async function fill(main: Opened['main'], user: Opened['user'], person: typeof nisha) {
  await user.fill(main.field('Full Name'), person.fullName)
  await user.fill(main.field('Email'), person.email)
  await user.fill(main.field('Password'), person.password)
}

async function logIn(main: Opened['main'], user: Opened['user']) {
  await user.fill(main.field('Email'), cast.asha.email)
  await user.fill(main.field('Password'), cast.asha.password)
  await user.click(logInButton())
}

const logInButton = () => screen.getByRole('button', { name: 'Log in' })

/** The error message of a field: the visible text, which is also its description for screen readers. */
function readError(field: HTMLElement): string {
  const id = `${field.id}-error`
  const isInvalid = field.getAttribute('aria-invalid') === 'true'
  if (!isInvalid || !field.getAttribute('aria-describedby')?.includes(id)) return ''
  return textOf(document.getElementById(id))
}
