import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Fields, Racer } from '#tests/attack/races/racer.ts'
import { rupees } from '#tests/money.ts'

export const paymentRaces = [addAndSendBack, payOrCancel]

async function addAndSendBack({ people, sendAtOnce, repeat, expectEqual, walletOf }: Racer): Promise<void> {
  const { token, person } = await people.student()
  const id = randomUUID()
  const wallet = (act: string, amount: string, own = id) => ({
    token,
    path: '/user/wallet',
    form: { act, id: own, amount },
  })
  await sendAtOnce(repeat(() => wallet('add', '100')))
  await sendAtOnce(repeat(() => ({ token, path: `/user/wallet/pay/${id}`, form: { choice: 'pay' } })))
  const topUpId = randomUUID()
  await sendAtOnce(repeat(() => ({ token, path: '/top-up', json: { id: topUpId, amount: '50' } })))
  expectEqual('after adding ₹100 and ₹50, the wallet', await walletOf(person.id), rupees(150))
  const returned = randomUUID()
  await sendAtOnce(repeat(() => wallet('send_back', '100', returned)))
  expectEqual('after sending back ₹100 once, the wallet', await walletOf(person.id), rupees(50))
  await sendAtOnce(repeat(() => wallet('send_back', '50', randomUUID())))
  expectEqual('after sending back the rest, the wallet', await walletOf(person.id), 0)
}

/** The student cancels in one tab, pays in another, and the bank refuses at the same moment. */
async function payOrCancel({ people, read, sendAtOnce, repeat, expectEqual, walletOf }: Racer): Promise<void> {
  const { token, person } = await people.student()
  const id = randomUUID()
  const fields: Fields = { act: 'add', id, amount: '100' }
  await sendAtOnce([{ token, path: '/user/wallet', form: fields }])
  const choose = (choice: string) => ({ token, path: `/user/wallet/pay/${id}`, form: { choice } })
  await sendAtOnce(
    repeat(() => choose('cancel')),
    repeat(() => choose('pay')),
    repeat(() => choose('fail'), 2),
  )
  const [payment] = await read(sql<{ state: string }>`select state from payments where id = ${id}`)
  const credited = await walletOf(person.id)
  expectEqual(
    `the wallet after a payment that is ${payment?.state}`,
    credited,
    payment?.state === 'paid' ? rupees(100) : 0,
  )
  // A payment that was cancelled too early is still credited, once.
  await sendAtOnce(repeat(() => choose('pay')))
  expectEqual('the wallet after a late payment', await walletOf(person.id), rupees(100))
}
