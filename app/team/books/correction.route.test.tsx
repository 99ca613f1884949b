import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as correctionPage from '#app/team/books/correction.route.tsx'
import type { Correction } from '#domain/books/contract.ts'
import { ashasCorrection } from '#tests/corrections.ts'
import { factsOf, textOf } from '#tests/read-element.ts'
import { refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { confirm, openTeamScreen, pageButtonTexts } from '#tests/team-screen.tsx'
import { asha, meera, tara } from '#tests/viewers.ts'

test('a proposal shows the transfer, person, reason and deadline', () => {
  const { main } = open()
  expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Correction of ₹250')
  expect(textOf(main.element)).toContain('Payment provider → The student’s wallet Proposed')
  expect(factsOf(main.element)).toEqual({
    Person: 'Asha Verma a•••@samjhao.example',
    'On the statement': 'Correction by our team: a payment that had not arrived',
    Reason: 'Paid on Friday, and never arrived.',
    Proposed: 'Tara Bose, May 04, 2026, 11:00 AM',
    'Confirm by': 'May 11, 2026, 11:00 AM',
  })
  const person = main.getByRole('link', { name: 'Asha Verma' })
  expect(person.getAttribute('href')).toBe(`/team/people/${asha.id}`)
})

test('a second person confirms with the password, and the button shows the amount', async () => {
  const { main, user, sent } = open({
    passwordIsRecent: false,
    answer: () => ({ done: 'Confirmed. The money has moved.' }),
  })
  await user.click(main.getByRole('button', { name: 'Confirm and move ₹250' }))
  expect(sent).toEqual([])
  await user.fill(main.field('Your password'), 'meera-decides')
  await user.click(main.getByRole('button', { name: 'Confirm and move ₹250' }))
  await confirm(user)
  await waitFor(() => expect(toastText()).toBe('Confirmed. The money has moved.'))
  const fields = { act: 'confirm', password: 'meera-decides' }
  expect(sent).toEqual([{ to: `/team/money/corrections/${ashasCorrection.id}`, fields }])
})

test('after the decision the forms disappear and focus moves to the facts', async () => {
  let correction = ashasCorrection
  const { main, user } = open({
    load: () => correction,
    answer: () => {
      correction = confirmed
      return { done: 'Confirmed. The money has moved.' }
    },
  })
  await user.click(main.getByRole('button', { name: 'Confirm and move ₹250' }))
  await confirm(user)
  await waitFor(() => expect(pageButtonTexts(main)).toEqual([]))
  await waitFor(() => expect(factsOf(document.activeElement ?? document.body)).toHaveProperty('Confirmed'))
})

test('the proposer cannot confirm the correction but can withdraw it', async () => {
  const { main, user, sent } = open({ isOwn: true, answer: () => ({ done: 'Rejected. Nothing has moved.' }) })
  expect(textOf(main.element)).toContain(
    'Another person must confirm You proposed this. Another team member must confirm it. You can withdraw it.',
  )
  expect(main.queryByRole('button', { name: /^Confirm/ })).toBeNull()
  await user.click(main.getByRole('button', { name: 'Withdraw proposal' }))
  expect(sent).toEqual([])
  await user.fill(main.field('Why'), 'The payment has arrived after all.')
  await user.click(main.getByRole('button', { name: 'Withdraw proposal' }))
  await confirm(user)
  await waitFor(() => expect(toastText()).toBe('Rejected. Nothing has moved.'))
  expect(sent[0]?.fields).toEqual({ act: 'reject', answer: 'The payment has arrived after all.' })
})

test('a second person rejects with a reason', async () => {
  const { main, user, sent } = open({ answer: () => ({ done: 'Rejected. Nothing has moved.' }) })
  await user.fill(main.field('Why'), 'The provider knows nothing of it.')
  await user.click(main.getByRole('button', { name: 'Reject' }))
  await confirm(user)
  await waitFor(() => expect(toastText()).toBe('Rejected. Nothing has moved.'))
  expect(sent[0]?.fields).toEqual({ act: 'reject', answer: 'The provider knows nothing of it.' })
})

test('a wrong password shows an error beside the form', async () => {
  const { main, user } = open({
    passwordIsRecent: false,
    answer: () => refusedAnswer('wrong_current_password'),
  })
  await user.fill(main.field('Your password'), 'a guess')
  await user.click(main.getByRole('button', { name: 'Confirm and move ₹250' }))
  await confirm(user)
  expect(textOf(await main.findByRole('alert'))).toBe('The current password is incorrect.')
})

test('a late decision shows who decided first', async () => {
  let correction = ashasCorrection
  const { main, user } = open({
    load: () => correction,
    answer: () => {
      correction = confirmed
      return refusedAnswer('correction_decided', 'Last: correction confirmed, by Arjun Sen.')
    },
  })
  await user.click(main.getByRole('button', { name: 'Confirm and move ₹250' }))
  await confirm(user)
  await waitFor(() => expect(toastText()).toContain('Last: correction confirmed, by Arjun Sen.'))
})

test('an expired proposal can only be rejected', () => {
  const expiresAt = new Date('2026-05-04T06:00:00Z')
  const { main } = open({ correction: { ...ashasCorrection, expiresAt } })
  expect(textOf(main.element)).toContain('Expired')
  expect(textOf(main.element)).toContain('Nobody confirmed it in time. Propose it again if it is still needed.')
  expect(pageButtonTexts(main)).toEqual(['Reject'])
})

test('a confirmed correction links to its operation in the books', () => {
  const { main } = open({ correction: confirmed })
  expect(factsOf(main.element)).toMatchObject({ Confirmed: 'Meera Iyer, May 04, 2026, 11:30 AM' })
  const operation = main.getByRole('link', { name: 'View operation' })
  expect(operation.getAttribute('href')).toBe(`/team/money/operations?q=${ashasCorrection.id}`)
  expect(pageButtonTexts(main)).toEqual([])
})

test('a rejected correction shows the answer, and has no operation', () => {
  const correction: Correction = { ...confirmed, state: 'rejected', answer: 'Not ours.', reason: null }
  const { main } = open({ correction })
  expect(factsOf(main.element)).toMatchObject({
    Rejected: 'Meera Iyer, May 04, 2026, 11:30 AM',
    Answer: 'Not ours.',
    Reason: 'Deleted with the person’s account',
  })
  expect(main.queryByRole('link', { name: 'View operation' })).toBeNull()
})

const confirmed: Correction = {
  ...ashasCorrection,
  state: 'confirmed',
  decidedBy: meera,
  decidedAt: new Date('2026-05-04T06:00:00Z'),
}

type Setup = {
  correction?: Correction
  isOwn?: boolean
  passwordIsRecent?: boolean
  answer?: (sent: Sent) => unknown
  load?: () => Correction
}

function open(setup: Setup = {}) {
  const { correction = ashasCorrection, isOwn = false, passwordIsRecent = true, answer, load } = setup
  return openTeamScreen(correctionPage, {
    at: `/team/money/corrections/${ashasCorrection.id}`,
    path: '/team/money/corrections/:id',
    data: () => ({ correction: load?.() ?? correction, isOwn }),
    viewer: isOwn ? tara : meera,
    shell: { passwordIsRecent },
    answer,
  })
}
