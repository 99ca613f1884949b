import { beforeEach, expect, test } from 'vitest'
import { approveWithdrawal } from '#domain/withdrawals/approve-withdrawal.server.ts'
import { processWithdrawal } from '#domain/withdrawals/process-withdrawal.server.ts'
import { getPayoutRule, listWithdrawals } from '#domain/withdrawals/queries.server.ts'
import { setPayoutLimit } from '#domain/withdrawals/set-payout-limit.server.ts'
import type { Person } from '#domain/policy.ts'
import { useDatabase } from '#tests/database.ts'
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
  await database.db().updateTable('profiles').set({ team_role: 'support' }).where('role', '=', 'team').execute()
  await database.db().updateTable('payout_settings').set({ second_person_above_paise: 25_000_00 }).execute()
})

test('an administrator sets the limit, with an audit line; the same value changes nothing', async () => {
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

test.each(['', '-1', 'much', '1.234', '10000001', '1e9'])('"%s" is refused', async (amount) => {
  const meera = await newDecider(database.as)
  await expect(setPayoutLimit(toBank(meera), { amount })).rejects.toEqual(refusal('payout_limit'))
  expect(await readLimit(meera)).toBe(25_000_00)
})

test('finance, support and an old password cannot set it', async () => {
  for (const role of ['finance', 'support'] as const) {
    const member = await newDecider(database.as, 'A Colleague', role)
    await expect(setPayoutLimit(toBank(member), { amount: '5' })).rejects.toEqual(refusal('other_team_role'))
  }
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  await expect(setPayoutLimit(toBank(meera), { amount: '5' })).rejects.toEqual(refusal('password_again'))
  expect(await readLimit(meera)).toBe(25_000_00)
})

test('one person alone pays out up to the limit; above it the payout waits for a second person', async () => {
  const meera = await newDecider(database.as)
  const ravi = await expertWith(database.as, { minutes: 100 })
  const [small, large] = [await withdraw(ravi, { amount: '100' }), await withdraw(ravi, { amount: '100.01' })]
  await setPayoutLimit(toBank(meera), { amount: '100' })
  for (const id of [small, large]) await approveWithdrawal(toBank(meera), { id })
  await processWithdrawal(toBank(meera), { id: small, bankReference: 'UTR small' })
  const payLarge = (actor: Person) => processWithdrawal(toBank(actor), { id: large, bankReference: 'UTR large' })
  await expect(payLarge(meera)).rejects.toEqual(refusal('second_person_missing'))

  // A member of support and an invited person do not count; a member of finance does.
  await newDecider(database.as, 'Tara Bose', 'support')
  await expect(payLarge(meera)).rejects.toEqual(refusal('second_person_missing'))
  const vikram = await newDecider(database.as, 'Vikram Shah', 'finance')
  await expect(payLarge(meera)).rejects.toEqual(refusal('second_person_needed'))
  await payLarge(vikram)
  expect((await listWithdrawals(ravi.ctx)).map(({ status }) => status)).toEqual(['processed', 'processed'])
})
