import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { chooseDemoOutcome } from '#domain/wallet/choose-demo-outcome.server.ts'
import { startPayment } from '#domain/wallet/start-payment.server.ts'
import { approveWithdrawal } from '#domain/withdrawals/approve-withdrawal.server.ts'
import { processWithdrawal } from '#domain/withdrawals/process-withdrawal.server.ts'
import { listWithdrawals } from '#domain/withdrawals/queries.server.ts'
import { systemClock } from '#kernel/time.ts'
import { createDemoPayments } from '#platform/payments/demo.ts'
import { useDatabase } from '#tests/database.ts'
import { newStudent } from '#tests/signed-in-people.ts'
import { expertWith, withdraw } from '#tests/withdrawals.ts'

const database = useDatabase()

test('after any demo payment, no bank payout is possible', async () => {
  const ravi = await expertWith(database.as, { minutes: 100 })
  const toBank = { ...database.as({ kind: 'system' }), payouts: 'bank' as const }
  const [first, second] = [await withdraw(ravi), await withdraw(ravi)]
  for (const id of [first, second]) await approveWithdrawal(toBank, { id })
  await processWithdrawal(toBank, { id: first, bankReference: 'UTR 1' })

  const { person: asha } = await newStudent(database.as)
  const payments = createDemoPayments({ db: database.db(), clock: systemClock })
  const student = { ...database.as(asha), payments }
  const { id: paymentId } = await startPayment(student, { id: randomUUID(), amount: '100' })
  await chooseDemoOutcome(student, { paymentId, choice: 'pay' })
  await expect(processWithdrawal(toBank, { id: second, bankReference: 'UTR 2' })).rejects.toMatchObject({
    code: 'payouts_closed',
  })
  const statuses = (await listWithdrawals(ravi.ctx)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual(['approved', 'processed'])
})
