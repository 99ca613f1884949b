import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as expertPage from '#app/team/experts/expert.route.tsx'
import type { TeamExpert } from '#domain/team/contract.ts'
import type { ApplicationId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { factsOf, textOf } from '#tests/read-element.ts'
import { refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { confirm, openTeamScreen } from '#tests/team-screen.tsx'
import { ravi } from '#tests/viewers.ts'

test('an approved expert shows the account, the approval and a link to the public page', () => {
  const { main } = open()
  expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Ravi Nair')
  expect(factsOf(main.region('The account').element)).toEqual({
    Email: 'ravi@samjhao.example',
    Phone: '+91 98450 12345',
    Category: 'Academic',
    Languages: 'Hindi, English',
    Now: 'Online',
    'Member since': 'Mar 01, 2026',
    Quality: '24 paid sessions: left early 3, refunded in full 4. Hung up before the first paid minute: 2',
  })
  expect(textOf(main.region('Approval').element)).toContain('Approved By Tara Bose, May 01, 2026, 5:30 PM')
  const publicPage = main.getByRole('link', { name: 'Public page' })
  expect(publicPage.getAttribute('href')).toBe(`/expert/details/${ravi.expertId}`)
  const application = main.getByRole('link', { name: 'The application' })
  expect(application.getAttribute('href')).toBe('/team/applications/a1')
})

test.each([
  ['has an incomplete profile', { isComplete: false }],
  ['is pending', { approval: 'pending' as const }],
  ['is suspended', { approval: 'suspended' as const }],
])('there is no link to the public page of an expert who %s', (_, overrides) => {
  expect(open(overrides).main.queryByRole('link', { name: 'Public page' })).toBeNull()
})

test('a pending expert can be approved or suspended', () => {
  const { main } = open({ approval: 'pending' })
  expect(listButtons(main.region('Approval').element)).toEqual(['Approve', 'Suspend…'])
})

test('an approved expert can be suspended or set back to pending', () => {
  expect(listButtons(open().main.region('Approval').element)).toEqual(['Suspend…', 'Back to pending'])
})

test('a suspended expert can be approved again or set back to pending, and the reason is shown', () => {
  const { main } = open({ approval: 'suspended', approvalReason: 'Shouted at three students.' })
  const approval = main.region('Approval').element
  expect(listButtons(approval)).toEqual(['Approve again', 'Back to pending'])
  expect(textOf(approval)).toContain('“Shouted at three students.”')
})

test('the approval card shows what is missing before an approval', () => {
  const { main } = open({ approval: 'pending', isComplete: false, verified: [], verifications: [] })
  const text = textOf(main.region('Approval').element)
  expect(text).toContain('The profile is not complete. Students cannot find this expert yet.')
  expect(text).toContain('Verify at least one item first.')
})

test.each([
  ['pending', 'Approve', false],
  ['suspended', 'Approve again', false],
  ['pending', 'Approve', true],
] as const)('a %s expert without any verification cannot be approved', (approval, name, beforeScripts) => {
  const { main } = open({ approval, verified: [], verifications: [] }, { beforeScripts })
  const button = main.getByRole<HTMLButtonElement>('button', { name })
  expect(button.disabled).toBe(true)
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(textOf(reason)).toBe('Verify at least one item first.')
})

test('the first verification allows the approval at once', async () => {
  let verified: TeamExpert['verified'] = []
  const { main, user } = open(() => ({ ...ravisProfile, approval: 'pending', verified }), {
    answer: () => {
      verified = ['degree']
      return { done: 'Verified.' }
    },
  })
  const isDisabled = () => main.getByRole<HTMLButtonElement>('button', { name: 'Approve' }).disabled
  expect(isDisabled()).toBe(true)
  await user.click(main.getByRole('button', { name: 'Verify: Degree' }))
  await waitFor(() => expect(isDisabled()).toBe(false))
})

test('an approval after a colleague removed the last verification shows an error beside the button', async () => {
  const { main, user, sent } = open({ approval: 'pending' }, { answer: () => refusedAnswer('nothing_verified') })
  await user.click(main.getByRole('button', { name: 'Approve' }))
  await confirm(user)
  expect(textOf(await main.region('Approval').findByRole('alert'))).toContain('First record what you verified')
  expect(sent[0]?.fields).toEqual({ act: 'approval', from: 'pending', approval: 'approved' })
})

test('approving shows a toast and moves focus to the heading', async () => {
  let approval: TeamExpert['approval'] = 'pending'
  const { main, user } = open(() => ({ ...ravisProfile, approval }), {
    answer: () => {
      approval = 'approved'
      return { done: 'The expert is approved.' }
    },
  })
  await user.click(main.getByRole('button', { name: 'Approve' }))
  expect(await confirm(user)).toBe(
    'Approve Ravi Nair. Students can find and call this expert as soon as the profile is complete.',
  )
  await waitFor(() => expect(toastText()).toBe('The expert is approved.'))
  await waitFor(() => expect(textOf(document.activeElement)).toBe('Approval'))
})

test('a suspension requires a reason', async () => {
  const { main, user, sent } = open({}, { answer: () => ({ done: 'The expert is suspended.' }) })
  await user.click(main.getByRole('button', { name: 'Suspend…' }))
  const reason = main.field('Reason')
  expect(document.activeElement).toBe(reason)
  expect(textOf(document.getElementById(`${reason.id}-hint`))).toBe(
    'The expert sees it in an email and on their page. All their sign-ins end.',
  )
  await user.click(main.getByRole('button', { name: 'Suspend' }))
  expect(sent).toEqual([])
  await user.fill(reason, 'Shouted at three students.')
  await user.click(main.getByRole('button', { name: 'Suspend' }))
  expect(await confirm(user)).toBe(
    'Suspend Ravi Nair. All their sign-ins and an open session end, and all bookings are cancelled.',
  )
  await waitFor(() => expect(toastText()).toBe('The expert is suspended.'))
  expect(sent[0]?.fields).toEqual({
    act: 'approval',
    from: 'approved',
    approval: 'suspended',
    reason: 'Shouted at three students.',
  })
})

test('a refused suspension keeps the form open with the reason', async () => {
  const { main, user } = open({}, { answer: () => refusedAnswer('expert_moved_on') })
  await user.click(main.getByRole('button', { name: 'Suspend…' }))
  await user.fill(main.field('Reason'), 'Shouted.')
  await user.click(main.getByRole('button', { name: 'Suspend' }))
  await confirm(user)
  const error = await main.findByText('Someone has changed this expert since you opened the page.')
  expect(error).toBeTruthy()
  expect(main.field('Reason').value).toBe('Shouted.')
})

test('verified items show who verified them and when, and unverified items show what to check', () => {
  const { main } = open()
  const rows = main.region('Verified').getAllByRole('listitem').map(textOf)
  expect(rows).toEqual([
    'Identity Verified by Tara Bose, May 01, 2026, 5:00 PM Remove',
    'Degree Certificate of the highest degree in the profile Verify',
    'Phone The number in the profile was answered Verify',
    'Interview Verified by the system, May 01, 2026, 5:00 PM Remove',
  ])
})

test('an item can be verified, and a verification can be removed', async () => {
  const { main, user, sent } = open({}, { answer: () => ({ done: 'Verified.' }) })
  await user.click(main.getByRole('button', { name: 'Verify: Degree' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  await user.click(main.getByRole('button', { name: 'Remove: Identity' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent.map(({ fields }) => fields)).toEqual([
    { act: 'verify', what: 'degree' },
    { act: 'take-back', what: 'identity' },
  ])
})

test('changing the terms sends the password and the values Meera has seen', async () => {
  const { main, user, sent } = open(
    {},
    { passwordIsRecent: false, answer: () => ({ done: 'The rate and the share are changed.' }) },
  )
  const terms = main.region('Rate and share')
  expect([terms.field('Rate per minute').value, terms.field('Share in percent').value]).toEqual(['10', '80'])
  await user.fill(terms.field('Rate per minute'), '25')
  await user.fill(terms.field('Your password'), 'meera-decides')
  await user.click(terms.getByRole('button', { name: 'Change the terms' }))
  expect(await confirm(user)).toBe(
    'Set the terms of Ravi Nair to ₹25 a minute and a share of 80 percent. They apply to sessions requested from now on, and students see the rate immediately.',
  )
  await waitFor(() => expect(toastText()).toBe('The rate and the share are changed.'))
  expect(sent[0]?.fields).toEqual({
    act: 'terms',
    seenRate: '1000',
    seenShare: '80',
    rate: '25',
    share: '80',
    password: 'meera-decides',
  })
})

test('a rate outside the limits shows an error beside the form', async () => {
  const { main, user } = open({}, { answer: () => refusedAnswer('rate_limits') })
  const terms = main.region('Rate and share')
  await user.fill(terms.field('Rate per minute'), '100000')
  await user.click(terms.getByRole('button', { name: 'Change the terms' }))
  await confirm(user)
  expect(textOf(await terms.findByRole('alert'))).toBe(refusedAnswer('rate_limits').data.refusal.text)
  expect(terms.field('Rate per minute').value).toBe('100000')
})

test('terms changed by a colleague meanwhile replace the field values', async () => {
  let rate = 1_000
  const { main, user } = open(() => ({ ...ravisProfile, ratePaisePerMinute: paise(rate) }), {
    answer: () => {
      rate = 2_000
      return refusedAnswer('expert_moved_on')
    },
  })
  const terms = main.region('Rate and share')
  await user.fill(terms.field('Rate per minute'), '25')
  await user.click(terms.getByRole('button', { name: 'Change the terms' }))
  await confirm(user)
  await waitFor(() => expect(terms.field('Rate per minute').value).toBe('20'))
})

const ravisProfile: TeamExpert = {
  id: ravi.expertId,
  accountId: ravi.id,
  name: ravi.name,
  email: ravi.email,
  phone: '+91 98450 12345',
  title: 'Physics teacher',
  languages: ['Hindi', 'English'],
  approval: 'approved',
  approvalChangedAt: new Date('2026-05-01T12:00:00Z'),
  approvalChangedBy: 'Tara Bose',
  approvalReason: null,
  category: 'academic',
  isComplete: true,
  isOnline: true,
  ratePaisePerMinute: paise(1_000),
  sharePercent: 80,
  verified: ['identity', 'interview'],
  verifications: [
    { what: 'identity', at: new Date('2026-05-01T11:30:00Z'), by: 'Tara Bose' },
    { what: 'interview', at: new Date('2026-05-01T11:30:00Z'), by: null },
  ],
  memberSince: new Date('2026-03-01T06:00:00Z'),
  applicationId: 'a1' as ApplicationId,
  quality: { paidSessions: 24, leftEarly: 3, refundedWhole: 4, leftFree: 2 },
}

type Setup = { passwordIsRecent?: boolean; answer?: (sent: Sent) => unknown; beforeScripts?: boolean }

function open(
  overrides: Partial<TeamExpert> | (() => TeamExpert) = {},
  { passwordIsRecent = true, answer, beforeScripts }: Setup = {},
) {
  const read = typeof overrides === 'function' ? overrides : () => ({ ...ravisProfile, ...overrides })
  return openTeamScreen(expertPage, {
    at: `/team/experts/${ravisProfile.id}`,
    path: '/team/experts/:id',
    data: () => ({ expert: read(), trail: [] }),
    shell: { passwordIsRecent },
    answer,
    beforeScripts,
  })
}

function listButtons(element: HTMLElement): string[] {
  return [...element.querySelectorAll('button')].map(textOf)
}
