import { screen, waitFor } from '@testing-library/react'
import { data, redirect } from 'react-router'
import { describe, expect, test } from 'vitest'
import * as securityPage from '#app/account/security.route.tsx'
import type { SignIn } from '#domain/accounts/contract.ts'
import { networkFailure } from '#tests/stub-fetch.ts'
import { readElement, linksOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, openScreen, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { asha } from '#tests/viewers.ts'

describe('the password', () => {
  test('is changed by somebody who knows it', async () => {
    const { main, user, sent } = open({}, () => redirect('/user/security'))
    await user.fill(main.field('Current password'), 'asha-learns')
    await user.fill(main.field('New password'), 'a-better-secret')
    await user.click(main.getByRole('button', { name: 'Change the password' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    const fields = { act: 'change_password', current: 'asha-learns', password: 'a-better-secret' }
    expect(sent).toEqual([{ to: '/user/security', fields }])
  })

  test('that is too short is not sent', async () => {
    const { main, user, sent } = open()
    await user.fill(main.field('Current password'), 'asha-learns')
    await user.fill(main.field('New password'), '12345')
    await user.click(main.getByRole('button', { name: 'Change the password' }))
    expect(document.activeElement).toBe(main.field('New password'))
    expect(main.getByText('Password must be at least 6 characters')).toBeTruthy()
    expect(sent).toEqual([])
  })

  test.each([
    [
      'wrong',
      () => refusedAct('change_password', 'wrong_current_password'),
      'Failed to update password: The current password is not right.',
    ],
    ['not sent', networkFailure, 'Failed to update password. Please try again.'],
  ])('that is %s stays as it was, and it says so', async (_, answer, text) => {
    const { main, user } = open({}, answer)
    await user.fill(main.field('Current password'), 'not-the-one')
    await user.fill(main.field('New password'), 'a-better-secret')
    await user.click(main.getByRole('button', { name: 'Change the password' }))
    await waitFor(() => expect(toastText()).toBe(text))
    expect(main.field('New password').value).toBe('a-better-secret')
  })
})

describe('the sign-ins', () => {
  test('say which browser, from where and when last; this one cannot be ended', () => {
    const { main } = open({ signIns: [here, phone] })
    expect(main.getAllByRole('listitem').map(textOf)).toEqual([
      'Firefox on Linux 203.0.113.5, last used May 04, 2026, 11:30 AM This one',
      'Safari on iPhone unknown address, last used May 03, 2026, 12:00 PM End this',
    ])
  })

  test('of others are ended one by one, or all at once', async () => {
    const { main, user, sent } = open({ signIns: [here, phone] }, () => null)
    await user.click(main.getByRole('button', { name: 'End this' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    await user.click(main.getByRole('button', { name: 'End all others' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(({ fields }) => fields)).toEqual([
      { act: 'end', signInId: phone.id },
      { act: 'end_others' },
    ])
  })

  test('that are none besides this one leave nothing to end', () => {
    expect(open().main.queryByRole('button', { name: 'End all others' })).toBeNull()
  })
})

describe('one’s data', () => {
  test('is taken along as a file', () => {
    expect(linksOf(open().main.element)).toEqual({ 'Download your data': '/own-data' })
  })

  test('is deleted after a question, with the password', async () => {
    const { main, user, sent } = open({}, () => redirect('/'))
    await user.click(main.getByRole('button', { name: 'Delete your account' }))
    const dialog = readElement(await screen.findByRole('dialog'))
    expect(textOf(dialog.element)).toContain('This cannot be undone.')
    await user.click(dialog.getByRole('button', { name: 'Delete for good' }))
    expect(sent).toEqual([])
    await user.fill(dialog.field('Your password'), 'asha-learns')
    await user.click(dialog.getByRole('button', { name: 'Delete for good' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.fields).toEqual({ act: 'delete_account', password: 'asha-learns' })
  })

  test('stays when it cannot be deleted, and the dialog says why', async () => {
    const { main, user } = open({}, () => refusedAct('delete_account', 'money_left'))
    await user.click(main.getByRole('button', { name: 'Delete your account' }))
    const dialog = readElement(await screen.findByRole('dialog'))
    await user.fill(dialog.field('Your password'), 'asha-learns')
    await user.click(dialog.getByRole('button', { name: 'Delete for good' }))
    expect(textOf(await dialog.findByRole('alert'))).toBe(
      'There is still money in your wallet. Use it or have it returned first.',
    )
    // It is nothing that the form for the password should speak of.
    expect(toastText()).toBe('')
  })

  test('of the team cannot be deleted: the audit log names it', () => {
    const { main } = open({ mayLeave: false })
    expect(main.queryByRole('button', { name: 'Delete your account' })).toBeNull()
  })
})

describe('the authenticator', () => {
  test('is for the team alone', () => {
    expect(open().main.queryByRole('heading', { name: 'Authenticator' })).toBeNull()
  })

  test('is scanned, proved with a code, and brings recovery codes', async () => {
    const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    const scan = { act: 'scan', secret, picture: 'data:image/svg+xml,<svg/>' }
    const { main, user, sent } = open({ secondFactor: { isOn: false, isMissing: true } }, ({ fields }) => {
      if (fields.act === 'start_second_factor') return scan
      if (fields.code === '000000') return { ...scan, problem: 'That code is not right.' }
      return { act: 'codes', recoveryCodes: ['aaaa', 'bbbb'] }
    })
    expect(textOf(main.element)).toContain('Needed for the team Until it is set up, the pages of the team')
    await user.click(main.getByRole('button', { name: 'Set up the authenticator' }))
    await main.findByRole('img', { name: 'The key, to be scanned by the app' })
    expect(textOf(main.element)).toContain('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')
    await user.fill(main.field('Code'), '000000')
    await user.click(main.getByRole('button', { name: 'Switch it on' }))
    await main.findByText('That code is not right.')
    await user.fill(main.field('Code'), '123456')
    await user.click(main.getByRole('button', { name: 'Switch it on' }))
    const codes = await main.findByRole('status')
    expect(readElement(codes).getAllByRole('listitem').map(textOf)).toEqual(['aaaa', 'bbbb'])
    expect(sent[2]?.fields).toEqual({ act: 'confirm_second_factor', secret, code: '123456' })
  })

  test('that is on says so, and needs nothing', () => {
    const { main } = open({ secondFactor: { isOn: true, isMissing: false } })
    expect(textOf(main.element)).toContain('On')
    expect(main.queryByRole('button', { name: 'Set up the authenticator' })).toBeNull()
  })
})

const here: SignIn = {
  id: 's1',
  createdAt: new Date('2026-05-01T06:30:00Z'),
  lastUsedAt: new Date('2026-05-04T06:00:00Z'),
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  address: '203.0.113.5',
  current: true,
}
const phone: SignIn = {
  ...here,
  id: 's2',
  lastUsedAt: new Date('2026-05-03T06:30:00Z'),
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
  address: '',
  current: false,
}

/** The page has several forms; a refusal says which of them it is about. */
function refusedAct(act: string, code: Parameters<typeof refusedAnswer>[0]) {
  const { data: body, init } = refusedAnswer(code)
  return data({ act, ...body }, init ?? {})
}

function open(given: Partial<LoaderData<typeof securityPage>> = {}, answer?: (sent: Sent) => unknown) {
  return openScreen(securityPage, {
    at: '/user/security',
    viewer: asha,
    data: { signIns: [here], secondFactor: null, mayLeave: true, ...given },
    answer,
  })
}
