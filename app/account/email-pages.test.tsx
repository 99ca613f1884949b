import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as confirmPage from '#app/account/confirm-email.route.tsx'
import { EmailReminder } from '#app/account/email-reminder.tsx'
import * as securityPage from '#app/account/security.route.tsx'
import { expectAccessible } from '#tests/accessible.ts'
import { linksOf, textOf } from '#tests/read-element.ts'
import { openComponent, openScreen, refusedAnswer, type Sent } from '#tests/screen.tsx'
import { asha } from '#tests/viewers.ts'

type Link = { purpose: 'confirm' | 'restore'; email: string; keepsAddress?: true } | null
const unconfirmed = { ...asha, emailUnconfirmed: true }

function openLink(link: Link, answer?: (sent: Sent) => unknown) {
  const path = '/confirm-email/:token'
  return openScreen(confirmPage, { at: '/confirm-email/abc', path, data: { link }, answer })
}

describe('the page of an email link', () => {
  test.each([
    ['student', 'Thank you. You can book sessions and have unused money sent back.'],
    ['user', 'Thank you. You can book sessions and have unused money sent back.'],
    ['expert', 'Thank you. Emails about your account go to this address.'],
    ['team', 'Thank you. Emails about your account go to this address.'],
  ])('confirms the address of a %s with a click', async (role, text) => {
    const { main, user } = openLink({ purpose: 'confirm', email: asha.email }, () => ({ done: 'confirm', role }))
    expect(textOf(main.element)).toContain(`Is ${asha.email} your address?`)
    await expectAccessible()
    await user.click(main.getByRole('button', { name: 'Confirm this address' }))
    expect(await main.findByRole('heading', { name: 'Your address is confirmed' })).toBeTruthy()
    expect(textOf(main.getByRole('status'))).toBe(text)
  })

  test('restores the old email address with a click', async () => {
    const { main, user } = openLink({ purpose: 'restore', email: asha.email }, () => ({
      done: 'restore',
      role: 'student',
    }))
    await user.click(main.getByRole('button', { name: 'Restore my address' }))
    expect(await main.findByRole('heading', { name: 'Your address is restored' })).toBeTruthy()
  })

  test('removes an authenticator with a click', async () => {
    const link = { purpose: 'restore', email: asha.email, keepsAddress: true } as const
    const { main, user } = openLink(link, () => ({ done: 'restore', keepsAddress: true, role: 'student' }))
    expect(textOf(main.element)).toContain('The authenticator is removed. All devices are signed out')
    await expectAccessible()
    await user.click(main.getByRole('button', { name: 'Take my account back' }))
    expect(await main.findByRole('heading', { name: 'The authenticator is removed' })).toBeTruthy()
    expect(textOf(main.getByRole('status'))).toContain('Set a new password with the link that we have sent you.')
  })

  test('says that a link no longer works', async () => {
    expect(textOf(openLink(null).main.getByRole('heading'))).toBe('This link no longer works')
  })

  test('shows a refusal', async () => {
    const { main, user } = openLink({ purpose: 'confirm', email: asha.email }, () => refusedAnswer('email_taken'))
    await user.click(main.getByRole('button', { name: 'Confirm this address' }))
    expect(textOf(await main.findByRole('alert'))).toBe('This email address is already registered.')
  })
})

describe('the email reminder', () => {
  test('shows the email address and links to the page that corrects it', () => {
    const { main } = openComponent(<EmailReminder viewer={unconfirmed} />)
    expect(textOf(main.element)).toContain(asha.email)
    expect(textOf(main.element)).toContain('Until then you cannot book or have money sent back. Is the address wrong?')
    expect(linksOf(main.element)).toEqual({ 'Correct it': '/user/security' })
    expect(main.getByRole('button', { name: 'Send the link again' })).toBeTruthy()
  })

  test('is absent for a confirmed email address', () => {
    const { main } = openComponent(<EmailReminder viewer={asha} />)
    expect(textOf(main.element)).toBe('')
  })
})

describe('the email address on the security page', () => {
  const factors = {
    hasAuthenticator: false,
    isMissing: false,
    recoveryCodesLeft: 0,
    passkeys: [],
    isPasskeyOffered: false,
  }
  const data = { signIns: [], factors, mayLeave: true }
  const open = (viewer: typeof unconfirmed | typeof asha, answer: (sent: Sent) => unknown) =>
    openScreen(securityPage, { at: '/user/security', data, viewer, answer })

  test('can be corrected with the current password', async () => {
    const { main, user, sent } = open(unconfirmed, () => ({ act: 'change_email', done: 'Your address is now a@b.in.' }))
    await user.click(main.getByRole('button', { name: 'Correct the address' }))
    expect(sent).toEqual([])
    await user.fill(main.field('New email address'), 'a@b.in')
    await user.fill(main.region('Email address').field('Current password'), 'asha-learns')
    await user.click(main.getByRole('button', { name: 'Correct the address' }))
    await waitFor(() => expect(textOf(main.element)).toContain('Your address is now a@b.in.'))
    expect(sent[0]?.fields).toEqual({ act: 'change_email', email: 'a@b.in', password: 'asha-learns' })
    await expectAccessible()
  })

  test('shows why a change is refused', async () => {
    const { main, user } = open(asha, () => ({
      act: 'change_email',
      refusal: { code: 'same_email', text: 'The same.' },
    }))
    expect(textOf(main.element)).toContain('(confirmed)')
    await user.fill(main.field('New email address'), asha.email)
    await user.fill(main.region('Email address').field('Current password'), 'asha-learns')
    await user.click(screen.getByRole('button', { name: 'Change the address' }))
    await waitFor(() => expect(textOf(main.element)).toContain('The same.'))
  })
})
