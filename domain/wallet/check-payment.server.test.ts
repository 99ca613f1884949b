import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Person } from '#domain/policy.ts'
import { checkPayment } from '#domain/wallet/check-payment.server.ts'
import { chooseDemoOutcome } from '#domain/wallet/choose-demo-outcome.server.ts'
import { startPayment } from '#domain/wallet/start-payment.server.ts'
import type { PaymentId } from '#kernel/ids.ts'
import { useDatabase } from '#tests/database.ts'
import { balanceOf, statementOf, sumOfBooks } from '#tests/money.ts'
import { newPaymentId, withDemo, withFakeProvider } from '#tests/payments.ts'
import { newStudent, newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })

async function newPayment(amount = '500') {
  const { person } = await newStudent(database.as)
  const ctx = withDemo(database.as(person))
  const { id } = await startPayment(ctx, { id: newPaymentId(), amount })
  return { person, ctx, id, orderId: `demo_order_${id}` }
}
const readBalance = ({ id }: Person) => balanceOf(database.db(), 'student_wallet', id)
const readState = async (id: PaymentId) =>
  (await database.db().selectFrom('payments').select(['state', 'failure']).where('id', '=', id).execute())[0]

test('fifty concurrent checks by browser and poller credit once', async () => {
  const { person, ctx, id, orderId } = await newPayment()
  expect(await checkPayment(ctx, id)).toBe('started')
  expect(await readBalance(person)).toBe(0)
  await ctx.payments.choose(orderId, 'pay')
  const publishedTopics: string[] = []
  const checks = Array.from({ length: 50 }, (_, n) =>
    checkPayment({ ...(n % 2 ? ctx : withDemo(system())), publish: (topic) => publishedTopics.push(topic) }, id),
  )
  expect(new Set(await Promise.all(checks))).toEqual(new Set(['paid']))
  expect(await readBalance(person)).toBe(500_00)
  expect(await statementOf(database.db(), person.id)).toEqual([500_00])
  expect(await sumOfBooks(database.db())).toBe(0)
  expect(publishedTopics).toEqual([`wallet:${person.id}`])
})

test('a pending payment may fail, and is still credited, once, when the provider reports it as paid later', async () => {
  const { person, id } = await newPayment()
  const provider = withFakeProvider(system(), { status: { state: 'pending' } })
  expect(await checkPayment(provider, id)).toBe('pending')
  provider.answers.status = { state: 'failed', reason: 'The bank said no.' }
  expect(await checkPayment(provider, id)).toBe('failed')
  expect(await readState(id)).toEqual({ state: 'failed', failure: 'The bank said no.' })
  expect(await readBalance(person)).toBe(0)
  provider.answers.status = {
    state: 'paid',
    orderId: `demo_order_${id}`,
    paymentRef: 'late',
    amountPaise: 500_00,
    currency: 'INR',
  }
  expect(await checkPayment(provider, id)).toBe('paid')
  expect(await readBalance(person)).toBe(500_00)
  provider.answers.status = { state: 'failed', reason: 'after all' }
  expect(await checkPayment(provider, id)).toBe('paid')
  expect(await readState(id)).toEqual({ state: 'paid', failure: null })
})

test.each([
  ['another order', { orderId: 'another' }],
  ['another amount', { amountPaise: 500_01 }],
  ['a smaller amount', { amountPaise: 1 }],
  ['another currency', { currency: 'USD' }],
])('a status for %s credits nothing', async (_what, change) => {
  const { person, id, orderId } = await newPayment()
  const paid = {
    state: 'paid',
    orderId,
    paymentRef: `p ${id}`,
    amountPaise: 500_00,
    currency: 'INR',
  } as const
  await expect(checkPayment(withFakeProvider(system(), { status: { ...paid, ...change } }), id)).rejects.toThrow(
    'does not match payment',
  )
  expect(await readBalance(person)).toBe(0)
  expect(await readState(id)).toMatchObject({ state: 'started' })
})

test('one payment at the provider cannot pay for two payments of ours', async () => {
  const first = await newPayment()
  const second = await newPayment()
  const paid = {
    state: 'paid',
    paymentRef: 'one and the same',
    amountPaise: 500_00,
    currency: 'INR',
  } as const
  await checkPayment(withFakeProvider(system(), { status: { ...paid, orderId: first.orderId } }), first.id)
  await expect(
    checkPayment(withFakeProvider(system(), { status: { ...paid, orderId: second.orderId } }), second.id),
  ).rejects.toThrow('payments_one_for_each_payment')
  expect(await readBalance(second.person)).toBe(0)
})

test('another person’s payment cannot be read, decided or found', async () => {
  const { person, ctx, id } = await newPayment()
  const other = withDemo(database.as((await newStudent(database.as)).person))
  await expect(checkPayment(other, id)).rejects.toMatchObject({ code: 'no_such_payment' })
  await expect(chooseDemoOutcome(other, { paymentId: id, choice: 'pay' })).rejects.toMatchObject({
    code: 'no_such_payment',
  })
  const ravi = withDemo(database.as((await newSignedInPerson(database.as, 'expert')).person))
  await expect(checkPayment(ravi, id)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(chooseDemoOutcome(ctx, { paymentId: id, choice: 'steal' })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  expect(await readBalance(person)).toBe(0)
})

test('demo payments need the demo provider', async () => {
  const { ctx, id } = await newPayment()
  const withoutProvider = { ...ctx, payments: null }
  await expect(chooseDemoOutcome(withoutProvider, { paymentId: id, choice: 'pay' })).rejects.toMatchObject({
    code: 'payments_closed',
  })
  await expect(checkPayment(withoutProvider, id)).rejects.toMatchObject({ code: 'payments_closed' })
})

test('the database enforces that a paid payment is in the books and cannot change or be deleted', async () => {
  const { ctx, id, orderId } = await newPayment()
  const run = (statement: string) => sql.raw(statement.replace('ID', `'${id}'`)).execute(database.db())
  const markPaid = `update payments set state = 'paid', provider_payment = 'x' where id = ID`
  await expect(run(markPaid)).rejects.toThrow('paid when the books say so')
  const insertPaid = `insert into payments (id, student_id, provider, amount_paise, state, provider_payment, started_at, changed_at)
    select gen_random_uuid(), student_id, provider, amount_paise, 'paid', 'y', now(), now() from payments where id = ID`
  await expect(run(insertPaid)).rejects.toThrow('a payment begins with nothing paid')
  await ctx.payments.choose(orderId, 'pay')
  await checkPayment(ctx, id)
  await expect(run(`update payments set state = 'failed' where id = ID`)).rejects.toThrow('stays what it is')
  await expect(run(`update payments set amount_paise = 1000 where id = ID`)).rejects.toThrow('stays what it is')
  await expect(run(`update payments set returned_paise = 1 where id = ID`)).rejects.toThrow('follows the returns')
  await expect(run(`delete from payments where id = ID`)).rejects.toThrow(/permission denied|only added to/)
})
