import { screen, waitFor, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import * as withdrawalPage from '#app/team/withdrawals/withdrawal.route.tsx'
import type { TeamRole } from '#domain/policy.ts'
import type { TeamWithdrawal } from '#domain/withdrawals/contract.ts'
import type { WithdrawalId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { auditLine } from '#tests/audit-lines.ts'
import { factsOf, type ElementReader, textOf } from '#tests/read-element.ts'
import { type LoaderData, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { confirm, openTeamScreen, pageButtonTexts } from '#tests/team-screen.tsx'
import { meera, ravi, tara } from '#tests/viewers.ts'

test('the page shows amount, expert and the expert’s note', () => {
  const { main } = open({ withdrawal: { ...pending, notes: 'For the rent' } })
  expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('₹120 to Ravi Nair')
  const facts = main.getByRole('region', { name: 'The withdrawal' })
  expect(factsOf(facts)).toEqual({
    Status: 'Pending',
    Amount: '₹120',
    Expert: 'Ravi Nair r•••@samjhao.example',
    Requested: 'May 04, 2026, 10:30 AM',
    'Expert’s note': 'For the rent',
  })
  expect(main.getByRole('link', { name: 'Ravi Nair' }).getAttribute('href')).toBe(`/team/people/${ravi.id}`)
})

test('a processed withdrawal shows who approved and paid it and the bank reference', () => {
  const { main } = open({ withdrawal: processed })
  expect(factsOf(main.getByRole('region', { name: 'The withdrawal' }))).toMatchObject({
    Status: 'Processed',
    Decided: 'May 04, 2026, 11:30 AM by Tara Bose',
    'Paid out': 'May 04, 2026, 11:45 AM by Meera Iyer Reference N123',
  })
})

test('a demo payout shows that no bank was involved', () => {
  const { main } = open({ withdrawal: { ...processed, demo: true, bankReference: null }, payouts: 'demo' })
  const facts = factsOf(main.getByRole('region', { name: 'The withdrawal' }))
  expect(facts['Paid out']).toBe('May 04, 2026, 11:45 AM by Meera Iyer demo, no bank involved')
})

test('a rejected withdrawal shows the reason and has no actions', () => {
  const withdrawal = { ...approved, status: 'rejected' as const, reason: 'The name does not match.' }
  const { main } = open({ withdrawal })
  const facts = factsOf(main.getByRole('region', { name: 'The withdrawal' }))
  expect(facts['Reason shown to the expert']).toBe('The name does not match.')
  expect(listFormButtons(main)).toEqual([])
})

test('a pending withdrawal can be approved or rejected', () => {
  expect(listFormButtons(open().main)).toEqual(['Approve ₹120', 'Reject'])
})

test('an approved withdrawal can be paid out or rejected', () => {
  expect(listFormButtons(open({ withdrawal: approved }).main)).toEqual(['Mark ₹120 as paid out', 'Reject'])
})

test('a processed withdrawal can only be returned by the bank', () => {
  expect(listFormButtons(open({ withdrawal: processed }).main)).toEqual(['Record the return'])
})

test('approving sends the password and shows a toast', async () => {
  const { main, user, sent } = open({
    passwordIsRecent: false,
    answer: () => ({ done: 'Approved. It can be paid out now.' }),
  })
  const approve = main.region('Approve')
  await user.fill(approve.field('Your password'), 'meera-decides')
  await user.click(approve.getByRole('button', { name: 'Approve ₹120' }))
  expect(await confirm(user)).toBe(
    'Approve the withdrawal of ₹120 by Ravi Nair, account ending 6789. It can then be exported for the bank and paid out. No money moves yet.',
  )
  await waitFor(() => expect(toastText()).toBe('Approved. It can be paid out now.'))
  expect(sent).toEqual([
    { to: `/team/withdrawals/${pending.id}`, fields: { act: 'approve', password: 'meera-decides' } },
  ])
})

test('every form that moves money asks for the password', () => {
  expect(open({ passwordIsRecent: false }).main.fields('Your password')).toHaveLength(2)
})

test('a recently confirmed password is not asked for again', () => {
  expect(open().main.fields('Your password')).toEqual([])
})

test('nothing is sent without the password', async () => {
  const { main, user, sent } = open({ passwordIsRecent: false })
  await user.click(main.getByRole('button', { name: 'Approve ₹120' }))
  expect(sent).toEqual([])
})

test('a wrong password shows an error in its form and keeps the typed values', async () => {
  const { main, user } = open({
    passwordIsRecent: false,
    answer: () => refusedAnswer('wrong_current_password'),
  })
  const reject = main.region('Reject')
  await user.fill(reject.field('Reason'), 'The name does not match.')
  await user.fill(reject.field('Your password'), 'a guess')
  await user.click(reject.getByRole('button', { name: 'Reject' }))
  await confirm(user)
  expect(textOf(await reject.findByRole('alert'))).toBe('The current password is incorrect.')
  expect(reject.field('Reason').value).toBe('The name does not match.')
  expect(main.getAllByRole('alert')).toHaveLength(1)
  await expectAccessible()
})

test('a rejection requires a reason', async () => {
  const { main, user, sent } = open({ answer: () => ({ done: 'Rejected.' }) })
  const reject = main.region('Reject')
  await user.click(reject.getByRole('button', { name: 'Reject' }))
  expect(sent).toEqual([])
  await user.fill(reject.field('Reason'), 'The name does not match.')
  await user.click(reject.getByRole('button', { name: 'Reject' }))
  expect(await confirm(user)).toBe(
    'Reject the withdrawal of ₹120 by Ravi Nair. The money returns to their wallet immediately. This cannot be undone.',
  )
  await waitFor(() => expect(toastText()).toBe('Rejected.'))
  expect(sent.map(({ fields }) => fields)).toEqual([{ act: 'reject', reason: 'The name does not match.' }])
})

test('a withdrawal in a file for the bank says so, and is rejected only with the statement that the bank did not pay', async () => {
  const { main, user, sent } = open({ withdrawal: exported, answer: () => ({ done: 'Rejected.' }) })
  const facts = factsOf(main.getByRole('region', { name: 'The withdrawal' }))
  expect(facts['In a file for the bank']).toBe('May 04, 2026, 11:40 AM by Meera Iyer')
  const reject = main.region('Reject')
  expect(textOf(reject.element)).toContain('If the bank pays it after a rejection, the expert gets the money twice.')
  await user.fill(reject.field('Reason'), 'The name does not match.')
  await user.click(reject.getByRole('button', { name: 'Reject' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(reject.getByRole('checkbox', { name: 'The bank did not pay this withdrawal, and will not pay it.' }))
  await expectAccessible()
  await user.click(reject.getByRole('button', { name: 'Reject' }))
  await confirm(user)
  await waitFor(() => expect(toastText()).toBe('Rejected.'))
  expect(sent.map(({ fields }) => fields)).toEqual([
    { act: 'reject', reason: 'The name does not match.', bankDidNotPay: 'on' },
  ])
})

test('a colleague’s export while the page is open refuses the rejection, which then asks for the statement', async () => {
  let withdrawal = approved
  const { main, user } = open({
    load: () => ({ withdrawal, trail: [], payouts: 'bank', payoutRule: teamOfOne }),
    answer: () => {
      withdrawal = exported
      return refusedAnswer('withdrawal_exported')
    },
  })
  const reject = main.region('Reject')
  expect(reject.queryByRole('checkbox')).toBeNull()
  await user.fill(reject.field('Reason'), 'The name does not match.')
  await user.click(reject.getByRole('button', { name: 'Reject' }))
  await confirm(user)
  expect(textOf(await reject.findByRole('alert'))).toContain('This withdrawal is in a file for the bank.')
  expect(await reject.findByRole('checkbox')).toBeTruthy()
})

test('on a stale page a toast shows who acted first, although the form disappears', async () => {
  let withdrawal = pending
  const lastAction = 'Last: withdrawal approved, by Tara Bose.'
  const { main, user } = open({
    load: () => ({ withdrawal, trail: [], payouts: 'bank', payoutRule: teamOfOne }),
    answer: () => {
      withdrawal = approved
      return refusedAnswer('other_step', lastAction)
    },
  })
  await user.click(main.getByRole('button', { name: 'Approve ₹120' }))
  await confirm(user)
  await waitFor(() => expect(toastText()).toContain(lastAction))
  expect(listFormButtons(main)).toEqual(['Mark ₹120 as paid out', 'Reject'])
})

test('a payout requires the bank reference', async () => {
  const { main, user, sent } = open({ withdrawal: approved, answer: () => ({ done: 'Paid out.' }) })
  const payOut = main.region('Paid out')
  await user.click(payOut.getByRole('button', { name: 'Mark ₹120 as paid out' }))
  expect(sent).toEqual([])
  await user.fill(payOut.field('Bank reference'), 'N123')
  await user.click(payOut.getByRole('button', { name: 'Mark ₹120 as paid out' }))
  await confirm(user)
  await waitFor(() => expect(toastText()).toBe('Paid out.'))
  expect(sent[0]?.fields).toEqual({ act: 'process', bankReference: 'N123' })
})

test('a demo payout needs no reference', () => {
  const { main } = open({ withdrawal: approved, payouts: 'demo' })
  const payOut = main.region('Paid out')
  expect(payOut.fields('Bank reference')).toEqual([])
  expect(payOut.getByText(/no bank involved/)).toBeTruthy()
})

test('closed payouts show the reason instead of a form', () => {
  const { main } = open({ withdrawal: approved, payouts: 'closed' })
  const payOut = main.getByRole('region', { name: 'Paid out' })
  expect(textOf(payOut)).toContain('No withdrawal can be processed here')
  expect(within(payOut).queryByRole('button')).toBeNull()
})

test('the confirmation shows the amount, the person and the account', async () => {
  const { main, user, sent } = open({ withdrawal: approved, answer: () => ({ done: 'Paid out.' }) })
  const payOut = main.region('Paid out')
  await user.fill(payOut.field('Bank reference'), 'N123')
  await user.click(payOut.getByRole('button', { name: 'Mark ₹120 as paid out' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Please confirm' }))
  await expectAccessible()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  await user.click(payOut.getByRole('button', { name: 'Mark ₹120 as paid out' }))
  expect(await confirm(user)).toBe(
    'Record that ₹120 was paid to Ravi Nair, account ending 6789. Only a return by the bank can change this later.',
  )
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('before scripts have loaded, a required checkbox says what will happen', () => {
  const html = renderToString(
    <form>
      <ConfirmSubmit confirmText="Pay ₹120 to Ravi Nair." label="Pay out" busy={false} />
    </form>,
  )
  expect(html).toMatch(/<input type="checkbox" required/)
  expect(html).toContain('Pay ₹120 to Ravi Nair.')
})

test('approving in a team of two shows that another person must pay out', () => {
  const approve = open({ payoutRule: teamOfTwo }).main.getByRole('region', { name: 'Approve' })
  expect(textOf(approve)).toContain('Another person must pay it out.')
})

test('approving a large amount in a team of one shows that the payout will wait', () => {
  const approve = open({ withdrawal: makeLarge(pending) }).main.getByRole('region', { name: 'Approve' })
  expect(textOf(approve)).toContain('Another person must pay it out. Nobody else may pay out yet, so it will wait')
})

test('an amount at the limit needs only one person in a team of one', () => {
  const { main } = open({ withdrawal: { ...pending, amount: paise(2_500_000) } })
  expect(textOf(main.getByRole('region', { name: 'Approve' }))).not.toContain('another person')
})

test('Meera cannot pay out her own approval while a colleague may pay out', () => {
  const { main } = open({ withdrawal: { ...approved, decidedBy: meera }, payoutRule: teamOfTwo })
  const payOut = main.getByRole('region', { name: 'Paid out' })
  expect(textOf(payOut)).toContain('A team member other than the one who approved it must pay this out.')
  expect(within(payOut).queryByRole('button')).toBeNull()
})

test('a large amount that Meera approved waits for a second person', () => {
  const { main } = open({ withdrawal: makeLarge({ ...approved, decidedBy: meera }) })
  const payOut = main.getByRole('region', { name: 'Paid out' })
  expect(textOf(payOut)).toContain('An administrator can give another member the role finance')
  expect(within(payOut).queryByRole('button')).toBeNull()
})

test('Meera cannot pay out her own approval while her only colleague lacks the finance role', () => {
  const withdrawal = { ...approved, decidedBy: meera }
  const { main } = open({ withdrawal, payoutRule: { ...teamOfTwo, payerCount: 1 } })
  const payOut = main.getByRole('region', { name: 'Paid out' })
  expect(textOf(payOut)).toContain('An administrator can give another member the role finance')
  expect(within(payOut).queryByRole('button')).toBeNull()
})

test('finance sees the expert as a name without a link, because the role cannot open people’s pages', () => {
  const { main } = open({ teamRole: 'finance' })
  expect(main.queryByRole('link', { name: 'Ravi Nair' })).toBeNull()
  expect(textOf(main.element)).toContain('Ravi Nair')
})

test('Meera can pay out a large amount that Tara approved', () => {
  const { main } = open({ withdrawal: makeLarge(approved) })
  expect(main.getByRole('button', { name: 'Mark ₹30,000 as paid out' })).toBeTruthy()
})

test('a return by the bank is recorded with a reason', async () => {
  const { main, user, sent } = open({
    withdrawal: processed,
    answer: () => ({ done: 'The money is back in the wallet.' }),
  })
  const cameBack = main.region('Returned by the bank')
  await user.fill(cameBack.field('Reason'), 'The account is closed.')
  await user.click(cameBack.getByRole('button', { name: 'Record the return' }))
  expect(await confirm(user)).toBe(
    'Record that the bank returned ₹120 of Ravi Nair. The money returns to their wallet immediately. This cannot be undone.',
  )
  await waitFor(() => expect(toastText()).toBe('The money is back in the wallet.'))
  expect(sent[0]?.fields).toEqual({ act: 'came_back', reason: 'The account is closed.' })
})

test('the bank account is masked until Meera reveals it', async () => {
  const details = { accountNumber: '123456789', ifscCode: 'SBIN0001234', bankName: 'State Bank of India' }
  const { main, user, sent } = open({ answer: () => ({ details }) })
  expect(textOf(document.body)).toContain('State Bank of India ••••6789')
  expect(textOf(document.body)).not.toContain('123456789')
  await user.click(main.getByRole('button', { name: 'Show the account' }))
  await waitFor(() => expect(main.queryByRole('button', { name: 'Show the account' })).toBeNull())
  // A live region, so that screen readers announce the new content.
  expect(factsOf(main.getByRole('status'))).toEqual({
    'Account number': '123456789',
    IFSC: 'SBIN0001234',
    Bank: 'State Bank of India',
  })
  expect(sent[0]?.fields).toEqual({ act: 'details' })
})

test('a refused reveal keeps the account masked and shows the reason', async () => {
  const { main, user } = open({ answer: () => refusedAnswer('too_fast') })
  await user.click(main.getByRole('button', { name: 'Show the account' }))
  expect(textOf(await main.findByRole('alert'))).toBe('Too many requests. Please wait a moment.')
  expect(main.getByRole('button', { name: 'Show the account' })).toBeTruthy()
})

test('a deleted bank account cannot be revealed', () => {
  const { main } = open({ withdrawal: { ...pending, bankName: null, lastFour: null } })
  expect(textOf(document.body)).toContain('Deleted with the expert’s account.')
  expect(main.queryByRole('button', { name: 'Show the account' })).toBeNull()
})

test('team actions are listed latest first with reason and change', () => {
  const { main } = open({
    trail: [
      auditLine({
        id: 2,
        act: 'withdrawal rejected',
        why: 'The name does not match.',
        before: { status: 'pending', amountPaise: 12_000 },
        after: { status: 'rejected', amountPaise: 12_000 },
      }),
      auditLine({ id: 1, act: 'bank details read', actor: null }),
    ],
  })
  const trail = main.getByRole('region', { name: 'Team actions' })
  expect(within(trail).getAllByRole('listitem').map(textOf)).toEqual([
    'withdrawal rejected by Tara Bose May 04, 2026, 11:00 AM, status pending → rejected, amount ₹120 → ₹120 “The name does not match.”',
    'bank details read by the system May 04, 2026, 11:00 AM',
  ])
})

test('the team actions show an empty state', () => {
  const trail = open().main.getByRole('region', { name: 'Team actions' })
  expect(textOf(trail)).toBe('Team actions No team actions yet.')
})

const pending: TeamWithdrawal = {
  id: '0199c0de-0000-7000-8000-0000000000d1' as WithdrawalId,
  amount: paise(12_000),
  status: 'pending',
  bankName: 'State Bank of India',
  lastFour: '6789',
  createdAt: new Date('2026-05-04T05:00:00Z'),
  processedAt: null,
  reason: null,
  demo: false,
  expertId: ravi.id,
  expertName: ravi.name,
  maskedEmail: 'r•••@samjhao.example',
  notes: null,
  decidedAt: null,
  decidedBy: null,
  processedBy: null,
  bankReference: null,
  cameBackAt: null,
  exportedAt: null,
  exportedBy: null,
}
const approved: TeamWithdrawal = {
  ...pending,
  status: 'approved',
  decidedAt: new Date('2026-05-04T06:00:00Z'),
  decidedBy: tara,
}
const exported: TeamWithdrawal = { ...approved, exportedAt: new Date('2026-05-04T06:10:00Z'), exportedBy: meera }
const processed: TeamWithdrawal = {
  ...approved,
  status: 'processed',
  processedAt: new Date('2026-05-04T06:15:00Z'),
  processedBy: meera,
  bankReference: 'N123',
}

function makeLarge(withdrawal: TeamWithdrawal): TeamWithdrawal {
  return { ...withdrawal, amount: paise(3_000_000) }
}

const teamOfOne = { secondPersonAbovePaise: paise(2_500_000), memberCount: 1, payerCount: 1 }
const teamOfTwo = { ...teamOfOne, memberCount: 2, payerCount: 2 }

type Data = LoaderData<typeof withdrawalPage>
type Setup = Partial<Data> & {
  passwordIsRecent?: boolean
  teamRole?: TeamRole
  answer?: (sent: Sent) => unknown
  load?: () => Data
}

function open({ passwordIsRecent = true, teamRole = 'administrator', answer, load, ...data }: Setup = {}) {
  return openTeamScreen(withdrawalPage, {
    at: `/team/withdrawals/${pending.id}`,
    path: '/team/withdrawals/:id',
    data: load ?? { withdrawal: pending, trail: [], payouts: 'bank', payoutRule: teamOfOne, ...data },
    shell: { passwordIsRecent, teamRole },
    answer,
  })
}

/** Button texts of all forms on the page, except the bank account. */
function listFormButtons(main: ElementReader): string[] {
  const names = pageButtonTexts(main)
  return names.filter((name) => name !== '' && name !== 'Show the account')
}
