import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Fields, Racer } from '#tests/attack/races/racer.ts'
import { earnMinutes, rupees } from '#tests/money.ts'
import { bank } from '#tests/withdrawals.ts'

export const withdrawalRaces = [approveOrReject, processOrReject, exportOrReject]

type Row = { id: string; status: string; decided_by: string | null; processed_by: string | null }

/** The expert asks for all earnings many times. Two members of the team then decide at the same time. */
async function approveOrReject(racer: Racer): Promise<void> {
  const { sendAtOnce, repeat, expectEqual, countAudited } = racer
  const { expertId, id, readRow, meera, arjun } = await requestAll(racer)
  await sendAtOnce(
    repeat(() => meera('approve'), 4),
    repeat(() => arjun('approve'), 4),
  )
  expectEqual('approvals of one withdrawal', await countAudited('withdrawal approved', id), 1)
  await sendAtOnce(
    repeat(() => meera('reject', { reason: 'No' }), 4),
    repeat(() => arjun('reject', { reason: 'No' }), 4),
    repeat(() => arjun('approve'), 4),
  )
  expectEqual('rejections of one withdrawal', await countAudited('withdrawal rejected', id), 1)
  expectEqual('a rejected withdrawal', (await readRow())?.status, 'rejected')
  expectEqual('earnings after a rejection', await racer.earningsOf(expertId), rupees(800))
}

/** One member pays out while another rejects. The person who approved may not pay out. */
async function processOrReject(racer: Racer): Promise<void> {
  const { sendAtOnce, repeat, expectEqual, countAudited } = racer
  const { expertId, id, readRow, meera, arjun } = await requestAll(racer)
  const pay = () => ({ bankReference: `UTR${randomUUID().slice(0, 8)}` })
  await sendAtOnce([meera('approve')])
  await sendAtOnce(repeat(() => meera('process', pay())))
  expectEqual('a withdrawal that its approver tried to pay out', (await readRow())?.status, 'approved')
  await sendAtOnce(
    repeat(() => arjun('process', pay())),
    repeat(() => meera('reject', { reason: 'No' }), 2),
    repeat(() => meera('process', pay()), 2),
  )
  const row = await readRow()
  expectEqual('the approver paid out', row?.processed_by !== null && row?.processed_by === row?.decided_by, false)
  const payouts = await countAudited('withdrawal processed', id)
  const rejections = await countAudited('withdrawal rejected', id)
  expectEqual(`payouts and rejections of a ${row?.status} withdrawal`, payouts + rejections, 1)
  expectEqual(
    `earnings of a ${row?.status} withdrawal`,
    await racer.earningsOf(expertId),
    row?.status === 'processed' ? 0 : rupees(800),
  )
  await sendAtOnce(
    repeat(() => meera('came_back', { reason: 'Wrong name' })),
    repeat(() => arjun('process', pay())),
    repeat(() => arjun('came_back', { reason: 'Wrong name' })),
  )
  expectEqual('payouts that came back', await countAudited('payout came back', id), payouts)
  expectEqual('earnings of a payout that came back', await racer.earningsOf(expertId), rupees(800))
}

/** A withdrawal in a file for the bank will be paid, so nobody may reject it at the same moment. */
async function exportOrReject(racer: Racer, round: number): Promise<void> {
  const { sendAtOnce, repeat, expectEqual } = racer
  const { id, readRow, meera, arjun, arjunToken } = await requestAll(racer)
  await sendAtOnce([meera('approve')])
  const reject = () => [meera('reject', { reason: 'No' }), arjun('reject', { reason: 'No' })]
  const answers = await sendAtOnce(
    repeat(() => ({ token: arjunToken, path: '/team/withdrawals.csv', form: { id } })),
    round === 0 ? [] : repeat(reject, 4).flat(),
  )
  await sendAtOnce(repeat(reject, 2).flat())
  const files = answers.filter(({ status, text }) => status === 200 && text.startsWith('Reference,'))
  const status = (await readRow())?.status
  expectEqual(`a withdrawal in ${files.length} files`, status, files.length > 0 ? 'approved' : 'rejected')
}

async function requestAll({ people, system, read, sendAtOnce, repeat, expectEqual, count, createTeam }: Racer) {
  const { token, password, person } = await people.expert()
  await earnMinutes(system, person.id, 100)
  const form = () => ({ id: randomUUID(), amount: '800', notes: '', account: '', ...bank, password })
  await sendAtOnce(repeat(() => ({ token, path: '/expert/wallet', form: form() })))
  expectEqual('withdrawals of all earnings', await count('withdrawals', 'expert_id', person.id), 1)
  const readRow = async () =>
    (
      await read(sql<Row>`select id, status, decided_by, processed_by from withdrawals where expert_id = ${person.id}`)
    )[0]
  const id = String((await readRow())?.id)
  const [meera, arjun] = [await createTeam('finance'), await createTeam('administrator')]
  const actAs =
    (teamToken: string) =>
    (act: string, more: Fields = {}) => ({
      token: teamToken,
      path: `/team/withdrawals/${id}`,
      form: { act, ...more },
    })
  return {
    expertId: person.id,
    id,
    readRow,
    meera: actAs(meera.token),
    arjun: actAs(arjun.token),
    arjunToken: arjun.token,
  }
}
