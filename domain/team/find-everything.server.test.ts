import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor, Person } from '#domain/policy.ts'
import type { FoundGroup, FoundKind } from '#domain/team/contract.ts'
import { findEverything } from '#domain/team/find-everything.server.ts'
import { enterComplaint } from '#domain/tickets/enter-complaint.server.ts'
import { startPayment } from '#domain/wallet/start-payment.server.ts'
import type { ExpertId, PaymentId, SessionId, WithdrawalId } from '#kernel/ids.ts'
import { foundPerKind, teamSearchesPerHour } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert, raviProfile } from '#tests/experts.ts'
import { earnMinutes } from '#tests/money.ts'
import { addMoney, newPaymentId, withDemo } from '#tests/payments.ts'
import { insertBilledSessions } from '#tests/reviews.ts'
import { manualClock } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'
import { withdraw } from '#tests/withdrawals.ts'

const database = useDatabase()
let meera: Person
let support: Person
let finance: Person
let asha: Awaited<ReturnType<typeof newSignedInPerson>>
let ravi: { person: Person; email: string; expertId: ExpertId }
let session: SessionId
let ticket: number
let withdrawal: WithdrawalId
let payment: PaymentId

beforeAll(async () => {
  const { as } = database
  const newMember = async (name: string, role?: 'support' | 'finance') =>
    (await newSignedInPerson(as, 'team', name, role)).person
  meera = await newMember('Meera Iyer')
  support = await newMember('Suresh Pillai', 'support')
  finance = await newMember('Farah Khan', 'finance')
  asha = await newSignedInPerson(as, 'student', 'Asha Rao')
  const expert = await newExpert(as)
  ravi = expert
  await earnMinutes(as({ kind: 'system' }), expert.person.id, 100)
  const ctx = as({ ...expert.person, approval: 'approved' })
  withdrawal = await withdraw({ ctx, password: expert.password }, { amount: '100' })
  payment = await addMoney(withDemo(as(asha.person)), '500')
  ticket = await enterComplaint(as(meera), { email: asha.email, sessionId: '', text: 'It is slow.' })
  const [billed] = await insertBilledSessions(database.db(), { expertId: ravi.person.id, count: 1 })
  session = billed?.sessionId as SessionId
})

const find = (text: string, actor: Actor = meera) => findEverything(database.as(actor), text)

/** The rows of one kind. */
async function findOf<Kind extends FoundKind>(kind: Kind, text: string, actor?: Actor) {
  const { groups } = await find(text, actor)
  const group = groups.find((each): each is Extract<FoundGroup, { kind: Kind }> => each.kind === kind)
  return (group?.rows ?? []) as Extract<FoundGroup, { kind: Kind }>['rows']
}

describe('people', () => {
  test('are found by name: the whole name first, then its beginning, then a part', async () => {
    await newSignedInPerson(database.as, 'student', 'Kalasha Rao')
    await newSignedInPerson(database.as, 'student', 'Asha Raoji')
    expect(await findOf('people', 'ASHA rao')).toMatchObject([
      { name: 'Asha Rao', match: 'exact', role: 'student', state: 'active', expertId: null },
      { name: 'Asha Raoji', match: 'start' },
      { name: 'Kalasha Rao', match: 'part' },
    ])
  })

  test('with two letters are found only by the start of their name', async () => {
    await newSignedInPerson(database.as, 'student', 'Xyla Om')
    expect(await findOf('people', 'xy')).toMatchObject([{ name: 'Xyla Om', match: 'start' }])
    expect(await findOf('people', 'om')).toEqual([])
    expect(await findOf('people', 'xyl om')).toMatchObject([{ name: 'Xyla Om' }])
  })

  test('are found by email address, id and phone number', async () => {
    expect(await findOf('people', asha.email.toUpperCase())).toMatchObject([{ name: 'Asha Rao', match: 'exact' }])
    expect(await findOf('people', asha.person.id)).toMatchObject([{ name: 'Asha Rao', match: 'exact' }])
    expect(await findOf('people', '98450-54321')).toMatchObject([{ name: 'Ravi Nair', match: 'part' }])
  })

  test('have a masked email address, and an expert has the id of their page', async () => {
    const { groups } = await find('ravi nair')
    expect(groups.map(({ kind }) => kind)).toEqual(['people', 'experts', 'withdrawals'])
    expect(groups[0]?.rows).toMatchObject([{ maskedEmail: 'p•••@samjhao.example', expertId: ravi.expertId }])
    expect(JSON.stringify(groups)).not.toContain(ravi.email)
  })

  test('are at most five, with an equal name always among them', async () => {
    for (let count = 0; count < foundPerKind + 2; count += 1) {
      await newSignedInPerson(database.as, 'student', `Devi Devika ${'abcdefgh'[count]}`)
    }
    await newSignedInPerson(database.as, 'student', 'Zz Devi')
    await newSignedInPerson(database.as, 'student', 'Devi')
    const rows = await findOf('people', 'devi')
    expect(rows).toHaveLength(foundPerKind)
    expect(rows[0]).toMatchObject({ name: 'Devi', match: 'exact' })
    expect(rows.slice(1).every(({ match }) => match === 'start')).toBe(true)
  })
})

test('experts are found by name, email address, and the id of their page or account', async () => {
  const found = { id: ravi.expertId, name: 'Ravi Nair', approval: 'approved', match: 'exact' }
  for (const text of ['ravi nair', ravi.email, ravi.expertId, ravi.person.id]) {
    expect(await findOf('experts', text)).toMatchObject([found])
  }
  expect(await findOf('experts', 'nair')).toMatchObject([{ ...found, match: 'part' }])
  expect(await findOf('experts', 'Asha Rao')).toEqual([])
})

test('sessions are found by id and by the receipt number in any notation', async () => {
  const receipt = session.slice(0, 8).toUpperCase()
  for (const text of [session, receipt, `no. ${receipt}`, ` ${receipt} `]) {
    expect(await findOf('sessions', text)).toMatchObject([{ id: session, match: 'exact', expertName: 'Ravi Nair' }])
  }
  expect(await findOf('sessions', receipt.slice(0, 7))).toEqual([])
})

test('a ticket is found by its number', async () => {
  for (const text of [String(ticket), `#${ticket}`]) {
    expect(await findOf('tickets', text)).toMatchObject([{ number: ticket, personName: 'Asha Rao', match: 'exact' }])
  }
  expect(await findOf('tickets', '999999999999999')).toEqual([])
})

test('withdrawals are found by id, expert and the reference of the bank', async () => {
  const paid = randomUUID()
  await sql`
    insert into withdrawals (id, expert_id, amount_paise, status, created_at, processed_at, bank_reference)
    values (${paid}, ${ravi.person.id}, 25000, 'processed', now() - interval '1 day', now(), 'UTR778899')`.execute(
    database.db(),
  )
  const waiting = { id: withdrawal, amount: 10_000, status: 'pending', expertName: 'Ravi Nair' }
  expect(await findOf('withdrawals', withdrawal)).toMatchObject([{ ...waiting, match: 'exact' }])
  expect(await findOf('withdrawals', 'UTR778899')).toMatchObject([{ id: paid, match: 'exact' }])
  expect(await findOf('withdrawals', 'ravi')).toMatchObject([{ ...waiting, match: 'part' }, { id: paid }])
})

describe('payments', () => {
  test('are found by id and by the references of the provider', async () => {
    const { provider_order, provider_payment } = await database
      .db()
      .selectFrom('payments')
      .select(['provider_order', 'provider_payment'])
      .where('id', '=', payment)
      .executeTakeFirstOrThrow()
    for (const text of [payment, provider_order, provider_payment]) {
      expect(await findOf('payments', text ?? '')).toMatchObject([
        { id: payment, amount: 50_000, state: 'paid', student: { name: 'Asha Rao' }, match: 'exact' },
      ])
    }
  })

  test('that are not paid are found only by people who may open the page of the student', async () => {
    const { id } = await startPayment(withDemo(database.as(asha.person)), { id: newPaymentId(), amount: '300' })
    expect(await findOf('payments', id, support)).toMatchObject([{ id, state: 'started' }])
    expect(await findOf('payments', id, finance)).toEqual([])
  })
})

test('operations of the books are found by their id and by what they are about', async () => {
  const operations = await findOf('operations', payment)
  expect(operations).toMatchObject([{ kind: 'add_money', moved: 50_000, match: 'exact' }])
  expect(await findOf('operations', operations[0]?.id ?? '')).toEqual(operations)
})

test.each([
  ['support', ['people', 'experts', 'sessions', 'tickets', 'payments']],
  ['finance', ['withdrawals', 'payments', 'operations']],
  ['administrator', ['people', 'experts', 'sessions', 'tickets', 'withdrawals', 'payments', 'operations']],
] as const)('%s finds only what the role may open', async (role, kinds) => {
  const actor = { support, finance, administrator: meera }[role]
  const texts = ['ravi nair', session, String(ticket), withdrawal, payment]
  const found = new Set<FoundKind>()
  for (const text of texts) for (const { kind } of (await find(text, actor)).groups) found.add(kind)
  expect([...found].toSorted()).toEqual(kinds.toSorted())
})

test('the group with the best match comes first', async () => {
  await newSignedInPerson(database.as, 'student', 'Nairobi Das')
  const kinds = (await find('nair')).groups.map(({ kind, rows }) => [kind, rows[0]?.match])
  expect(kinds).toEqual([
    ['people', 'start'],
    ['experts', 'part'],
    ['withdrawals', 'part'],
  ])
  const { person } = await newSignedInPerson(database.as, 'student', 'Teja Sen')
  const expert = await newExpert(database.as, { profile: { ...raviProfile, fullName: 'Teja' } })
  const groups = (await find('teja')).groups.map(({ kind, rows }) => [kind, rows.length])
  expect(groups).toEqual([
    ['people', 2],
    ['experts', 1],
  ])
  expect(await findOf('people', 'teja')).toMatchObject([{ id: expert.person.id }, { id: person.id }])
})

test.each(['', ' ', 'x', '#', '%', '__', '\0\0', 'no such person', `'; drop table profiles; --`, 'x'.repeat(300)])(
  '“%s” finds nothing',
  async (text) => {
    expect(await find(text)).toEqual({ groups: [] })
  },
)

test('the search is refused to everyone except the team with a second factor', async () => {
  for (const person of [asha.person, ravi.person, { ...meera, secondFactorMissing: true }]) {
    await expect(find('asha', person)).rejects.toMatchObject({ code: 'not_allowed' })
  }
  const visitor: Actor = { kind: 'visitor', address: '203.0.113.5' }
  await expect(find('asha', visitor)).rejects.toMatchObject({ code: 'not_signed_in' })
})

test('a member who searches too often has to wait', async () => {
  const { person } = await newSignedInPerson(database.as, 'team', 'Busy Member')
  const clock = manualClock()
  const search = () => findEverything(database.as(person, clock), 'asha rao')
  expect((await search()).groups).not.toEqual([])
  const key = `team search ${person.id}`
  await database.db().updateTable('hourly_counts').set({ times: teamSearchesPerHour }).where('key', '=', key).execute()
  await expect(search()).rejects.toMatchObject({ code: 'too_many_team_searches' })
  clock.advance(3_600_000)
  expect((await search()).groups).not.toEqual([])
})
