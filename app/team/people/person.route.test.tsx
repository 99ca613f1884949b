import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as personPage from '#app/team/people/person.route.tsx'
import type { PersonHistory, TeamPerson } from '#domain/people/contract.ts'
import type { TeamRole } from '#domain/policy.ts'
import type { PaymentId, ReviewId, WithdrawalId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { auditLine } from '#tests/audit-lines.ts'
import { factsOf, linksOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { paidCall } from '#tests/session-views.ts'
import { confirm, openTeamScreen, pageButtonTexts } from '#tests/team-screen.tsx'
import { asha, meera, ravi, tara } from '#tests/viewers.ts'

test('the page shows state, role, join date and blocks', () => {
  const { main } = open()
  expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Asha Verma')
  expect(factsOf(main.region('The account').element)).toEqual({
    State: 'Active',
    Role: 'Student',
    Joined: 'Apr 01, 2026',
    Blocks: '1 by them, 0 against them',
    Id: asha.id,
  })
  const log = main.getByRole('link', { name: 'View audit log' })
  expect(log.getAttribute('href')).toBe(`/team/audit?about=${asha.id}`)
})

test('the page of a suspended person shows the date and the reason', () => {
  const { main } = open({ person: suspendedAccount })
  expect(factsOf(main.region('The account').element)).toMatchObject({
    State: 'Suspended',
    'Suspended May 04, 2026, 11:00 AM, reason shown to them': 'Shouted at three experts.',
  })
})

test('a deleted account has no actions', () => {
  const person: TeamPerson = {
    ...ashasAccount,
    state: 'deleted',
    deletedAt: new Date('2026-05-02T06:00:00Z'),
  }
  const { main } = open({ person })
  expect(factsOf(main.region('The account').element).Deleted).toBe('May 02, 2026, 11:30 AM')
  expect(textOf(main.element)).toContain('This account was deleted and can no longer be changed.')
  expect(pageButtonTexts(main)).toEqual([])
})

test('personal data is masked until Meera gives a reason', async () => {
  const data = {
    email: 'asha@samjhao.example',
    phone: '+91 98450 54321',
    parentsNumber: '9845011111',
    addresses: ['203.0.113.5'],
  }
  const { main, user, sent } = open({ answer: () => ({ data }) })
  const personal = main.region('Personal data')
  expect(factsOf(personal.element)).toEqual({ Email: 'a•••@samjhao.example', Phone: '•••• 4321' })
  expect(textOf(main.element)).not.toContain(data.email)
  await user.click(personal.getByRole('button', { name: 'Show the data' }))
  expect(sent).toEqual([])
  await user.fill(personal.field('Why you need the data'), 'She asked for a call.')
  await user.click(personal.getByRole('button', { name: 'Show the data' }))
  await waitFor(() =>
    expect(factsOf(personal.getByRole('status'))).toEqual({
      Email: 'asha@samjhao.example',
      Phone: '+91 98450 54321',
      'Parent’s WhatsApp': '9845011111',
      'Signed in from': '203.0.113.5',
    }),
  )
  expect(sent[0]?.fields).toEqual({ act: 'reveal', why: 'She asked for a call.' })
  expect(personal.queryByRole('button', { name: 'Show the data' })).toBeNull()
})

test('missing personal data is shown as None or Nowhere', async () => {
  const data = { email: 'asha@samjhao.example', phone: null, parentsNumber: null, addresses: [] }
  const { main, user } = open({ answer: () => ({ data }) })
  const personal = main.region('Personal data')
  await user.fill(personal.field('Why you need the data'), 'She asked.')
  await user.click(personal.getByRole('button', { name: 'Show the data' }))
  await waitFor(() => expect(factsOf(personal.element)['Signed in from']).toBe('Nowhere'))
  expect(factsOf(personal.element).Phone).toBe('None')
})

test('a refused reveal keeps the data masked and shows the reason', async () => {
  const { main, user } = open({ answer: () => refusedAnswer('too_fast') })
  const personal = main.region('Personal data')
  await user.fill(personal.field('Why you need the data'), 'Curious.')
  await user.click(personal.getByRole('button', { name: 'Show the data' }))
  expect(textOf(await personal.findByRole('alert'))).toBe('Too many requests. Please wait a moment.')
  expect(factsOf(personal.element)['Email']).toBe('a•••@samjhao.example')
})

test('Meera suspends with a reason, and the form resets', async () => {
  const done = 'Suspended. They are logged out everywhere.'
  const { main, user, sent } = open({ answer: () => ({ done }) })
  const suspend = main.region('Suspend')
  await user.click(suspend.getByRole('button', { name: 'Suspend' }))
  expect(sent).toEqual([])
  await user.fill(suspend.field('Reason'), 'Shouted at three experts.')
  await user.click(suspend.getByRole('button', { name: 'Suspend' }))
  expect(await confirm(user)).toBe(
    'Suspend Asha Verma. They are logged out everywhere, cannot log in, and all their bookings are cancelled.',
  )
  await waitFor(() => expect(toastText()).toBe(done))
  const fields = { act: 'suspend', why: 'Shouted at three experts.' }
  expect(sent).toEqual([{ to: `/team/people/${asha.id}`, fields }])
  await waitFor(() => expect(suspend.field('Reason').value).toBe(''))
  // Focus stays near the form instead of moving to the top of the page.
  expect(document.activeElement?.closest('section')).toBe(suspend.element)
})

test('a suspension can be lifted', async () => {
  const { main, user, sent } = open({
    person: suspendedAccount,
    answer: () => ({ done: 'The suspension is lifted.' }),
  })
  expect(main.queryByRole('region', { name: 'Suspend' })).toBeNull()
  const lift = main.region('Lift the suspension')
  await user.fill(lift.field('Why the suspension ends'), 'She apologised.')
  await user.click(lift.getByRole('button', { name: 'Lift the suspension' }))
  expect(await confirm(user)).toBe('Lift the suspension of Asha Verma. They can log in again immediately.')
  await waitFor(() => expect(toastText()).toBe('The suspension is lifted.'))
  expect(sent[0]?.fields).toEqual({ act: 'lift', why: 'She apologised.' })
})

test('ending all sign-ins sends the reason, after a confirmation', async () => {
  const { main, user, sent } = open({ answer: () => ({ done: 'Done.' }) })
  const card = main.region('End all sign-ins')
  await user.fill(card.field('Why their sign-ins end'), 'The phone is lost.')
  await user.click(card.getByRole('button', { name: 'End all sign-ins' }))
  expect(await confirm(user)).toBe('End all sign-ins of Asha Verma. They are logged out everywhere immediately.')
  await waitFor(() => expect(toastText()).toBe('Done.'))
  expect(sent[0]?.fields).toEqual({ act: 'end_sign_ins', why: 'The phone is lost.' })
})

test('a link for a lost password is sent with the reason', async () => {
  const { main, user, sent } = open({ answer: () => ({ done: 'Done.' }) })
  const card = main.region('Lost password')
  await user.fill(card.field('Why the link is sent'), 'The phone is lost.')
  await user.click(card.getByRole('button', { name: 'Send the link' }))
  await waitFor(() => expect(toastText()).toBe('Done.'))
  expect(sent[0]?.fields).toEqual({ act: 'reset_link', why: 'The phone is lost.' })
})

test('an administrator resets a lost second factor with an identity check, the password and a confirmation', async () => {
  const person = { ...ashasAccount, hasSecondFactor: true }
  const { main, user, sent } = open({ person, shell: { passwordIsRecent: false }, answer: () => ({ done: 'Done.' }) })
  const card = main.region('Lost second factor')
  expect(textOf(card.element)).toContain('First verify who is asking')
  await user.fill(card.field('Why, and how you checked their identity'), 'I called the number on file.')
  await user.fill(card.field('Your password'), 'meera-decides')
  await user.click(card.getByRole('button', { name: 'Reset the second factor' }))
  expect(await confirm(user)).toBe(
    'Reset the second factor of Asha Verma. Their authenticator, passkeys and recovery codes are removed, and they are logged out everywhere. Then their password alone is enough to log in. We notify them by email.',
  )
  await waitFor(() => expect(toastText()).toBe('Done.'))
  expect(sent[0]?.fields).toEqual({
    act: 'reset_second_factor',
    why: 'I called the number on file.',
    password: 'meera-decides',
  })
})

test.each<[string, Partial<TeamPerson>, TeamRole, boolean]>([
  ['offered to an administrator for a student', {}, 'administrator', true],
  ['offered to an administrator for a colleague', { id: tara.id, role: 'team' }, 'administrator', true],
  ['not offered for a person without a second factor', { hasSecondFactor: false }, 'administrator', false],
  ['not offered to support', {}, 'support', false],
  ['not offered for one’s own account', { id: meera.id, role: 'team' }, 'administrator', false],
])('the reset of a second factor is %s', (_what, person, teamRole, isOffered) => {
  const { main } = open({ person: { ...ashasAccount, hasSecondFactor: true, ...person }, shell: { teamRole } })
  expect(main.queryByRole('region', { name: 'Lost second factor' }) !== null).toBe(isOffered)
})

test('a refused action keeps the reason', async () => {
  const { main, user } = open({ answer: () => refusedAnswer('person_in_session') })
  const suspend = main.region('Suspend')
  await user.fill(suspend.field('Reason'), 'Shouted.')
  await user.click(suspend.getByRole('button', { name: 'Suspend' }))
  await confirm(user)
  expect(textOf(await suspend.findByRole('alert'))).toContain('This person is in a session.')
  expect(suspend.field('Reason').value).toBe('Shouted.')
})

test('a stale action shows a toast and the updated page', async () => {
  let person = ashasAccount
  const { main, user } = open({
    load: () => person,
    answer: () => {
      person = suspendedAccount
      return refusedAnswer('person_moved_on', 'Last: person suspended, by Tara Bose.')
    },
  })
  await user.fill(main.region('Suspend').field('Reason'), 'Shouted.')
  await user.click(main.region('Suspend').getByRole('button', { name: 'Suspend' }))
  await confirm(user)
  await waitFor(() => expect(toastText()).toContain('Last: person suspended, by Tara Bose.'))
  await main.findByRole('region', { name: 'Lift the suspension' })
})

test('a form replaced by revalidation while submitting still shows its result', async () => {
  const answered = Promise.withResolvers<void>()
  const done = 'Suspended. They are logged out everywhere.'
  let person = ashasAccount
  const { main, user, sent } = open({
    load: () => person,
    answer: async () => {
      person = suspendedAccount
      await answered.promise
      return { done }
    },
  })
  await user.fill(main.region('Suspend').field('Reason'), 'Shouted at three experts.')
  await user.click(main.region('Suspend').getByRole('button', { name: 'Suspend' }))
  await confirm(user)
  await waitFor(() => expect(sent).toHaveLength(1))
  // Simulates a sign-in or sign-out in another tab.
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(await main.findByRole('region', { name: 'Lift the suspension' })).toBeTruthy()
  expect(toastText()).toBe('')
  answered.resolve()
  await waitFor(() => expect(toastText()).toBe(done))
})

test('the page of an expert has a link to the expert page instead of a Suspend form', () => {
  const person: TeamPerson = {
    ...ashasAccount,
    id: ravi.id,
    role: 'expert',
    approval: 'approved',
    expertId: ravi.expertId,
  }
  const { main } = open({ person })
  expect(textOf(main.element)).toContain('Suspend and approve experts on the Experts page.')
  const link = main.getByRole('link', { name: 'Open expert' })
  expect(link.getAttribute('href')).toBe(`/team/experts/${ravi.expertId}`)
  expect(main.queryByRole('region', { name: 'Suspend' })).toBeNull()
  expect(main.getByRole('region', { name: 'End all sign-ins' })).toBeTruthy()
})

test('the only action on the account of a colleague is to end the sign-ins', () => {
  const { main } = open({ person: { ...ashasAccount, id: tara.id, role: 'team' } })
  expect(pageButtonTexts(main)).toEqual(['End all sign-ins'])
  expect(textOf(main.element)).toContain('Team accounts are managed on the Members page, by an administrator.')
})

test('Meera’s own account has no actions', () => {
  const { main } = open({ person: { ...ashasAccount, id: meera.id, role: 'team' } })
  expect(textOf(main.element)).toContain('This is your own account. Use your own account page instead.')
  expect(pageButtonTexts(main)).toEqual([])
})

test('an empty history shows empty states and omits optional parts', () => {
  const { main } = open()
  expect(textOf(main.region('Sessions').element)).toBe('Sessions None so far.')
  expect(textOf(main.region('Money').element)).toContain('No transactions yet.')
  expect(textOf(main.region('Signed in').element)).toBe('Signed in Not signed in.')
  const names = main.getAllByRole('region').map((region) => region.getAttribute('aria-label'))
  expect(names).not.toContain('Bookings')
  expect(names).not.toContain('Reviews given')
})

test('sessions show the other person, duration and price, and link to the evidence', () => {
  const sessions: PersonHistory['sessions'] = [
    { ...paidCall, side: 'student', other: { id: ravi.id, name: ravi.name } },
    {
      ...paidCall,
      id: 's2' as typeof paidCall.id,
      side: 'expert',
      state: 'missed',
      other: { id: asha.id, name: asha.name },
      billedMinutes: null,
      chargedPaise: null,
    },
  ]
  const region = open({ history: { sessions } }).main.region('Sessions')
  expect(region.getAllByRole('listitem').map(textOf)).toEqual([
    'Completed called Ravi Nair, 3 minutes Evidence of the session with Ravi Nair ₹30 May 04, 2026, 10:00 AM',
    'Missed called by Asha Verma Evidence of the session with Asha Verma May 04, 2026, 10:00 AM',
  ])
  expect(linksOf(region.element)).toMatchObject({
    'Ravi Nair': `/team/people/${ravi.id}`,
    'Evidence of the session with Ravi Nair': `/team/sessions/${paidCall.id}`,
  })
})

test('bookings show their outcome and fee', () => {
  const booking = {
    id: paidCall.id,
    startsAt: new Date('2026-05-03T06:30:00Z'),
    minutes: 15,
    side: 'student' as const,
    other: { id: ravi.id, name: ravi.name },
    state: 'booked' as const,
    cancelledBy: null,
    absent: null,
    feePaise: null,
  }
  const bookings: PersonHistory['bookings'] = [
    booking,
    { ...booking, id: 'b2' as never, state: 'begun', side: 'expert' },
    { ...booking, id: 'b3' as never, state: 'cancelled', cancelledBy: 'student', feePaise: paise(3_750) },
    { ...booking, id: 'b4' as never, state: 'missed', absent: 'expert' },
    { ...booking, id: 'b5' as never, state: 'missed', absent: null },
  ]
  const region = open({ history: { bookings } }).main.region('Bookings')
  const when = 'May 03, 2026, 12:00 PM'
  expect(region.getAllByRole('listitem').map(textOf)).toEqual([
    `Booked with Ravi Nair, 15 minutes ${when}`,
    `Became a session by Ravi Nair, 15 minutes Evidence of the booked session with Ravi Nair ${when}`,
    `Cancelled by the student with Ravi Nair, 15 minutes Fee ₹37.50 ${when}`,
    `The expert did not join with Ravi Nair, 15 minutes ${when}`,
    `Nobody joined with Ravi Nair, 15 minutes ${when}`,
  ])
})

test('money shows balance, payments, returns, refunds and the statement', () => {
  const at = new Date('2026-05-03T06:30:00Z')
  const money: PersonHistory['money'] = {
    available: paise(9_000),
    onHold: paise(1_000),
    lines: [{ id: 1, at, amount: paise(-3_000), description: 'Session with Ravi Nair' }],
    payments: [{ id: 'p1' as PaymentId, at, amount: paise(50_000), returned: paise(10_000), state: 'paid' }],
    returns: [{ id: 'r1', at, amount: paise(10_000), state: 'sent' }],
    withdrawals: [{ id: 'w1' as WithdrawalId, at, amount: paise(12_000), status: 'approved' }],
  }
  const refunds: PersonHistory['refunds'] = [
    { sessionId: paidCall.id, askedAt: at, state: 'granted', refunded: paise(3_000), fault: null },
    {
      sessionId: 's2' as typeof paidCall.id,
      askedAt: at,
      state: 'granted',
      refunded: paise(1_000),
      fault: 'expert_left_early',
    },
  ]
  const region = open({ history: { money, refunds } }).main.region('Money')
  expect(factsOf(region.element)).toEqual({ Wallet: '₹90', 'On hold': '₹10' })
  const when = 'May 03, 2026, 12:00 PM'
  expect(region.getAllByRole('listitem').map(textOf)).toEqual([
    `paid, ₹100 sent back ₹500 ${when}`,
    `sent ₹100 ${when}`,
    `approved ₹120 ${when}`,
    `granted, for this session ₹30 ${when}`,
    `granted automatically, for this session ₹10 ${when}`,
    `Session with Ravi Nair Debit -₹30 ${when}`,
  ])
})

test('the money of an expert is called earnings', () => {
  const { main } = open({ person: { ...ashasAccount, role: 'expert', approval: 'approved' } })
  expect(factsOf(main.region('Money').element)).toHaveProperty('Earnings')
})

test('the history shows reviews, feedback and reports with their links', () => {
  const at = new Date('2026-05-03T06:30:00Z')
  const other = { id: ravi.id, name: ravi.name }
  const sessionId = paidCall.id
  const { main } = open({
    history: {
      reviews: {
        given: [{ id: 'v1' as ReviewId, at, other, rating: 1, comment: 'His brother is a thief.', isHidden: true }],
        received: [],
      },
      feedback: { given: [], received: [{ sessionId, at, other, words: ['Listens', 'Asks'] }] },
      reports: { by: [{ sessionId, at, other, words: null }], about: [] },
    },
  })
  const reviewsGiven = main.region('Reviews given')
  expect(reviewsGiven.getByRole('img').getAttribute('aria-label')).toBe('1 of 5 stars')
  expect(textOf(reviewsGiven.element)).toContain('His brother is a thief.')
  expect(textOf(reviewsGiven.element)).toContain('Hidden')
  expect(linksOf(reviewsGiven.element)['Open the review with Ravi Nair']).toBe('/team/reviews/v1')
  expect(textOf(main.region('Feedback received').element)).toContain('Listens · Asks')
  expect(textOf(main.region('Reports by them').element)).toContain('Deleted with the author’s account.')
})

test('sign-ins show browser, start and last use', () => {
  const signIns = [
    {
      id: 'i1',
      startedAt: new Date('2026-05-01T06:30:00Z'),
      lastUsedAt: new Date('2026-05-04T06:00:00Z'),
      userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/130',
    },
  ]
  const region = open({ history: { signIns } }).main.region('Signed in')
  expect(textOf(region.element)).toContain(
    'Chrome on Linux Last used May 04, 2026, 11:30 AM, logged in May 01, 2026, 12:00 PM',
  )
})

test('the page shows the team actions about the person', () => {
  const { main } = open({ trail: [auditLine({ act: 'personal data read', why: 'She asked for a call.' })] })
  const trail = textOf(main.region('Team actions').element)
  expect(trail).toContain('personal data read by Tara Bose')
  expect(trail).toContain('“She asked for a call.”')
})

const ashasAccount: TeamPerson = {
  id: asha.id,
  name: asha.name,
  role: 'student',
  approval: null,
  state: 'active',
  maskedEmail: 'a•••@samjhao.example',
  maskedPhone: '•••• 4321',
  joinedAt: new Date('2026-04-01T06:00:00Z'),
  expertId: null,
  suspension: null,
  deletedAt: null,
  hasSecondFactor: false,
}
const suspendedAccount: TeamPerson = {
  ...ashasAccount,
  state: 'suspended',
  suspension: { at: new Date('2026-05-04T05:30:00Z'), reason: 'Shouted at three experts.' },
}
const emptyHistory: PersonHistory = {
  signIns: [],
  sessions: [],
  bookings: [],
  money: {
    available: paise(0),
    onHold: paise(0),
    lines: [],
    payments: [],
    returns: [],
    withdrawals: [],
  },
  refunds: [],
  reviews: { given: [], received: [] },
  feedback: { given: [], received: [] },
  reports: { by: [], about: [] },
  blocks: { by: 1, of: 0 },
}

type Setup = {
  person?: TeamPerson
  history?: Partial<PersonHistory>
  trail?: LoaderData<typeof personPage>['trail']
  answer?: (sent: Sent) => unknown
  load?: () => TeamPerson
  shell?: { teamRole?: TeamRole; passwordIsRecent?: boolean }
}

function open({ person = ashasAccount, history, trail = [], answer, load, shell }: Setup = {}) {
  return openTeamScreen(personPage, {
    at: `/team/people/${person.id}`,
    path: '/team/people/:id',
    data: () => ({ person: load?.() ?? person, story: { ...emptyHistory, ...history }, trail }),
    answer,
    ...(shell && { shell }),
  })
}
