import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { correctionTable, operationTable, type Proposal } from '#domain/books/contract.ts'
import { getCorrection } from '#domain/books/correction-queries.server.ts'
import { confirmCorrection, rejectCorrection } from '#domain/books/decide-correction.server.ts'
import { proposeCorrection } from '#domain/books/propose-correction.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { post } from '#domain/ledger/post.server.ts'
import type { Person } from '#domain/policy.ts'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { listStatement } from '#domain/sessions/statement.server.ts'
import { confirmOwnPassword } from '#domain/sign-in/confirm-password.server.ts'
import { readCorrectionTable } from '#domain/team/correction-table.server.ts'
import { countTeamQueues } from '#domain/team/count-waiting.server.ts'
import { getOperation, readOperationTable } from '#domain/team/operation-table.server.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import { readTableQuery } from '#kernel/table.ts'
import { daysLater } from '#kernel/time.ts'
import { useDatabase } from '#tests/database.ts'
import { balanceOf, earnMinutes, giveMoney, rupees } from '#tests/money.ts'
import { notificationsOf } from '#tests/notifications.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })
const refusal = (code: string) => expect.objectContaining({ code })
type SignedInPerson = Awaited<ReturnType<typeof newSignedInPerson>>
let meera: SignedInPerson
let tara: SignedInPerson
let asha: SignedInPerson

beforeAll(async () => {
  meera = await newSignedInPerson(database.as, 'team', 'Meera')
  tara = await newSignedInPerson(database.as, 'team', 'Tara')
  asha = await newSignedInPerson(database.as, 'student', 'Asha')
  for (const { person, password } of [meera, tara]) await confirmOwnPassword(database.as(person), password)
})
afterEach(async () => {
  const [mismatch] = await auditMoney(system())
  if (mismatch) throw new Error(`the books are wrong: ${mismatch.what}`)
})

/** Meera proposes a correction in favour of Asha. */
async function propose(changes: Partial<Proposal> = {}, by: Person = meera.person): Promise<string> {
  const id = changes.id ?? randomUUID()
  await proposeCorrection(database.as(by), {
    id,
    person: asha.email,
    from: 'gateway_clearing',
    to: 'student_wallet',
    amount: '250.50',
    cause: 'payment_missing',
    reason: 'Paid on Friday, and never arrived.',
    ...changes,
  })
  return id
}

const wallet = () => balanceOf(database.db(), 'student_wallet', asha.person.id)

test('a proposed and confirmed correction moves money once, and the student can read its cause', async () => {
  const before = await wallet()
  const publishedTopics: string[] = []
  const id = await propose()
  expect(await wallet()).toBe(before)
  expect((await countTeamQueues(system())).corrections).toBe(1)
  const ctx = { ...database.as(tara.person), publish: (topic: string) => publishedTopics.push(topic) }
  await confirmCorrection(ctx, { id })
  expect(publishedTopics).toEqual([`wallet:${asha.person.id}`, 'waiting:team'])
  expect(await wallet()).toBe(before + 250_50)
  expect((await countTeamQueues(system())).corrections).toBe(0)
  expect(await getCorrection(ctx, id)).toMatchObject({
    state: 'confirmed',
    proposedBy: { name: 'Meera' },
    decidedBy: { name: 'Tara' },
  })
  const { lines } = await listStatement(database.as(asha.person))
  expect(lines[0]).toMatchObject({
    amount: 250_50,
    source: 'correction',
    description: 'Correction by our team: a payment that had not arrived',
  })
  const log = await database
    .db()
    .selectFrom('audit_log')
    .select(['act', 'actor_id', 'why'])
    .where('thing_id', '=', id)
    .orderBy('id')
    .execute()
  expect(log).toEqual([
    { act: 'correction proposed', actor_id: meera.person.id, why: 'Paid on Friday, and never arrived.' },
    { act: 'correction confirmed', actor_id: tara.person.id, why: 'Paid on Friday, and never arrived.' },
  ])
  await expect(confirmCorrection(ctx, { id })).rejects.toEqual(refusal('correction_decided'))
  await expect(confirmCorrection(ctx, { id })).rejects.toThrow('Last: correction confirmed, by Tara')
  expect(await wallet()).toBe(before + 250_50)
})

test('the proposer cannot confirm, and the database enforces it', async () => {
  const id = await propose()
  await expect(confirmCorrection(database.as(meera.person), { id })).rejects.toEqual(refusal('correction_own'))
  const product = new pg.Client(database.url())
  await product.connect()
  try {
    const call = (actor: string | null) =>
      product.query('select wallet_correct($1, $2, now(), $3, $4)', [derivedId(id, 'correct'), actor, id, 'x'])
    for (const actor of [meera.person.id, asha.person.id, null]) {
      await expect(call(actor)).rejects.toThrow('a correction needs a second person')
    }
    await expect(
      product.query(`update corrections set state = 'confirmed', decided_by = $1, decided_at = now() where id = $2`, [
        tara.person.id,
        id,
      ]),
    ).rejects.toThrow('when the books say so')
    await expect(product.query(`update corrections set amount_paise = 1 where id = $1`, [id])).rejects.toThrow(
      'stays what it is',
    )
    await expect(product.query(`delete from corrections`)).rejects.toThrow('permission denied')
  } finally {
    await product.end()
  }
  await rejectCorrection(database.as(meera.person), { id, answer: 'Taken back.' })
})

test('the owner is notified of corrections in both directions, but not of rejected ones', async () => {
  const ravi = await newSignedInPerson(database.as, 'expert', 'Ravi')
  await earnMinutes(system(), ravi.person.id, 10)
  const proposeAndConfirm = async (changes: Partial<Proposal>) => {
    const id = await propose({ person: ravi.email, cause: 'charge_wrong', ...changes })
    await confirmCorrection(database.as(tara.person), { id })
  }
  await proposeAndConfirm({ amount: '20', from: 'platform_fee', to: 'expert_earnings' })
  await proposeAndConfirm({ amount: '5', from: 'expert_earnings', to: 'platform_fee' })
  const rejected = await propose({ person: ravi.email, from: 'platform_fee', to: 'expert_earnings' })
  await rejectCorrection(database.as(tara.person), { id: rejected, answer: 'No.' })
  const notifications = await notificationsOf(database.db(), ravi.person.id)
  expect(notifications.filter(({ kind }) => kind === 'money').map(({ facts }) => facts)).toEqual([
    { what: 'corrected_up', amountPaise: 20_00, side: 'expert' },
    { what: 'corrected_down', amountPaise: 5_00, side: 'expert' },
  ])
})

test('concurrent confirmations move money once', async () => {
  const before = await wallet()
  const id = await propose({ amount: '10' })
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => confirmCorrection(database.as(tara.person), { id })),
  )
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(refused).toEqual(Array.from({ length: 9 }, () => 'correction_decided'))
  expect(await wallet()).toBe(before + 10_00)
})

test('a correction that is rejected, or not confirmed for seven days, moves no money', async () => {
  const before = await wallet()
  const id = await propose()
  const ctx = database.as(tara.person)
  await expect(rejectCorrection(ctx, { id, answer: ' ' })).rejects.toEqual(refusal('correction_reason_missing'))
  await rejectCorrection(ctx, { id, answer: 'It did arrive.' })
  await expect(rejectCorrection(ctx, { id, answer: 'Again' })).rejects.toEqual(refusal('correction_decided'))
  await expect(confirmCorrection(ctx, { id })).rejects.toEqual(refusal('correction_decided'))
  expect(await getCorrection(ctx, id)).toMatchObject({ state: 'rejected', answer: 'It did arrive.' })

  const late = await propose()
  const later = database.as(tara.person, { now: () => daysLater(new Date(), 7.01) })
  await database
    .db()
    .updateTable('sign_ins')
    .set({ password_confirmed_at: daysLater(new Date(), 7.01) })
    .where('id', '=', tara.person.signInId)
    .execute()
  await expect(confirmCorrection(later, { id: late })).rejects.toEqual(refusal('correction_over'))
  // The ledger refuses both, even without the checks of confirmCorrection.
  for (const closedId of [id, late]) {
    const posted = post(later, derivedId(closedId, 'correct'), 'wallet_correct', [
      sql`${closedId}::uuid`,
      sql`${'A correction'}::text`,
    ])
    await expect(posted).rejects.toEqual(refusal('done_already'))
  }
  await confirmOwnPassword(ctx, tara.password)
  await rejectCorrection(ctx, { id: late, answer: 'Over.' })
  expect(await wallet()).toBe(before)
})

test('a correction cannot take more than the balance', async () => {
  const id = await propose({
    from: 'student_wallet',
    to: 'platform_fee',
    amount: '999999',
    cause: 'credit_wrong',
  })
  const before = await wallet()
  await expect(confirmCorrection(database.as(tara.person), { id })).rejects.toEqual(refusal('not_enough_money'))
  expect(await wallet()).toBe(before)
  expect(await getCorrection(database.as(tara.person), id)).toMatchObject({ state: 'proposed' })
  await rejectCorrection(database.as(tara.person), { id, answer: 'Too much.' })
})

test('a correction cannot credit a deleted account', async () => {
  const deleted = await newSignedInPerson(database.as, 'student')
  const id = await propose({ person: deleted.email })
  await deleteAccount(database.as(deleted.person), { password: deleted.password })
  await expect(confirmCorrection(database.as(tara.person), { id })).rejects.toEqual(refusal('correction_person'))
  expect(await getCorrection(database.as(tara.person), id)).toMatchObject({ reason: null })
  await rejectCorrection(database.as(tara.person), { id, answer: 'They left.' })
})

test('an expert’s earnings can be corrected in both directions', async () => {
  const ravi = await newSignedInPerson(database.as, 'expert', 'Ravi')
  await earnMinutes(system(), ravi.person.id, 10)
  const fee = await balanceOf(database.db(), 'platform_fee')
  for (const [from, to, amount] of [
    ['platform_fee', 'expert_earnings', '5'],
    ['expert_earnings', 'platform_fee', '25'],
  ] as const) {
    const id = await propose({ person: ravi.email, from, to, amount, cause: 'earning_missing' })
    await confirmCorrection(database.as(tara.person), { id })
  }
  expect(await balanceOf(database.db(), 'expert_earnings', ravi.person.id)).toBe(60_00)
  expect(await balanceOf(database.db(), 'platform_fee')).toBe(fee + 20_00)
})

describe('a proposal', () => {
  test('sent twice with one id is stored once, and the id cannot be reused', async () => {
    const id = await propose()
    await propose({ id })
    await expect(propose({ id, amount: '1' })).rejects.toEqual(refusal('other_request'))
    await rejectCorrection(database.as(tara.person), { id, answer: 'No.' })
  })

  test.each([
    ['not_an_amount', { amount: '0' }],
    ['not_an_amount', { amount: '-5' }],
    ['correction_accounts', { from: 'platform_fee', to: 'bank_clearing' }],
    ['correction_accounts', { from: 'student_wallet', to: 'expert_earnings' }],
    ['correction_reason_missing', { reason: ' ' }],
    ['correction_person', { person: 'unknown@samjhao.example' }],
    ['correction_person', { to: 'expert_earnings' }],
    ['invalid_input', { to: 'session_escrow' as never }],
    ['invalid_input', { cause: 'because' as never }],
  ] satisfies [string, Partial<Proposal>][])('is refused as %s with %o', async (code, changes) => {
    await expect(propose(changes)).rejects.toEqual(refusal(code))
  })
})

describe('without permission,', () => {
  const others: [string, () => Promise<Person>][] = [
    ['student', async () => asha.person],
    ['expert', async () => (await newSignedInPerson(database.as, 'expert')).person],
    ['team member without a second factor', async () => ({ ...tara.person, secondFactorMissing: true })],
  ]
  test.each(others)('a %s cannot propose, decide or read corrections', async (_who, getPerson) => {
    const id = await propose()
    const person = await getPerson()
    const ctx = database.as(person)
    const acts = [
      () => propose({}, person),
      () => confirmCorrection(ctx, { id }),
      () => rejectCorrection(ctx, { id, answer: 'No.' }),
      () => getCorrection(ctx, id),
      () => readCorrectionTable(ctx, readTableQuery(correctionTable, new URLSearchParams())),
      () => readOperationTable(ctx, readTableQuery(operationTable, new URLSearchParams())),
      () => getOperation(ctx, id),
    ]
    for (const act of acts) await expect(act()).rejects.toEqual(refusal('not_allowed'))
    await rejectCorrection(database.as(tara.person), { id, answer: 'No.' })
  })

  test('a visitor is asked to sign in', async () => {
    const ctx = database.as({ kind: 'visitor', address: '' })
    await expect(confirmCorrection(ctx, { id: randomUUID() })).rejects.toEqual(refusal('not_signed_in'))
  })

  test('a team member without a recent password check cannot propose or confirm', async () => {
    const unconfirmed = await newSignedInPerson(database.as, 'team')
    await expect(propose({}, unconfirmed.person)).rejects.toEqual(refusal('password_again'))
    const id = await propose()
    await expect(confirmCorrection(database.as(unconfirmed.person), { id })).rejects.toEqual(refusal('password_again'))
    await rejectCorrection(database.as(tara.person), { id, answer: 'No.' })
  })
})

test('the team searches operations by id, subject, person and kind', async () => {
  const ctx = database.as(tara.person)
  const zubeida = await newSignedInPerson(database.as, 'student', 'Zubeida Quill')
  await giveMoney(system(), zubeida.person.id, rupees(10))
  const id = await propose({ amount: '1' })
  await confirmCorrection(ctx, { id })
  const search = async (query: string) =>
    (await readOperationTable(ctx, readTableQuery(operationTable, new URLSearchParams(query)))).rows
  expect(await search(`q=${id}`)).toMatchObject([{ kind: 'correct', subjectId: id, moved: 1_00 }])
  expect(await search(`q=${derivedId(id, 'correct')}`)).toHaveLength(1)
  expect(await search('q=Zubeida')).toMatchObject([{ kind: 'add_money', moved: 10_00 }])
  expect(await search('q=Zubeida&kind=correct')).toEqual([])
  expect(await search('q=unknown+name')).toEqual([])
  expect((await search('kind=correct')).every(({ kind }) => kind === 'correct')).toBe(true)
  expect(await getOperation(ctx, derivedId(id, 'correct'))).toMatchObject({
    actor: { name: 'Tara' },
    sessionId: null,
    transfers: [{ from: { kind: 'gateway_clearing', owner: null }, to: { kind: 'student_wallet', owner: 'Asha' } }],
    lines: [{ owner: 'Asha', amount: 1_00 }],
  })
})
