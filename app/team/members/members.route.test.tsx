import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as membersPage from '#app/team/members/members.route.tsx'
import type { TeamMember } from '#domain/team/contract.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { readElement, textOf } from '#tests/read-element.ts'
import { refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { confirm, openTeamScreen } from '#tests/team-screen.tsx'
import { meera, tara } from '#tests/viewers.ts'

const since = new Date('2026-01-05T06:30:00Z')
const meeraMember: TeamMember = { ...meera, teamRole: 'administrator', state: 'active', since }
const taraMember: TeamMember = { ...tara, teamRole: 'support', state: 'active', since }

function open({ members = [meeraMember, taraMember], ...rest }: Setup = {}) {
  const { passwordIsRecent = true, answer } = rest
  const opened = openTeamScreen(membersPage, {
    at: '/team/members',
    data: { members },
    shell: { passwordIsRecent },
    answer,
  })
  const card = (name: string) => readElement(opened.main.getByRole('listitem', { name }))
  const form = (name: string) => readElement(opened.main.getByRole('form', { name }))
  return { ...opened, card, form }
}
type Setup = { members?: TeamMember[]; passwordIsRecent?: boolean; answer?: (sent: Sent) => unknown }

test('each card shows role and state, and a member’s own card has no forms', async () => {
  const { card } = open({ members: [meeraMember, { ...taraMember, state: 'invited' }] })
  expect(textOf(card('Tara Bose').element)).toContain('Support Invited')
  expect(textOf(card(meera.name).element)).toContain('Another administrator can change your role.')
  expect(card(meera.name).queryAllByRole('button')).toEqual([])
  await expectAccessible()
})

test('a role is changed after a confirmation dialog', async () => {
  const { form, user, sent } = open({ answer: () => ({ done: 'The role is changed. It applies immediately.' }) })
  const role = form('Role of Tara Bose')
  await user.selectOptions(role.field('Role'), 'Finance')
  await user.click(role.getByRole('button', { name: 'Change the role' }))
  expect(sent).toEqual([])
  expect(await confirm(user)).toBe(
    'Change the role of Tara Bose from Support to Finance. It applies immediately, even in browsers where they are logged in.',
  )
  await waitFor(() => expect(toastText()).toBe('The role is changed. It applies immediately.'))
  expect(sent).toEqual([
    { to: '/team/members', fields: { act: 'role', id: tara.id, from: 'support', role: 'finance' } },
  ])
})

test('ending a membership requires a reason and a confirmation, and shows a refusal beside the form', async () => {
  const { form, user, sent } = open({ answer: () => refusedAnswer('last_administrator') })
  const membership = form('Membership of Tara Bose')
  await user.click(membership.getByRole('button', { name: 'End the membership' }))
  expect(sent).toEqual([])
  await user.fill(membership.field('Why the membership ends'), 'She left.')
  await user.click(membership.getByRole('button', { name: 'End the membership' }))
  expect(await confirm(user)).toContain('End the membership of Tara Bose.')
  expect(textOf(await membership.findByRole('alert'))).toContain('This is the last administrator.')
  expect(sent.map(({ fields }) => fields)).toEqual([{ act: 'end', id: tara.id, why: 'She left.' }])
})

test('an ended membership can only be restored', async () => {
  const { card } = open({ members: [meeraMember, { ...taraMember, state: 'ended' }] })
  expect(card('Tara Bose').getAllByRole('button').map(textOf)).toEqual(['Restore the membership'])
})

test('the confirmation of an invitation shows the person, the role and the email address', async () => {
  const done = 'Invited. The one-time link is on its way.'
  const { main, user, sent } = open({ passwordIsRecent: false, members: [meeraMember], answer: () => ({ done }) })
  const invite = main.region('Invite')
  await user.fill(invite.field('Full name'), 'Vikram Shah')
  await user.fill(invite.field('Email address'), 'vikram@samjhao.example')
  await user.selectOptions(invite.field('Role'), 'Finance')
  await user.fill(invite.field('Your password'), 'meera-decides')
  await user.click(invite.getByRole('button', { name: 'Invite' }))
  expect(await confirm(user)).toBe(
    'Invite Vikram Shah to the team as Finance. The link goes to vikram@samjhao.example.',
  )
  await waitFor(() => expect(toastText()).toBe(done))
  expect(sent[0]?.fields).toEqual({
    act: 'invite',
    fullName: 'Vikram Shah',
    email: 'vikram@samjhao.example',
    role: 'finance',
    password: 'meera-decides',
  })
})
