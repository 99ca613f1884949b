import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { WithdrawalRequest } from '#domain/withdrawals/contract.ts'
import { findRememberedAccount, listWithdrawals } from '#domain/withdrawals/queries.server.ts'
import { requestWithdrawal } from '#domain/withdrawals/request-withdrawal.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { balanceOf, earnMinutes, statementOf, sumOfBooks } from '#tests/money.ts'
import { newStudent, newSignedInPerson } from '#tests/signed-in-people.ts'
import { bank, expertWith, withdraw } from '#tests/withdrawals.ts'

const database = useDatabase()
const db = () => database.db()
const earnings = (id: AccountId) => balanceOf(db(), 'expert_earnings', id)
const refusal = (code: string) => expect.objectContaining({ code })

afterEach(async () => {
  if ((await sumOfBooks(db())) !== 0) throw new Error('the books do not balance')
})

test('a request debits the wallet immediately, and appears in the table, the statement and the views', async () => {
  const ravi = await expertWith(database.as, { minutes: 100 })
  const publishedTopics: string[] = []
  const ctx = { ...ravi.ctx, publish: (topic: string) => publishedTopics.push(topic) }
  const id = await withdraw({ ...ravi, ctx }, { amount: '₹1,25.50', notes: ' for rent ' })
  expect(await earnings(ravi.id)).toBe(674_50)
  expect(await balanceOf(db(), 'payout_in_flight', id)).toBe(125_50)
  expect(await statementOf(db(), ravi.id)).toEqual([800_00, -125_50])
  expect(publishedTopics).toEqual([`wallet:${ravi.id}`, 'waiting:team'])
  const { rows } = await sql`
    select amount, type, source, description from transactions where user_id = ${ravi.id} and type = 'debit'`.execute(
    db(),
  )
  const line = { type: 'debit', source: 'withdrawal', description: 'Withdrawal request of ₹125.50' }
  expect(rows).toEqual([{ amount: '125.50', ...line }])
  expect(await listWithdrawals(ravi.ctx)).toMatchObject([
    { id, amount: 125_50, status: 'pending', bankName: 'HDFC Bank', lastFour: '6789', processedAt: null },
  ])
  const request = await db().selectFrom('withdrawal_requests').selectAll().where('expert_id', '=', ravi.id).execute()
  const payment_details = {
    accountNumber: '••••6789',
    bankName: 'HDFC Bank',
    ifscCode: 'HDFC0••••••',
    notes: 'for rent',
  }
  const viewColumns = { id, amount: '125.50', status: 'pending', processed_at: null, payment_details }
  expect(request).toEqual([{ expert_id: ravi.id, created_at: expect.any(Date), ...viewColumns }])
  const briefRows = await db()
    .selectFrom('expert_withdrawals')
    .select(['id', 'amount', 'status'])
    .where('expert_id', '=', ravi.id)
    .execute()
  expect(briefRows).toEqual([{ id, amount: '125.50', status: 'pending' }])
  const stored = await sql<{ row: string }>`
    select w::text as row from withdrawals w union all select b::text from bank_accounts b`.execute(db())
  expect(JSON.stringify(stored.rows)).not.toMatch(/50100123456789|0001234/)
})

test('a repeated id creates one withdrawal, and is refused with other details', async () => {
  const ravi = await expertWith(database.as, { minutes: 100 })
  const id = await withdraw(ravi)
  await withdraw(ravi, { id })
  // A retry does not need the password again, and may use the account that is remembered by now.
  await withdraw(ravi, { id, password: '' })
  await withdraw(ravi, { id, account: 'remembered' })
  expect(await earnings(ravi.id)).toBe(700_00)
  for (const changes of [
    { amount: '101' },
    { notes: 'other' },
    { account: { ...bank, accountNumber: '999999999' } },
  ] as Partial<WithdrawalRequest>[]) {
    await expect(withdraw(ravi, { id, ...changes })).rejects.toEqual(refusal('other_request'))
  }
  const kavita = await expertWith(database.as, { minutes: 100 })
  await expect(withdraw(kavita, { id })).rejects.toEqual(refusal('other_request'))
  expect(await earnings(kavita.id)).toBe(800_00)
  expect(await findRememberedAccount(kavita.ctx)).toBeNull()
})

test('the account is remembered, and only a new or changed one needs the password', async () => {
  const ravi = await expertWith(database.as, { minutes: 100 })
  await expect(withdraw(ravi, { password: '' })).rejects.toEqual(refusal('password_needed'))
  await expect(withdraw(ravi, { password: 'a guess' })).rejects.toEqual(refusal('wrong_current_password'))
  await expect(withdraw(ravi, { account: 'remembered' })).rejects.toEqual(refusal('bank_details_missing'))
  expect(await findRememberedAccount(ravi.ctx)).toBeNull()
  await withdraw(ravi)
  const remembered = { bankName: 'HDFC Bank', bankCode: 'HDFC', lastFour: '6789' }
  expect(await findRememberedAccount(ravi.ctx)).toEqual(remembered)
  await withdraw(ravi, { account: 'remembered', password: '' })
  await withdraw(ravi, { account: { ...bank, ifscCode: 'hdfc 0001234' }, password: '' })
  const other = { ...bank, accountNumber: '111122223333' }
  await expect(withdraw(ravi, { account: other, password: '' })).rejects.toEqual(refusal('password_needed'))
  await withdraw(ravi, { account: other })
  expect(await findRememberedAccount(ravi.ctx)).toEqual({ ...remembered, lastFour: '3333' })
  expect(await earnings(ravi.id)).toBe(400_00)
})

test('a second withdrawal is accepted up to the balance, and refused above it', async () => {
  const ravi = await expertWith(database.as, { minutes: 25 })
  await withdraw(ravi)
  await expect(withdraw(ravi, { amount: '100.01' })).rejects.toThrow('Insufficient balance for this withdrawal')
  await withdraw(ravi)
  await expect(withdraw(ravi, { amount: '0.01' })).rejects.toEqual(refusal('insufficient_earnings'))
  expect(await listWithdrawals(ravi.ctx)).toHaveLength(2)
})

test('a request that the ledger refuses stores nothing, not even the account', async () => {
  const ravi = await expertWith(database.as, { minutes: 0 })
  await expect(withdraw(ravi)).rejects.toEqual(refusal('insufficient_earnings'))
  expect(await listWithdrawals(ravi.ctx)).toEqual([])
  expect(await findRememberedAccount(ravi.ctx)).toBeNull()
})

const invalidAmounts = ['', '0', '-5', '1.005', '1e9', 'NaN', '१००', '99999999999999999999', '0.00', "1'; --"]
test('an invalid amount, account or id is refused and changes nothing', async () => {
  const ravi = await expertWith(database.as, { minutes: 100 })
  for (const amount of invalidAmounts) {
    await expect(withdraw(ravi, { amount })).rejects.toThrow('Please enter a valid amount')
  }
  await expect(withdraw(ravi, { amount: '999999999' })).rejects.toThrow('Insufficient balance')
  for (const name of ['bankName', 'accountNumber', 'ifscCode'] as const) {
    await expect(withdraw(ravi, { account: { ...bank, [name]: ' ' } })).rejects.toThrow(
      'Please fill in all required bank details',
    )
  }
  const badNumber = { ...bank, accountNumber: '12345678' }
  await expect(withdraw(ravi, { account: badNumber })).rejects.toEqual(refusal('account_number'))
  const badCode = { ...bank, ifscCode: 'HDFC1001234' }
  await expect(withdraw(ravi, { account: badCode })).rejects.toEqual(refusal('ifsc_code'))
  await expect(withdraw(ravi, { id: 'no-id' })).rejects.toEqual(refusal('invalid_input'))
  await expect(withdraw(ravi, { notes: 'x'.repeat(301) })).rejects.toEqual(refusal('invalid_input'))
  expect(await earnings(ravi.id)).toBe(800_00)
  expect(await listWithdrawals(ravi.ctx)).toEqual([])
})

describe('a withdrawal is refused to', () => {
  const request = { id: randomUUID(), amount: '1', account: bank, notes: '', password: '' }

  test.each([
    ['pending', 'approval_pending'],
    ['suspended', 'expert_suspended'],
  ] as const)('an expert who is %s, even with money in the wallet', async (approval, code) => {
    const { person, password } = await newExpert(database.as)
    await earnMinutes(database.as({ kind: 'system' }), person.id, 10)
    const refused = requestWithdrawal(database.as({ ...person, approval }), { ...request, password })
    await expect(refused).rejects.toEqual(refusal(code))
    expect(await earnings(person.id)).toBe(80_00)
  })

  test('students, the team, visitors and the system, who have no earnings', async () => {
    const { person: asha } = await newStudent(database.as)
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    for (const actor of [asha, meera, { kind: 'system' } as const]) {
      await expect(requestWithdrawal(database.as(actor), request)).rejects.toEqual(refusal('not_allowed'))
    }
    const visitor = database.as({ kind: 'visitor', address: '' })
    await expect(requestWithdrawal(visitor, request)).rejects.toEqual(refusal('not_signed_in'))
    await expect(listWithdrawals(visitor)).rejects.toEqual(refusal('not_signed_in'))
    await expect(findRememberedAccount(database.as(asha))).rejects.toEqual(refusal('not_allowed'))
  })
})

describe('concurrent requests', () => {
  async function countOutcomes(attempts: Promise<unknown>[]): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const result of await Promise.allSettled(attempts)) {
      const name = result.status === 'fulfilled' ? 'done' : String(result.reason.code)
      counts[name] = (counts[name] ?? 0) + 1
    }
    return counts
  }

  test('for the whole balance succeed only once', async () => {
    const ravi = await expertWith(database.as, { minutes: 1 })
    await withdraw(ravi, { amount: '8' })
    await earnMinutes(database.as({ kind: 'system' }), ravi.id, 100)
    const whole = { amount: '800', account: 'remembered' as const, password: '' }
    const all = await countOutcomes(Array.from({ length: 200 }, () => withdraw(ravi, whole)))
    expect(all).toEqual({ done: 1, insufficient_earnings: 199 })
    expect(await earnings(ravi.id)).toBe(0)
    expect(await listWithdrawals(ravi.ctx)).toHaveLength(2)
  })

  test('with the same id and details all succeed, but create one withdrawal', async () => {
    const ravi = await expertWith(database.as, { minutes: 101 })
    await withdraw(ravi, { amount: '8' })
    const same = { id: randomUUID(), amount: '100', account: 'remembered' as const, password: '' }
    expect(await countOutcomes(Array.from({ length: 50 }, () => withdraw(ravi, same)))).toEqual({ done: 50 })
    expect(await earnings(ravi.id)).toBe(700_00)
  })

  test('with the same id and different amounts succeed only once', async () => {
    const ravi = await expertWith(database.as, { minutes: 101 })
    await withdraw(ravi, { amount: '8' })
    const same = { id: randomUUID(), account: 'remembered' as const, password: '' }
    const outcomes = await countOutcomes([100, 200].map((amount) => withdraw(ravi, { ...same, amount: `${amount}` })))
    expect(outcomes).toEqual({ done: 1, other_request: 1 })
  })
})
