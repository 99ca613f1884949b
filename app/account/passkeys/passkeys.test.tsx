import { screen, waitFor } from '@testing-library/react'
import { data } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as loginPage from '#app/account/login.route.tsx'
import * as securityPage from '#app/account/security.route.tsx'
import type { OwnPasskey } from '#domain/sign-in/contract.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { readElement, textOf } from '#tests/read-element.ts'
import { type LoaderData, openScreen, product, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { networkFailure, stubFetch } from '#tests/stub-fetch.ts'
import { asha } from '#tests/viewers.ts'

/** Simulates the passkey dialog of the browser: returns a credential or throws. */
let askUser = (_options: unknown): unknown => ({ id: 'a passkey' })

beforeEach(() => {
  askUser = () => ({ id: 'a passkey' })
  vi.stubGlobal('PublicKeyCredential', {
    parseCreationOptionsFromJSON: (options: unknown) => options,
    parseRequestOptionsFromJSON: (options: unknown) => options,
  })
  const ask = async ({ publicKey }: { publicKey: unknown }) => askUser(publicKey)
  vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({ create: ask, get: ask } as never)
})

function cancel(): never {
  throw new DOMException('The operation timed out or was not allowed.', 'NotAllowedError')
}

describe('on the login page', () => {
  const open = (answer?: (sent: Sent) => unknown, at = '/login') => openScreen(loginPage, { at, data: null, answer })
  const passkeyButton = () => screen.getByRole('button', { name: 'Log in with a passkey' })

  test('a passkey signs in without a password, and keeps the return path', async () => {
    const fetched = stubFetch(() => ({ challenge: 'abc', rpId: 'localhost' }))
    const requestedOptions: unknown[] = []
    askUser = (options) => {
      requestedOptions.push(options)
      return { id: 'a passkey' }
    }
    const { user, sent } = open(() => null, '/login?redirect=/how-it-works')
    await expectAccessible()
    await user.click(passkeyButton())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(fetched).toEqual([{ path: '/passkey-challenge', method: 'POST', body: {} }])
    expect(requestedOptions).toEqual([{ challenge: 'abc', rpId: 'localhost' }])
    expect(sent).toEqual([{ to: '/login?redirect=/how-it-works', fields: { passkey: '{"id":"a passkey"}' } }])
  })

  test('the page explains why a passkey was refused', async () => {
    stubFetch(() => ({}))
    const { main, user } = open(() => refusedAnswer('passkey_not_accepted'))
    await user.click(passkeyButton())
    const text = 'This passkey was not accepted. Try again, or log in with your password.'
    await waitFor(() => expect(toastText()).toBe(text))
    expect(textOf(await main.findByRole('alert'))).toBe(text)
  })

  test.each([
    ['the user cancels', () => ({}), cancel, 'The passkey was not used. You can try again.'],
    ['the network fails', networkFailure, () => null, 'Network error. Please check your connection and try again.'],
    [
      'there were too many attempts',
      () => Response.json({ refusal: { code: 'too_many_attempts', text: 'Too many.' } }, { status: 429 }),
      () => null,
      'Too many.',
    ],
  ])('nothing is sent when %s, and the user can try again', async (_when, answer, ask, text) => {
    stubFetch(answer)
    askUser = ask
    const { main, user, sent } = open()
    await user.click(passkeyButton())
    expect(textOf(await main.findByRole('alert'))).toBe(text)
    expect(passkeyButton().getAttribute('aria-busy')).toBeNull()
    expect(sent).toEqual([])
  })

  test('at another address of this machine, the page names the address where passkeys work', async () => {
    vi.stubGlobal('location', { origin: 'http://127.0.0.1:3000' })
    const { main, user } = open()
    await user.click(passkeyButton())
    expect(textOf(await main.findByRole('alert'))).toBe(
      `Passkeys work only at ${product.origin}. Please open that address and try again.`,
    )
  })

  test('a browser without passkeys shows only the form', () => {
    vi.unstubAllGlobals()
    open()
    expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).toBeNull()
  })

  test('a team member with a passkey sees that the password is not enough', async () => {
    const { main, user, sent } = open(() => refusedAnswer('passkey_needed'))
    await user.fill(main.field('Email'), 'meera@samjhao.example')
    await user.fill(main.field('Password'), 'meera-decides')
    await user.click(main.getByRole('button', { name: 'Log in' }))
    expect(textOf(await main.findByRole('status'))).toContain('This account also needs its passkey.')
    await user.fill(main.field('Code'), 'abcdefghijklmnop')
    await user.click(main.getByRole('button', { name: 'Log in' }))
    await waitFor(() => expect(sent[1]?.fields).toMatchObject({ code: 'abcdefghijklmnop' }))
  })
})

describe('on the security page', () => {
  const phone: OwnPasskey = {
    id: 'p1',
    name: 'My phone',
    createdAt: new Date('2026-05-01T06:30:00Z'),
    lastUsedAt: new Date('2026-05-04T06:00:00Z'),
  }
  const laptop: OwnPasskey = { ...phone, id: 'p2', name: 'Firefox on Linux', lastUsedAt: null }
  type Factors = LoaderData<typeof securityPage>['factors']

  function open(factors: Partial<Factors>, answer?: (sent: Sent) => unknown, mayLeave = true) {
    const noFactors = { hasAuthenticator: false, isMissing: false, recoveryCodesLeft: 0, passkeys: [] }
    return openScreen(securityPage, {
      at: '/user/security',
      viewer: asha,
      data: { signIns: [], factors: { ...noFactors, isPasskeyOffered: false, ...factors }, mayLeave },
      answer,
    })
  }
  const addButton = () => screen.getByRole('button', { name: 'Add a passkey' })

  test('passkeys are listed with their name and last use', async () => {
    const { main } = open({ passkeys: [phone, laptop] })
    const list = readElement(main.getByRole('list', { name: 'Your passkeys' }))
    expect(list.getAllByRole('listitem').map(textOf)).toEqual([
      'My phone Added May 01, 2026, 12:00 PM, last used May 04, 2026, 11:30 AM Remove',
      'Firefox on Linux Added May 01, 2026, 12:00 PM, not used yet Remove',
    ])
    await expectAccessible()
  })

  test('a passkey is added with the password and a name', async () => {
    const fetched = stubFetch(() => ({ challenge: 'abc' }))
    const { main, user, sent } = open({}, () => ({ act: 'passkey_added', recoveryCodes: [] }))
    await user.click(addButton())
    expect(main.getByText('Password must be at least 6 characters')).toBeTruthy()
    expect(fetched).toEqual([])
    await user.fill(main.field('Name of the passkey'), 'My phone')
    await user.fill(main.region('Passkeys').field('Current password'), 'asha-learns')
    await user.click(addButton())
    expect(textOf(await main.findByRole('status'))).toContain('The passkey is added')
    expect(fetched).toEqual([{ path: '/new-passkey', method: 'POST', body: { password: 'asha-learns' } }])
    expect(sent[0]?.fields).toEqual({ act: 'add_passkey', passkey: '{"id":"a passkey"}', name: 'My phone' })
    expect(main.queryByRole('list', { name: 'Recovery codes' })).toBeNull()
  })

  test('the first passkey of a team member shows recovery codes', async () => {
    stubFetch(() => ({}))
    const { main, user } = open({ isMissing: true }, () => ({ act: 'passkey_added', recoveryCodes: ['aaaa', 'bbbb'] }))
    expect(textOf(main.element)).toContain('A second factor is required for the team')
    await user.fill(main.region('Passkeys').field('Current password'), 'meera-decides')
    await user.click(addButton())
    const codes = readElement(await main.findByRole('list', { name: 'Recovery codes' }))
    expect(codes.getAllByRole('listitem').map(textOf)).toEqual(['aaaa', 'bbbb'])
  })

  test.each([
    [
      'the password is wrong',
      () => Response.json({ refusal: { code: 'wrong_current_password', text: 'Wrong.' } }, { status: 422 }),
      () => null,
      'Wrong.',
    ],
    ['the user cancels', () => ({}), cancel, 'The passkey was not used. You can try again.'],
    [
      'the device already has a passkey',
      () => ({}),
      () => {
        throw new DOMException('', 'InvalidStateError')
      },
      'This device already has a passkey of your account.',
    ],
  ])('no passkey is added when %s', async (_when, answer, ask, text) => {
    stubFetch(answer)
    askUser = ask
    const { main, user, sent } = open({})
    await user.fill(main.region('Passkeys').field('Current password'), 'asha-learns')
    await user.click(addButton())
    await waitFor(() => expect(textOf(main.region('Passkeys').element)).toContain(text))
    expect(sent).toEqual([])
  })

  test('the reason is shown when the server refuses a passkey', async () => {
    stubFetch(() => ({}))
    const { data: body, init } = refusedAnswer('passkey_exists')
    const { main, user } = open({}, () => data({ act: 'add_passkey', ...body }, init ?? {}))
    await user.fill(main.region('Passkeys').field('Current password'), 'asha-learns')
    await user.click(addButton())
    expect(textOf(await main.findByRole('alert'))).toBe('This passkey is already in use here.')
  })

  test('a passkey is removed after a confirmation with the password', async () => {
    const { main, user, sent } = open({ passkeys: [phone, laptop] }, () => null)
    await user.click(main.getByRole('button', { name: 'Remove My phone' }))
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Remove the passkey “My phone”?' }))
    await user.fill(dialog.field('Your password'), 'asha-learns')
    await user.click(dialog.getByRole('button', { name: 'Remove the passkey' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.fields).toEqual({ act: 'remove_passkey', passkeyId: 'p1', password: 'asha-learns' })
  })

  test.each([
    ['students', true, 'on a wrong site. Your password still works.'],
    [
      'the team',
      false,
      'on a wrong site. It is a second factor: your password then works only with an authenticator code or a recovery code.',
    ],
  ])('for %s, the offer says whether the password alone still works', (_who, mayLeave, text) => {
    const { main } = open({ isPasskeyOffered: true }, undefined, mayLeave)
    expect(textOf(main.element)).toContain(text)
    expect(textOf(main.element).includes('Your password still works.')).toBe(mayLeave)
  })

  test.each([
    ['a student', {}, true, false],
    ['a team member with an authenticator', { hasAuthenticator: true }, false, false],
    ['a team member without another factor', {}, false, true],
  ])(
    'for %s, removing the last passkey shows whether another factor is needed',
    async (_who, factors, mayLeave, isNeeded) => {
      const { main, user } = open({ passkeys: [phone], ...factors }, undefined, mayLeave)
      await user.click(main.getByRole('button', { name: 'Remove My phone' }))
      const text = textOf(await screen.findByRole('dialog', { name: 'Remove the passkey “My phone”?' }))
      expect(text).toContain('You can no longer log in with it.')
      expect(text.includes('Team members need a second factor')).toBe(isNeeded)
    },
  )

  test('the offer can be dismissed', async () => {
    const { main, user, sent } = open({ isPasskeyOffered: true }, () => null)
    expect(textOf(main.element)).toContain('Faster and safer than a password')
    await user.click(main.getByRole('button', { name: 'Do not show this again' }))
    await waitFor(() => expect(sent[0]?.fields).toEqual({ act: 'dismiss_passkeys' }))
  })

  test.each([
    ['http://127.0.0.1:3000', { parseRequestOptionsFromJSON: 1 }, 'Passkeys work only at http://localhost:3000.'],
    ['http://localhost:3000', {}, 'This browser does not support passkeys.'],
  ])('where passkeys cannot work, the page says why (%s)', (origin, support, text) => {
    vi.stubGlobal('location', { origin })
    vi.stubGlobal('PublicKeyCredential', support)
    const { main } = open({})
    expect(textOf(main.element)).toContain(text)
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })
})
