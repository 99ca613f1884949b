import { screen, waitFor } from '@testing-library/react'
import { data, redirect } from 'react-router'
import { describe, expect, test } from 'vitest'
import * as securityPage from '#app/account/security.route.tsx'
import type { Viewer } from '#app/base/viewer.ts'
import type { SignIn } from '#domain/accounts/contract.ts'
import { paise } from '#kernel/money.ts'
import type { FieldProblems, RefusalCode } from '#kernel/refusals.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { networkFailure } from '#tests/stub-fetch.ts'
import { errorOf, readElement, linksOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, openScreen, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { asha, ravi } from '#tests/viewers.ts'

describe('password', () => {
  test('is changed when the current password is given', async () => {
    const { main, user, sent } = open({}, () => redirect('/user/security'))
    await user.fill(main.region('Password').field('Current password'), 'asha-learns')
    await user.fill(main.field('New password'), 'a-better-secret')
    await user.click(main.getByRole('button', { name: 'Change the password' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    const fields = { act: 'change_password', current: 'asha-learns', password: 'a-better-secret' }
    expect(sent).toEqual([{ to: '/user/security', fields }])
  })

  test('is not sent when it is too short', async () => {
    const { main, user, sent } = open()
    await user.fill(main.region('Password').field('Current password'), 'asha-learns')
    await user.fill(main.field('New password'), '12345')
    await user.click(main.getByRole('button', { name: 'Change the password' }))
    expect(document.activeElement).toBe(main.field('New password'))
    expect(main.getByText('Password must be at least 6 characters')).toBeTruthy()
    expect(sent).toEqual([])
  })

  test('needs twelve characters for a team member', async () => {
    const { main, user, sent } = open({ mayLeave: false })
    expect(main.getByText('At least 12 characters.')).toBeTruthy()
    await user.fill(main.region('Password').field('Current password'), 'meera-decides')
    await user.fill(main.field('New password'), 'mango-tree7')
    await user.click(main.getByRole('button', { name: 'Change the password' }))
    expect(main.getByText('Password must be at least 12 characters')).toBeTruthy()
    expect(sent).toEqual([])
  })

  test.each([
    [
      'the current password is wrong',
      () => refusedAct('change_password', 'wrong_current_password'),
      'Failed to update password: The current password is incorrect.',
      'Current password',
      'The current password is incorrect.',
    ],
    [
      'the new password is weak',
      () => refusedAct('change_password', 'weak_password', { password: 'This password is too common.' }),
      'Failed to update password: Password is too weak. Please use at least 6 characters.',
      'New password',
      'This password is too common.',
    ],
  ])('is kept in the form, with the reason at its field, when %s', async (_, answer, text, label, error) => {
    const { main, user } = open({}, answer)
    const form = main.region('Password')
    await user.fill(form.field('Current password'), 'not-the-one')
    await user.fill(form.field('New password'), 'a-better-secret')
    await user.click(main.getByRole('button', { name: 'Change the password' }))
    await waitFor(() => expect(toastText()).toBe(text))
    expect(errorOf(form.field(label))).toBe(error)
    expect(document.activeElement).toBe(form.field(label))
    expect(form.field('New password').value).toBe('a-better-secret')
    // The other forms with a password field do not show the error.
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1)
  })

  test('is kept in the form, with the reason in a notice, when the request fails', async () => {
    const text = 'Failed to update password. Please try again.'
    const { main, user } = open({}, networkFailure)
    await user.fill(main.region('Password').field('Current password'), 'not-the-one')
    await user.fill(main.field('New password'), 'a-better-secret')
    await user.click(main.getByRole('button', { name: 'Change the password' }))
    await waitFor(() => expect(toastText()).toBe(text))
    expect(textOf(main.region('Password').getByRole('alert'))).toContain('Network error.')
    expect(main.field('New password').value).toBe('a-better-secret')
  })
})

describe('sign-in list', () => {
  test('shows browser, network address and last use, and no button for the current sign-in', () => {
    const { main } = open({ signIns: [currentSignIn, phoneSignIn] })
    expect(main.getAllByRole('listitem').map(textOf)).toEqual([
      'Firefox on Linux 203.0.113.5, last used May 04, 2026, 11:30 AM This browser',
      'Safari on iPhone unknown network address, last used May 03, 2026, 12:00 PM Log out',
    ])
  })

  test('ends other sign-ins one by one, or all together', async () => {
    const { main, user, sent } = open({ signIns: [currentSignIn, phoneSignIn] }, () => null)
    const password = 'asha-learns'
    const confirm = async (name: string) => {
      const dialog = readElement(await screen.findByRole('dialog'))
      await user.fill(dialog.field('Your password'), password)
      await user.click(dialog.getByRole('button', { name }))
    }
    await user.click(main.getByRole('button', { name: /^Log out of Safari on iPhone/ }))
    await confirm('Log out')
    await waitFor(() => expect(sent).toHaveLength(1))
    await user.keyboard('{Escape}')
    await user.click(main.getByRole('button', { name: 'Log out of all others' }))
    await confirm('Log out of all others')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(({ fields }) => fields)).toEqual([
      { act: 'end', signInId: phoneSignIn.id, password },
      { act: 'end_others', password },
    ])
  })

  test('shows a wrong password only in the dialog', async () => {
    const { main, user } = open({ signIns: [currentSignIn, phoneSignIn] }, () =>
      refusedAct('end', 'wrong_current_password'),
    )
    await user.click(main.getByRole('button', { name: /^Log out of Safari on iPhone/ }))
    const dialog = readElement(await screen.findByRole('dialog'))
    await user.fill(dialog.field('Your password'), 'not-the-one')
    await user.click(dialog.getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(errorOf(dialog.field('Your password'))).toBe('The current password is incorrect.'))
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1)
    await expectAccessible()
  })

  test('shows a wrong password only in the dialog of its sign-in', async () => {
    const tablet = { ...phoneSignIn, id: 's3' }
    const { main, user } = open({ signIns: [currentSignIn, phoneSignIn, tablet] }, ({ fields }) =>
      refusedAct('end', 'wrong_current_password', undefined, { signInId: fields.signInId }),
    )
    const [phone, other] = main.getAllByRole('button', { name: /^Log out of Safari on iPhone/ })
    await user.click(phone as HTMLElement)
    const first = readElement(await screen.findByRole('dialog'))
    await user.fill(first.field('Your password'), 'not-the-one')
    await user.click(first.getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(errorOf(first.field('Your password'))).toBe('The current password is incorrect.'))
    await user.keyboard('{Escape}')
    await user.click(other as HTMLElement)
    await screen.findByRole('dialog')
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0)
  })

  test('names each sign-in by its last use, and focuses the list when one has ended', async () => {
    const tablet = {
      ...phoneSignIn,
      id: 's3',
      lastUsedAt: new Date(phoneSignIn.lastUsedAt.getTime() - 86_400_000),
    }
    const signIns = [currentSignIn, phoneSignIn, tablet]
    const { main, user } = open({ signIns }, () => {
      signIns.splice(1, 1)
      return null
    })
    const buttons = main.getAllByRole('button', { name: /^Log out of Safari on iPhone/ })
    expect(new Set(buttons.map((button) => button.getAttribute('aria-label'))).size).toBe(2)
    await user.click(buttons[0] as HTMLElement)
    const dialog = readElement(await screen.findByRole('dialog'))
    await user.fill(dialog.field('Your password'), 'asha-learns')
    await user.click(dialog.getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() =>
      expect(document.activeElement).toBe(main.getByRole('region', { name: 'Where you are signed in' })),
    )
  })

  test('has no button to end other sign-ins when there are none', () => {
    expect(open().main.queryByRole('button', { name: 'Log out of all others' })).toBeNull()
  })
})

describe('own data', () => {
  test('can be downloaded as a file', () => {
    expect(linksOf(open().main.element)).toEqual({ 'Download your data': '/own-data' })
  })

  test('is deleted after a confirmation with the password', async () => {
    const { main, user, sent } = open({}, () => redirect('/'))
    await user.click(main.getByRole('button', { name: 'Delete your account' }))
    const dialog = readElement(await screen.findByRole('dialog'))
    expect(textOf(dialog.element)).toContain('This cannot be undone.')
    await user.click(dialog.getByRole('button', { name: 'Delete permanently' }))
    expect(errorOf(dialog.field('Your password'))).toBe('Please enter your password.')
    expect(document.activeElement).toBe(dialog.field('Your password'))
    expect(sent).toEqual([])
    await user.fill(dialog.field('Your password'), 'asha-learns')
    await user.click(dialog.getByRole('button', { name: 'Delete permanently' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.fields).toEqual({ act: 'delete_account', password: 'asha-learns' })
  })

  test.each([
    ['student', asha, 'Use it or have it sent back first.', '/user/wallet'],
    ['expert', ravi, 'Withdraw it first.', '/expert/wallet'],
  ])('is not deleted while a %s has money, and the dialog says so', async (_role, viewer, advice, to) => {
    const wallet = { ...viewer.wallet, available: paise(42_000), onHold: paise(5_000) }
    const { main, user } = open({}, undefined, { ...viewer, wallet })
    await user.click(main.getByRole('button', { name: 'Delete your account' }))
    const dialog = readElement(await screen.findByRole('dialog'))
    expect(textOf(dialog.element)).toContain('There is still ₹470 in your wallet')
    expect(textOf(dialog.element)).toContain(advice)
    expect(linksOf(dialog.element)).toEqual({ 'Go to your wallet': to })
    expect(dialog.fields('Your password')).toEqual([])
    await expectAccessible()
  })

  test('is kept when the deletion is refused, and the dialog shows the reason', async () => {
    const { main, user } = open({}, () => refusedAct('delete_account', 'money_left'))
    await user.click(main.getByRole('button', { name: 'Delete your account' }))
    const dialog = readElement(await screen.findByRole('dialog'))
    await user.fill(dialog.field('Your password'), 'asha-learns')
    await user.click(dialog.getByRole('button', { name: 'Delete permanently' }))
    expect(textOf(await dialog.findByRole('alert'))).toBe(
      'There is still money in your wallet. Use it or have it returned first.',
    )
    // The password form must not show this error.
    expect(toastText()).toBe('')
  })

  test('of team members cannot be deleted, because the audit log names them', () => {
    const { main } = open({ mayLeave: false })
    expect(main.queryByRole('button', { name: 'Delete your account' })).toBeNull()
  })
})

describe('authenticator', () => {
  const password = 'asha-learns'

  test('is set up with the password, a QR code and a code, and then shows recovery codes', async () => {
    const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    const scan = { act: 'scan', secret, picture: 'data:image/svg+xml,<svg/>' }
    const { main, user, sent } = open({}, ({ fields }) => {
      if (fields.act === 'start_second_factor') return scan
      if (fields.code === '000000') return { ...scan, problem: 'That code is incorrect.' }
      return { act: 'codes', recoveryCodes: ['aaaa', 'bbbb'] }
    })
    await user.click(main.getByRole('button', { name: 'Set up the authenticator' }))
    expect(sent).toEqual([])
    await user.fill(main.region('Authenticator').field('Current password'), password)
    await user.click(main.getByRole('button', { name: 'Set up the authenticator' }))
    await main.findByRole('img', { name: 'QR code of the key' })
    expect(sent[0]?.fields).toEqual({ act: 'start_second_factor', password })
    expect(textOf(main.element)).toContain('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')
    await user.fill(main.field('Code'), '000000')
    await user.click(main.getByRole('button', { name: 'Turn it on' }))
    await main.findByText('That code is incorrect.')
    await user.fill(main.field('Code'), '123456')
    await user.click(main.getByRole('button', { name: 'Turn it on' }))
    const codes = await main.findByRole('list', { name: 'Recovery codes' })
    expect(readElement(codes).getAllByRole('listitem').map(textOf)).toEqual(['aaaa', 'bbbb'])
    expect(sent[2]?.fields).toEqual({ act: 'confirm_second_factor', secret, code: '123456' })
  })

  test('is not set up with a wrong password', async () => {
    const { main, user } = open({}, () => refusedAct('start_second_factor', 'wrong_current_password'))
    await user.fill(main.region('Authenticator').field('Current password'), 'not-the-one')
    await user.click(main.getByRole('button', { name: 'Set up the authenticator' }))
    const field = main.region('Authenticator').field('Current password')
    await waitFor(() => expect(errorOf(field)).toBe('The current password is incorrect.'))
    await waitFor(() => expect(document.activeElement).toBe(field))
  })

  test('shows that it is on, and is removed after a confirmation with the password', async () => {
    const { main, user, sent } = open({ factors: { ...noFactors, hasAuthenticator: true, recoveryCodesLeft: 1 } }, () =>
      refusedAct('remove_second_factor', 'wrong_current_password'),
    )
    expect(textOf(main.element)).toContain('1 recovery code is left.')
    expect(main.queryByRole('button', { name: 'Set up the authenticator' })).toBeNull()
    await expectAccessible()
    await user.click(main.getByRole('button', { name: 'Remove the authenticator' }))
    const dialog = readElement(await screen.findByRole('dialog'))
    await user.fill(dialog.field('Your password'), 'not-the-one')
    await user.click(dialog.getByRole('button', { name: 'Remove it' }))
    await waitFor(() => expect(errorOf(dialog.field('Your password'))).toBe('The current password is incorrect.'))
    expect(sent[0]?.fields).toEqual({ act: 'remove_second_factor', password: 'not-the-one' })
  })

  test.each([
    ['a student', true, [], 'Then your password alone is enough to log in.'],
    [
      'a team member',
      false,
      [],
      'Team members need a second factor: add a passkey or another authenticator afterwards.',
    ],
    [
      'a team member with a passkey',
      false,
      [{ id: 'p1', name: 'My phone', createdAt: new Date('2026-05-01T06:30:00Z'), lastUsedAt: null }],
      'Then you log in with your passkey, or with your password and a recovery code.',
    ],
  ])('shows %s the effect of its removal', async (_who, mayLeave, passkeys, text) => {
    const factors = { ...noFactors, hasAuthenticator: true, passkeys }
    const { main, user } = open({ factors, mayLeave })
    await user.click(main.getByRole('button', { name: 'Remove the authenticator' }))
    const dialog = textOf(await screen.findByRole('dialog'))
    expect(dialog).toContain(text)
    expect(dialog.includes('password alone is enough')).toBe(mayLeave)
  })

  test('gets new recovery codes with the password', async () => {
    const factors = { ...noFactors, hasAuthenticator: true, recoveryCodesLeft: 3 }
    const { main, user, sent } = open({ factors }, () => ({ act: 'codes', recoveryCodes: ['cccc', 'dddd'] }))
    expect(textOf(main.element)).toContain('3 recovery codes are left.')
    await user.click(main.getByRole('button', { name: 'New recovery codes' }))
    const dialog = readElement(await screen.findByRole('dialog'))
    await user.fill(dialog.field('Your password'), password)
    await user.click(dialog.getByRole('button', { name: 'Create new codes' }))
    const codes = await main.findByRole('list', { name: 'Recovery codes' })
    expect(readElement(codes).getAllByRole('listitem').map(textOf)).toEqual(['cccc', 'dddd'])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent[0]?.fields).toEqual({ act: 'renew_recovery_codes', password })
  })
})

const noFactors = {
  hasAuthenticator: false,
  isMissing: false,
  recoveryCodesLeft: 0,
  passkeys: [],
  isPasskeyOffered: false,
}
const ashaWithoutMoney = { ...asha, wallet: { ...asha.wallet, available: paise(0), onHold: paise(0) } }
const currentSignIn: SignIn = {
  id: 's1',
  createdAt: new Date('2026-05-01T06:30:00Z'),
  lastUsedAt: new Date('2026-05-04T06:00:00Z'),
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  address: '203.0.113.5',
  current: true,
}
const phoneSignIn: SignIn = {
  ...currentSignIn,
  id: 's2',
  lastUsedAt: new Date('2026-05-03T06:30:00Z'),
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
  address: '',
  current: false,
}

/** The page has several forms. `act` names the refused form. */
function refusedAct(act: string, code: RefusalCode, problems?: FieldProblems, more: object = {}) {
  const { data: body, init } = refusedAnswer(code, undefined, problems)
  return data({ act, ...more, ...body }, init ?? {})
}

function open(
  overrides: Partial<LoaderData<typeof securityPage>> = {},
  answer?: (sent: Sent) => unknown,
  viewer: Viewer = ashaWithoutMoney,
) {
  return openScreen(securityPage, {
    at: '/user/security',
    viewer,
    data: { signIns: [currentSignIn], factors: noFactors, mayLeave: true, ...overrides },
    answer,
  })
}
