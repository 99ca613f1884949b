import { screen, waitFor } from '@testing-library/react'
import { redirect } from 'react-router'
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
import { errorOf, linksOf, textOf } from '#tests/read-element.ts'
import { openScreen, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'

describe('registration', () => {
  test('shows an error beside each invalid field and sends nothing', async () => {
    const { main, user, sent } = openRegistration()
    await fill(main, user, { fullName: 'N', email: 'nisha', password: '12345' })
    await user.click(main.getByRole('button', { name: 'Create Account' }))
    expect(errorOf(main.field('Full Name'))).toBe('Name must be at least 2 characters')
    expect(errorOf(main.field('Email'))).toBe('Please enter a valid email address')
    expect(errorOf(main.field('Password'))).toBe('Password must be at least 6 characters')
    expect(errorOf(main.getByRole('checkbox'))).toBe('Please confirm that you are 18 or over and accept the terms.')
    expect(document.activeElement).toBe(main.field('Full Name'))
    expect(sent).toEqual([])
    await expectAccessible()
  })

  test('clears an error once the field is valid', async () => {
    // This refusal belongs to no field.
    const { main, user, sent } = openRegistration(() => refusedAnswer('took_too_long'))
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
    ['email_taken', 'This email address is already registered.', 'Email'],
    ['weak_password', 'Password is too weak. Please use at least 6 characters.', 'Password'],
  ] satisfies [RefusalCode, string, string][])(
    'shows a refusal (%s) at its field, and keeps the input',
    async (code, text, label) => {
      const { main, user } = openRegistration(() => refusedAnswer(code))
      await fill(main, user, nisha)
      await user.click(main.getByRole('checkbox'))
      await user.click(main.getByRole('button', { name: 'Create Account' }))
      await waitFor(() => expect(toastText()).toBe(text))
      expect(errorOf(main.field(label))).toContain(text)
      expect(document.activeElement).toBe(main.field(label))
      expect(textOf(await main.findByRole('alert'))).toBe(issueText)
      expect(main.field('Full Name').value).toBe(nisha.fullName)
      expect(main.field('Email').value).toBe(nisha.email)
      await expectAccessible()
    },
  )

  test('says what is wrong with a weak password', async () => {
    const reason = 'This password is too common.'
    const { main, user } = openRegistration(() => refusedAnswer('weak_password', undefined, { password: reason }))
    await fill(main, user, nisha)
    await user.click(main.getByRole('checkbox'))
    await user.click(main.getByRole('button', { name: 'Create Account' }))
    await waitFor(() => expect(errorOf(main.field('Password'))).toBe(reason))
    await waitFor(() => expect(toastText()).toBe('Password is too weak. Please use at least 6 characters.'))
  })

  test.each([
    ['took_too_long', 'Registration failed. Please try again.', 'That took too long. Please try again.'],
    ['too_many_attempts', 'Registration failed. Please try again.', 'Too many login attempts. Please try again later.'],
  ] satisfies [RefusalCode, string, string][])('shows the reason (%s) in the notice', async (code, toasted, reason) => {
    const { main, user } = openRegistration(() => refusedAnswer(code))
    await fill(main, user, nisha)
    await user.click(main.getByRole('checkbox'))
    await user.click(main.getByRole('button', { name: 'Create Account' }))
    await waitFor(() => expect(toastText()).toBe(toasted))
    expect(textOf(await main.findByRole('alert'))).toBe(`${issueText} ${reason}`)
  })

  test('without scripts keeps the input of a refused form, except for the password, and shows the errors', () => {
    const typed = { fullName: nisha.fullName, email: 'nisha', accepted: true }
    const problems = { email: 'Please enter a valid email address' }
    const { main } = openScreen(registerPage, {
      at: '/register',
      data: null,
      answered: { refusal: { code: 'invalid_input', text: 'Some are wrong.', problems }, typed },
    })
    expect(main.field('Full Name').value).toBe(nisha.fullName)
    expect(main.field('Email').value).toBe('nisha')
    expect(errorOf(main.field('Email'))).toBe('Please enter a valid email address')
    expect(main.field('Password').value).toBe('')
    expect((main.getByRole('checkbox') as HTMLInputElement).checked).toBe(true)
    expect(textOf(main.getByRole('alert'))).toBe(issueText)
  })

  test('offers the login for an email address that has an account, and keeps the return path', async () => {
    const { main, user } = openRegistration(() => refusedAnswer('email_taken'), '/register?redirect=/how-it-works')
    await fill(main, user, nisha)
    await user.click(main.getByRole('checkbox'))
    await user.click(main.getByRole('button', { name: 'Create Account' }))
    await main.findByRole('alert')
    expect(errorOf(main.field('Email'))).toBe('This email address is already registered. Log in instead')
    expect(linksOf(main.element)['Log in instead']).toBe('/login?redirect=%2Fhow-it-works')
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

  test('are accepted with the checkbox, and nothing is sent without it', async () => {
    const { main, user, sent } = openTerms(() => null)
    await expectAccessible()
    await user.click(accept())
    expect(errorOf(main.getByRole('checkbox'))).toBe('Please confirm that you are 18 or over and accept the terms.')
    expect(sent).toEqual([])
    await user.click(main.getByRole('checkbox'))
    await user.click(accept())
    await waitFor(() => expect(sent).toEqual([{ to: '/accept-terms', fields: { accepted: 'on' } }]))
  })

  test('are linked, and the user can log out instead', () => {
    const { main } = openTerms()
    expect(linksOf(main.element)).toEqual({ 'Terms of Service': '/terms', 'Privacy Policy': '/privacy' })
    expect(main.getByRole('button', { name: 'Log out' }).closest('form')?.getAttribute('action')).toBe('/logout')
  })

  test('are not accepted after a refusal or a network error, and the page shows the reason', async () => {
    const answers = [() => refusedAnswer('terms_not_accepted'), networkFailure]
    const { main, user } = openTerms(() => answers.shift()?.())
    await user.click(main.getByRole('checkbox'))
    await user.click(accept())
    await waitFor(() =>
      expect(errorOf(main.getByRole('checkbox'))).toBe('Please confirm that you are 18 or over and accept the terms.'),
    )
    await user.click(accept())
    expect(textOf(await main.findByRole('alert'))).toContain('Network error.')
    expect(errorOf(main.getByRole('checkbox'))).toBe('')
  })
})

describe('login', () => {
  test('shows an error beside each invalid field and sends nothing', async () => {
    const { main, user, sent } = openLogin()
    await user.click(logInButton())
    expect(errorOf(main.field('Email'))).toBe('Please enter a valid email address')
    expect(errorOf(main.field('Password'))).toBe('Password must be at least 6 characters')
    expect(document.activeElement).toBe(main.field('Email'))
    expect(sent).toEqual([])
  })

  test('shows at the password field that the email or password is wrong, and keeps the input', async () => {
    const { main, user, sent } = openLogin(() => refusedAnswer('invalid_credentials'))
    await logIn(main, user)
    const text = 'Invalid email or password. Please try again.'
    await waitFor(() => expect(toastText()).toBe(text))
    expect(errorOf(main.field('Password'))).toBe(text)
    expect(document.activeElement).toBe(main.field('Password'))
    expect(textOf(await main.findByRole('alert'))).toBe('Unable to log in with the provided credentials.')
    expect(main.field('Email').value).toBe(cast.asha.email)
    const fields = { email: cast.asha.email, password: cast.asha.password }
    expect(sent).toEqual([{ to: '/login', fields }])
  })

  test.each([
    ['too_many_attempts', 'Too many login attempts. Please try again later.', undefined],
    ['took_too_long', 'Login failed. Please check your credentials.', 'That took too long. Please try again.'],
  ] satisfies [RefusalCode, string, string?][])(
    'shows the reason (%s) in the notice',
    async (code, toasted, reason) => {
      const { main, user } = openLogin(() => refusedAnswer(code))
      await logIn(main, user)
      await waitFor(() => expect(toastText()).toBe(toasted))
      const box = `Unable to log in with the provided credentials. ${reason ?? toasted}`
      expect(textOf(await main.findByRole('alert'))).toBe(box)
      expect(errorOf(main.field('Password'))).toBe('')
    },
  )

  test('without scripts keeps the email address of a refused form', () => {
    const { main } = openScreen(loginPage, {
      at: '/login',
      data: null,
      answered: {
        refusal: { code: 'invalid_credentials', text: 'Invalid email or password. Please try again.' },
        typed: { email: cast.asha.email },
      },
    })
    expect(main.field('Email').value).toBe(cast.asha.email)
    expect(errorOf(main.field('Password'))).toBe('Invalid email or password. Please try again.')
    expect(main.field('Password').value).toBe('')
  })

  test.each([
    ['Email', { type: 'email', autocomplete: 'username', inputmode: 'email', autocapitalize: 'none' }],
    ['Password', { type: 'password', autocomplete: 'current-password', enterkeyhint: 'go', autocapitalize: 'none' }],
  ])('has attributes for password managers and phone keyboards: %s', (label, attributes) => {
    const field = openLogin().main.field(label)
    const names = Object.keys(attributes)
    expect(Object.fromEntries(names.map((name) => [name, field.getAttribute(name)]))).toEqual(attributes)
  })

  test('shows a suspended user the reason and the support email address', async () => {
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

  test('asks the team for an authenticator code, and again after a wrong code', async () => {
    const { main, user, sent } = openLogin(({ fields }) => refusedAnswer(fields.code ? 'wrong_code' : 'code_needed'))
    expect(main.fields('Code')).toEqual([])
    await logIn(main, user)
    await waitFor(() => expect(toastText()).toBe('Enter the code from your authenticator app.'))
    expect(main.queryByRole('alert')).toBeNull()
    await user.fill(main.field('Code'), '000000')
    await user.click(logInButton())
    const wrongCode = 'That code is incorrect. Wait for the next one and try again.'
    await waitFor(() => expect(toastText()).toBe(wrongCode))
    expect(errorOf(main.field('Code'))).toBe(wrongCode)
    expect(document.activeElement).toBe(main.field('Code'))
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
  test('sends the email address and shows the same response for every email address', async () => {
    const { main, user, sent } = openForgotten(() => ({ sent: true }))
    await user.fill(main.field('Email'), cast.asha.email)
    await user.click(main.getByRole('button', { name: 'Send the link' }))
    const notice = await main.findByRole('status')
    expect(textOf(notice)).toContain('If there is an account with that address, a link is on its way.')
    expect(sent).toEqual([{ to: '/forgot-password', fields: { email: cast.asha.email } }])
    expect(main.fields('Email')).toEqual([])
  })

  test('requires an email address', async () => {
    const { main, user, sent } = openForgotten()
    await user.click(main.getByRole('button', { name: 'Send the link' }))
    expect(errorOf(main.field('Email'))).toBe('Please enter a valid email address')
    expect(sent).toEqual([])
  })

  test.each([
    ['too_fast', () => refusedAnswer('too_fast'), 'Too many requests. Please wait a moment.'],
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
    expect(errorOf(main.field('New password'))).toBe('Password must be at least 6 characters')
    expect(sent).toEqual([])
    await user.fill(main.field('New password'), 'password123')
    await user.click(main.getByRole('button', { name: 'Save the password' }))
    await waitFor(() => expect(errorOf(main.field('New password'))).toContain('Password is too weak.'))
    await waitFor(() => expect(document.activeElement).toBe(main.field('New password')))
    expect(sent[0]?.fields).toEqual({ password: 'password123' })
  })

  test('asks the team for twelve characters', async () => {
    const { main, user, sent } = openReset({ minLength: 12 })
    expect(main.getByText('At least 12 characters. Avoid common passwords.')).toBeTruthy()
    await user.fill(main.field('New password'), 'mango-tree7')
    await user.click(main.getByRole('button', { name: 'Save the password' }))
    expect(errorOf(main.field('New password'))).toBe('Password must be at least 12 characters')
    expect(sent).toEqual([])
  })

  test('of a new expert says that it logs in, and asks for no second login', async () => {
    const { main, user, url } = openReset({ signsIn: true }, () => redirect('/accept-terms'))
    expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Choose a password')
    expect(textOf(main.element)).toContain('You are logged in as soon as it is saved.')
    await expectAccessible()
    await user.fill(main.field('New password'), 'ravi-explains')
    await user.click(main.getByRole('button', { name: 'Save and continue' }))
    await waitFor(() => expect(url.current).toBe('/accept-terms'))
    expect(toastText()).toBe('')
  })

  test('offers a new link when it was used or has expired', () => {
    const { main } = openReset({ valid: false })
    expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('This link no longer works')
    expect(linksOf(main.element)).toEqual({ 'Request a new link': '/forgot-password' })
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

const issueText = 'We encountered an issue with registration. Please try again or contact support.'
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

type ResetData = { valid?: boolean; minLength?: number; signsIn?: boolean }

function openReset({ valid = true, minLength = 6, signsIn = false }: ResetData, answer?: Answer) {
  const path = '/reset-password/:token'
  return openScreen(resetPage, { at: '/reset-password/abc', path, data: { valid, minLength, signsIn }, answer })
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
