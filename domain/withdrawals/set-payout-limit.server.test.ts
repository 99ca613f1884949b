import { beforeEach, expect, test } from 'vitest'
import { approveWithdrawal } from '#domain/withdrawals/approve-withdrawal.server.ts'
import { processWithdrawal } from '#domain/withdrawals/process-withdrawal.server.ts'
import { exportWithdrawals } from '#domain/withdrawals/export-withdrawals.server.ts'
import { getPayoutRule, listWithdrawals } from '#domain/withdrawals/queries.server.ts'
import { setPayoutLimit } from '#domain/withdrawals/set-payout-limit.server.ts'
import type { Person } from '#domain/policy.ts'
import { changeTeamRole } from '#domain/team/change-team-role.server.ts'
import { endTeamMember } from '#domain/team/end-team-member.server.ts'
import { inviteTeamMember } from '#domain/team/invite-team-member.server.ts'
import { useDatabase } from '#tests/database.ts'
import { notificationsOf } from '#tests/notifications.ts'
import { newDecider, newSignedInPerson } from '#tests/signed-in-people.ts'
import { expertWith, withdraw } from '#tests/withdrawals.ts'

const database = useDatabase()
const refusal = (code: string) => expect.objectContaining({ code })
const toBank = (actor: Person) => ({ ...database.as(actor), payouts: 'bank' as const })
const readLimit = async (actor: Person) => (await getPayoutRule(toBank(actor))).secondPersonAbovePaise
const listAudit = () =>
  database.db().selectFrom('audit_log').selectAll().where('act', '=', 'payout limit changed').execute()

beforeEach(async () => {
  // Each test has a team of its own.
  const ended = { suspended_at: new Date(), suspended_reason: 'The membership has ended.' }
  await database.db().updateTable('profiles').set(ended).where('role', '=', 'team').execute()
  await database.db().updateTable('payout_settings').set({ second_person_above_paise: 25_000_00 }).execute()
})

test('an administrator sets the limit, with an audit line only if the value changes', async () => {
  const meera = await newDecider(database.as)
  expect(await readLimit(meera)).toBe(25_000_00)
  await setPayoutLimit(toBank(meera), { amount: '10,000' })
  await setPayoutLimit(toBank(meera), { amount: '10000' })
  expect(await readLimit(meera)).toBe(10_000_00)
  expect(await listAudit()).toMatchObject([
    { actor_id: meera.id, thing: 'settings', before: { limitPaise: 25_000_00 }, after: { limitPaise: 10_000_00 } },
  ])
  await setPayoutLimit(toBank(meera), { amount: '0' })
  expect(await readLimit(meera)).toBe(0)
})

test('every administrator is notified of a new limit, once', async () => {
  const meera = await newDecider(database.as)
  const arjun = await newDecider(database.as, 'Arjun Sen')
  const vikram = await newDecider(database.as, 'Vikram Shah', 'finance')
  await setPayoutLimit(toBank(meera), { amount: '100000' })
  await setPayoutLimit(toBank(meera), { amount: '100000' })
  const facts = { what: 'team_changed', change: 'payout_limit', amountPaise: 1_00_000_00 }
  for (const { id } of [meera, arjun]) {
    expect(await notificationsOf(database.db(), id)).toMatchObject([{ kind: 'security', facts, about: meera.id }])
  }
  expect(await notificationsOf(database.db(), vikram.id)).toEqual([])
})

test.each(['', '-1', 'much', '1.234', '10000001', '1e9'])('the limit "%s" is refused', async (amount) => {
  const meera = await newDecider(database.as)
  await expect(setPayoutLimit(toBank(meera), { amount })).rejects.toEqual(refusal('payout_limit'))
  expect(await readLimit(meera)).toBe(25_000_00)
})

test('the limit cannot be set by finance, by support, or without a recent password check', async () => {
  for (const role of ['finance', 'support'] as const) {
    const member = await newDecider(database.as, 'A Colleague', role)
    await expect(setPayoutLimit(toBank(member), { amount: '5' })).rejects.toEqual(refusal('other_team_role'))
  }
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  await expect(setPayoutLimit(toBank(meera), { amount: '5' })).rejects.toEqual(refusal('password_again'))
  expect(await readLimit(meera)).toBe(25_000_00)
})

test('in a team of one, payouts above the limit wait for a second person', async () => {
  const meera = await newDecider(database.as)
  const ravi = await expertWith(database.as, { minutes: 100 })
  const [small, large] = [await withdraw(ravi, { amount: '100' }), await withdraw(ravi, { amount: '100.01' })]
  await setPayoutLimit(toBank(meera), { amount: '100' })
  for (const id of [small, large]) await approveWithdrawal(toBank(meera), { id })
  await processWithdrawal(toBank(meera), { id: small, bankReference: 'UTR small' })
  const payLarge = (actor: Person) => processWithdrawal(toBank(actor), { id: large, bankReference: 'UTR large' })
  await expect(payLarge(meera)).rejects.toEqual(refusal('second_person_missing'))

  const vikram = await newDecider(database.as, 'Vikram Shah', 'finance')
  await expect(payLarge(meera)).rejects.toEqual(refusal('second_person_needed'))
  await payLarge(vikram)
  expect((await listWithdrawals(ravi.ctx)).map(({ status }) => status)).toEqual(['processed', 'processed'])
})

test('a payout waits for a second person while the only colleague has the role support', async () => {
  const [meera, tara] = [await newDecider(database.as), await newDecider(database.as, 'Tara Bose', 'support')]
  const ravi = await expertWith(database.as, { minutes: 100 })
  const id = await withdraw(ravi, { amount: '100' })
  await approveWithdrawal(toBank(meera), { id })
  const pay = (actor: Person) => processWithdrawal(toBank(actor), { id, bankReference: 'UTR of Tara' })
  const missing = refusal('second_person_missing')
  await expect(pay(meera)).rejects.toEqual(missing)
  await expect(pay(meera)).rejects.toThrow('An administrator can give another member the role finance')
  await expect(exportWithdrawals(toBank(meera), { ids: [id] })).rejects.toEqual(missing)
  await expect(pay(tara)).rejects.toEqual(refusal('other_team_role'))
  await changeTeamRole(database.as(meera), { id: tara.id, from: 'support', to: 'finance' })
  await expect(pay(meera)).rejects.toEqual(refusal('second_person_needed'))
  await pay({ ...tara, teamRole: 'finance' })
  expect((await listWithdrawals(ravi.ctx)).map(({ status }) => status)).toEqual(['processed'])
})

test('the team counts members with a password, even without a second factor, until their membership ends', async () => {
  const meera = await newDecider(database.as)
  const countPeople = async () => {
    const { memberCount, payerCount } = await getPayoutRule(toBank(meera))
    return { memberCount, payerCount }
  }
  expect(await countPeople()).toEqual({ memberCount: 1, payerCount: 1 })
  await newSignedInPerson(database.as)
  const invited = { fullName: 'Vikram Shah', email: 'vikram.invited@samjhao.example', teamRole: 'finance' } as const
  await inviteTeamMember(database.as(meera), invited)
  expect(await countPeople()).toEqual({ memberCount: 1, payerCount: 1 })
  const tara = await newDecider(database.as, 'Tara Bose', 'support')
  expect(await countPeople()).toEqual({ memberCount: 2, payerCount: 1 })
  const arjun = await newDecider(database.as, 'Arjun Rao', 'finance')
  expect(await countPeople()).toEqual({ memberCount: 3, payerCount: 2 })
  for (const { id } of [tara, arjun]) await endTeamMember(database.as(meera), { id, why: 'Left.' })
  expect(await countPeople()).toEqual({ memberCount: 1, payerCount: 1 })
})
