import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Fields, Racer } from '#tests/attack/races/racer.ts'
import { holdPaidCall, readRefunded } from '#tests/attack/races/session-races.ts'
import { giveMoney, rupees } from '#tests/money.ts'

export const teamRaces = [proposeAndConfirm, decideTickets]

/** The proposer and two colleagues confirm and reject the same correction. */
async function proposeAndConfirm(racer: Racer, round: number): Promise<void> {
  const { people, system, read, sendAtOnce, repeat, expectEqual, count, countAudited, walletOf } = racer
  const asha = await people.student()
  await giveMoney(system, asha.person.id, rupees(100))
  const [meera, arjun, tara] = [
    await racer.createTeam('finance'),
    await racer.createTeam('administrator'),
    await racer.createTeam('finance'),
  ]
  const id = randomUUID()
  const form = {
    id,
    person: asha.email,
    from: 'gateway_clearing',
    to: 'student_wallet',
    amount: '5',
    cause: 'payment_missing',
    reason: 'Paid on Friday, and never arrived.',
  }
  await sendAtOnce(
    repeat(() => ({ token: meera.token, path: '/team/money/corrections/new', form })),
    repeat(() => ({ token: meera.token, path: '/team/money/corrections/new', form: { ...form, amount: '6' } }), 2),
  )
  expectEqual('corrections with one id', await count('corrections', 'id', id), 1)
  const decide = (token: string, fields: Fields) => ({ token, path: `/team/money/corrections/${id}`, form: fields })
  await sendAtOnce(repeat(() => decide(meera.token, { act: 'confirm' })))
  expectEqual('the wallet after the proposer confirmed', await walletOf(asha.person.id), rupees(100))
  await sendAtOnce(
    repeat(() => decide(arjun.token, { act: 'confirm' })),
    repeat(() => decide(tara.token, { act: 'confirm' })),
    repeat(() => decide(meera.token, { act: 'reject', answer: 'No' }), round === 0 ? 0 : 2),
    repeat(() => decide(tara.token, { act: 'reject', answer: 'No' }), round === 0 ? 0 : 2),
  )
  const [row] = await read(sql<{ state: string; amount: number }>`
    select state, amount_paise::int as amount from corrections where id = ${id}`)
  const added = row?.state === 'confirmed' ? row.amount : 0
  expectEqual(`the wallet after a ${row?.state} correction`, await walletOf(asha.person.id), rupees(100) + added)
  const decisions = (await countAudited('correction confirmed', id)) + (await countAudited('correction rejected', id))
  expectEqual('decisions about one correction', decisions, 1)
}

/** Support and an administrator decide the report and the refund request of one session at the same moment. */
async function decideTickets(racer: Racer): Promise<void> {
  const { read, sendAtOnce, repeat, expectEqual, walletOf } = racer
  const { id, asha } = await holdPaidCall(racer)
  const form = (fields: Fields) => ({ token: asha.token, path: `/user/sessions/${id}`, form: fields })
  await sendAtOnce(
    repeat(() => form({ act: 'report', id: randomUUID(), words: 'He was rude.' }), 4),
    repeat(() => form({ act: 'refund', id: randomUUID(), reason: 'Nobody spoke.' }), 4),
  )
  const tickets = await read(sql<{ number: number; kind: string }>`
    select number, kind from tickets where session_id = ${id} order by kind`)
  expectEqual('tickets of one session', tickets.map(({ kind }) => kind).join(), 'refund,report')
  const [support, administrator] = [await racer.createTeam('support'), await racer.createTeam('administrator')]
  const on = (token: string, number: number, fields: Fields) => ({
    token,
    path: `/team/tickets/${number}`,
    form: fields,
  })
  const decide = (token: string, number: number, outcome: string) =>
    on(token, number, { act: 'decide', outcome, amount: '5', answer: 'We looked at it.' })
  await sendAtOnce(
    ...tickets.flatMap(({ number }) => [
      repeat(() => decide(support.token, number, 'part'), 4),
      repeat(() => decide(administrator.token, number, 'whole'), 4),
      repeat(() => decide(support.token, number, 'none'), 1),
      repeat(() => on(support.token, number, { act: 'acknowledge' }), 2),
    ]),
  )
  const refunded = await readRefunded(racer, id)
  expectEqual('the wallet after two tickets about one session', await walletOf(asha.person.id), rupees(70) + refunded)
  const [refunds] = await read(sql<{ count: number }>`
    select count(*)::int as count from ledger_operations where kind = 'refund' and subject_id = ${id}`)
  expectEqual('refunds of one session', refunds?.count, refunded > 0 ? 1 : 0)
}
