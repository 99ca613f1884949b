import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { PairEvidence } from '#domain/people/contract.ts'
import { findSuspiciousPairs } from '#domain/people/find-suspicious-pairs.server.ts'
import { lookAtPair } from '#domain/people/look-at-pair.server.ts'
import { requestPairSearch } from '#domain/people/request-pair-search.server.ts'
import { searchPairs } from '#domain/people/search-pairs.server.ts'
import { storePair } from '#domain/people/store-pair.server.ts'
import { getPairSearch, listSuspiciousPairs } from '#domain/people/suspicious-pairs.server.ts'
import type { Person } from '#domain/policy.ts'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { collectOwnData } from '#domain/privacy/own-data.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import { countTeamQueues } from '#domain/team/count-waiting.server.ts'
import { fingerprintWithdrawals } from '#domain/withdrawals/bank-details.server.ts'
import { addressBlock } from '#kernel/address-block.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { pairAddressAccountsMax, pairShortCallsFrom, pairWatchDays, pairWholeRefundsFrom } from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'
import { findJob } from '#platform/jobs/port.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { insertBilledSessionsOf } from '#tests/reviews.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'
import { bank, expertWith, withdraw } from '#tests/withdrawals.ts'

const database = useDatabase()
const db = () => database.db()
const system = () => database.as({ kind: 'system' })
const refusal = (code: string) => expect.objectContaining({ code })
const nothing: PairEvidence = {
  paidSessions: 0,
  shortCalls: 0,
  shortCallsAtOnce: 0,
  refundedWhole: 0,
  sharedBrowsers: 0,
  sharedDevices: 0,
  sharedAddresses: 0,
  sharedBankAccounts: 0,
  deviceBankAccounts: 0,
  circlePeople: 0,
}

/** Test accounts sign in from the same address, so this one gets an address of its own. */
async function newStudent() {
  const student = await newSignedInPerson(database.as)
  return setOwnAddress(student)
}

async function newCalledExpert() {
  return setOwnAddress(await newExpert(database.as))
}

async function newPaidExpert() {
  const paid = await expertWith(database.as, { minutes: 100 })
  await setOwnAddress({ person: paid.expert })
  return paid
}

async function setOwnAddress<Account extends { person: Person }>(account: Account): Promise<Account> {
  const { id } = account.person
  await db().updateTable('sign_ins').set({ address: id, user_agent: id }).where('profile_id', '=', id).execute()
  return account
}

async function call(student: Person, expert: Person, calls = 1): Promise<SessionId[]> {
  const studentIds = Array.from({ length: calls }, () => student.id)
  const billed = await insertBilledSessionsOf(db(), { expertId: expert.id, studentIds })
  return billed.map(({ sessionId }) => sessionId)
}

async function newPair(calls = 1) {
  const [student, expert] = [await newStudent(), await newCalledExpert()]
  await call(student.person, expert.person, calls)
  return { student: student.person, expert: expert.person, ownStudent: student }
}

async function shareBrowser(first: Person, second: Person): Promise<void> {
  const seen = { token_hash: Buffer.from(randomUUID()), first_seen_at: new Date(), last_seen_at: new Date() }
  for (const { id } of [first, second]) {
    await db()
      .insertInto('known_browsers')
      .values({ ...seen, profile_id: id })
      .execute()
  }
}

async function addSignIn({ id }: { id: AccountId }, from: { address: string; user_agent: string }): Promise<void> {
  const at = { created_at: new Date(), last_used_at: new Date(), expires_at: new Date() }
  const token_hash = Buffer.from(randomUUID().replaceAll('-', ''))
  await db()
    .insertInto('sign_ins')
    .values({ ...at, ...from, profile_id: id, token_hash })
    .execute()
}

async function refund(student: Person, sessionIds: string[], paise = 10_00): Promise<void> {
  await sql`insert into refund_requests (id, session_id, student_id, asked_at, state, decided_at, refunded_paise, answer)
    select gen_random_uuid(), s, ${student.id}, now(), 'granted', now(), ${paise}, 'Yes.'
    from unnest(${sessionIds}::uuid[]) s`.execute(db())
}

const newMember = async () => (await newSignedInPerson(database.as, 'team', 'Meera Nair')).person

async function find(first: Person, second: Person, which: 'waiting' | 'looked' = 'waiting') {
  const pairs = await listSuspiciousPairs(database.as(await newMember()), which)
  return pairs.find((pair) => pair.first.id === first.id && pair.second.id === second.id)
}

async function searchAndFind(first: Person, second: Person) {
  await findSuspiciousPairs(system())
  return find(first, second)
}

describe('in the search for pairs,', () => {
  test('a pair that shares nothing and has few calls is not found', async () => {
    const { student, expert } = await newPair(pairShortCallsFrom - 1)
    expect(await searchAndFind(student, expert)).toBeUndefined()
  })

  test('many short calls within a week are evidence', async () => {
    const { student, expert } = await newPair(pairShortCallsFrom)
    expect((await searchAndFind(student, expert))?.evidence).toEqual({
      ...nothing,
      paidSessions: 5,
      shortCalls: 5,
      shortCallsAtOnce: 5,
    })
  })

  test('short calls over many weeks are no evidence', async () => {
    const { student, expert } = await newPair(pairShortCallsFrom)
    await sql`update help_sessions s set ended_at = now() - n * interval '8 days'
      from (select id, row_number() over () as n from help_sessions where student_id = ${student.id}) each_one
      where each_one.id = s.id`.execute(db())
    expect(await searchAndFind(student, expert)).toBeUndefined()
  })

  test('fully refunded sessions are evidence, partly refunded ones are not', async () => {
    const { student, expert } = await newPair(0)
    const ids = await call(student, expert, 4)
    await refund(student, ids.slice(0, pairWholeRefundsFrom - 1))
    await refund(student, ids.slice(3), 9_99)
    expect(await searchAndFind(student, expert)).toBeUndefined()
    await refund(student, ids.slice(2, 3))
    expect((await searchAndFind(student, expert))?.evidence).toMatchObject({ paidSessions: 4, refundedWhole: 3 })
  })

  test('one shared browser is evidence, and no account is suspended', async () => {
    const { student, expert } = await newPair()
    await shareBrowser(student, expert)
    expect((await searchAndFind(student, expert))?.evidence).toEqual({
      ...nothing,
      paidSessions: 1,
      shortCalls: 1,
      shortCallsAtOnce: 1,
      sharedBrowsers: 1,
    })
    const people = [student.id, expert.id]
    const rows = await db().selectFrom('profiles').select('suspended_at').where('id', 'in', people).execute()
    expect(rows).toEqual([{ suspended_at: null }, { suspended_at: null }])
  })

  test('shared addresses and shared devices count separately, and one IPv6 network is one address', async () => {
    const { student, expert } = await newPair()
    await addSignIn(student, { address: '2001:db8:1:2::5', user_agent: 'Firefox' })
    await addSignIn(expert, { address: '2001:0DB8:1:2:9:9:9:9', user_agent: 'Chrome' })
    expect((await searchAndFind(student, expert))?.evidence).toMatchObject({ sharedAddresses: 1, sharedDevices: 0 })
    await addSignIn(expert, { address: '2001:db8:1:2::6', user_agent: 'Firefox' })
    expect((await searchAndFind(student, expert))?.evidence).toMatchObject({ sharedAddresses: 1, sharedDevices: 1 })
    // Two kinds of browser at one address are still one address.
    await addSignIn(student, { address: '2001:db8:1:2::7', user_agent: 'Chrome' })
    expect((await searchAndFind(student, expert))?.evidence).toMatchObject({ sharedAddresses: 1, sharedDevices: 1 })
  })

  test('the address of an ended sign-in still counts, because it is stored with the known browser', async () => {
    const student = await newStudent()
    const expert = await newCalledExpert()
    await call(student.person, expert.person)
    for (const { email, password } of [student, expert]) {
      const visitor = database.as({ kind: 'visitor', address: '198.51.100.20' })
      await signIn(visitor, { email, password, userAgent: 'Firefox' })
    }
    const people = [student.person.id, expert.person.id]
    await db().deleteFrom('sign_ins').where('profile_id', 'in', people).execute()
    expect((await searchAndFind(student.person, expert.person))?.evidence).toMatchObject({
      sharedAddresses: 1,
      sharedDevices: 1,
      sharedBrowsers: 0,
    })
  })

  test('an address that many accounts use is no evidence', async () => {
    const { student, expert } = await newPair()
    const carrier = { address: '203.0.113.200', user_agent: 'Chrome' }
    for (const person of [student, expert]) await addSignIn(person, carrier)
    for (let others = 2; others <= pairAddressAccountsMax; others += 1) {
      await addSignIn((await newStudent()).person, carrier)
    }
    expect(await searchAndFind(student, expert)).toBeUndefined()
  })

  test('SQL and code group addresses in the same way', async () => {
    const addresses = ['1.2.3.4', '::ffff:1.2.3.4', '2001:db8::1', '2001:0DB8:0:0:5::', '2001:db8:0:1::1']
    const all = ['unknown', ...addresses, 'fe80::1%eth0', 'fe80::2', 'no:address', '']
    const { rows } = await sql<{ unit: string }>`
      select address_unit(a) as unit from unnest(${all}::text[]) with ordinality each_one (a, n) order by n`.execute(
      db(),
    )
    const same = (units: string[]) => units.map((unit) => units.indexOf(unit))
    expect(same(rows.map(({ unit }) => unit))).toEqual(same(all.map((address) => addressBlock(address).unit)))
  })

  test('bank details that cannot be decrypted do not stop the fingerprints of others', async () => {
    const experts = [await newPaidExpert(), await newPaidExpert(), await newPaidExpert()]
    for (const [index, expert] of experts.entries()) {
      await withdraw(expert, { account: { ...bank, accountNumber: `55500001111${index}` } })
    }
    const ids = experts.map(({ id }) => id)
    const update = db().updateTable('withdrawals')
    await update.set({ account_fingerprint: null }).where('expert_id', 'in', ids).execute()
    const damaged = ids[1] as AccountId
    await update.set({ sealed_details: 'damaged' }).where('expert_id', '=', damaged).execute()
    await expect(fingerprintWithdrawals(system())).rejects.toThrow('1 bank details are unreadable')
    const rows = await db()
      .selectFrom('withdrawals')
      .select('expert_id')
      .where('expert_id', 'in', ids)
      .where('account_fingerprint', 'is', null)
      .execute()
    expect(rows).toEqual([{ expert_id: damaged }])
    await db().updateTable('withdrawals').set({ sealed_details: null }).where('expert_id', '=', damaged).execute()
  })

  test('one bank account of several experts is evidence; a job adds fingerprints to older withdrawals', async () => {
    const [ravi, kavya, vikram] = [await newPaidExpert(), await newPaidExpert(), await newPaidExpert()]
    const account = { ...bank, accountNumber: '00123400001111' }
    await withdraw(ravi, { account })
    // The branch and leading zeros are written in two ways.
    await withdraw(kavya, { account: { ...account, ifscCode: 'HDFC0009999', accountNumber: '123400001111' } })
    await withdraw(vikram, { account: { ...account, ifscCode: 'SBIN0009999' } })
    const ids = [ravi.id, kavya.id]
    await db().updateTable('withdrawals').set({ account_fingerprint: null }).where('expert_id', 'in', ids).execute()
    expect(await searchAndFind(ravi.expert, kavya.expert)).toBeUndefined()
    expect(await fingerprintWithdrawals(system())).toBe(2)
    expect(await fingerprintWithdrawals(system())).toBe(0)
    expect((await searchAndFind(ravi.expert, kavya.expert))?.evidence).toEqual({ ...nothing, sharedBankAccounts: 1 })
    expect(await find(ravi.expert, vikram.expert)).toBeUndefined()
    expect(await find(kavya.expert, ravi.expert)).toBeUndefined()
    const { rows } = await sql<{ row: string }>`select w::text as row from withdrawals w`.execute(db())
    expect(rows.map(({ row }) => row).join('\n')).not.toContain('123400001111')
  })

  test('a bank account that the expert shares with another expert on the student’s device is evidence', async () => {
    const [student, called, hidden] = [await newStudent(), await newPaidExpert(), await newPaidExpert()]
    const account = { ...bank, accountNumber: '987600005555' }
    for (const expert of [called, hidden]) await withdraw(expert, { account })
    await call(student.person, called.expert)
    expect(await searchAndFind(student.person, called.expert)).toBeUndefined()
    await shareBrowser(student.person, hidden.expert)
    expect((await searchAndFind(student.person, called.expert))?.evidence).toEqual({
      ...nothing,
      paidSessions: 1,
      shortCalls: 1,
      shortCallsAtOnce: 1,
      deviceBankAccounts: 1,
    })
  })

  test.each([2, 3])('a circle of short calls of %i people is evidence', async (people) => {
    const students = await Promise.all(Array.from({ length: people }, newStudent))
    const experts = await Promise.all(Array.from({ length: people }, newCalledExpert))
    const at = <Item>(list: Item[], index: number) => list[index % people] as Item
    for (let index = 0; index < people; index += 1) {
      await shareBrowser(at(students, index).person, at(experts, index).person)
      if (index > 0) await call(at(students, index).person, at(experts, index + 1).person)
    }
    const [first, second] = [at(students, 0).person, at(experts, 1).person]
    expect(await searchAndFind(at(students, 1).person, at(experts, 2).person)).toBeUndefined()
    await call(first, second)
    expect((await searchAndFind(first, second))?.evidence).toEqual({
      ...nothing,
      paidSessions: 1,
      shortCalls: 1,
      shortCallsAtOnce: 1,
      circlePeople: people,
    })
  })
})

describe('a look', () => {
  async function newFoundPair() {
    const { student, expert, ownStudent } = await newPair()
    await shareBrowser(student, expert)
    const found = await searchAndFind(student, expert)
    if (!found) throw new Error('the pair was not found')
    const { id, evidenceAt } = found
    return { student, expert, ownStudent, found, input: { id, evidenceAt: evidenceAt.toISOString(), note: 'Sisters.' } }
  }
  const countWaiting = async () => (await countTeamQueues(system())).pairs

  test('removes the pair from the queue, with a note and an audit line of the figures', async () => {
    const { student, expert, found, input } = await newFoundPair()
    const meera = await newMember()
    const before = await countWaiting()
    const publishedTopics: string[] = []
    const ctx = { ...database.as(meera), publish: (topic: string) => publishedTopics.push(topic) }
    await lookAtPair(ctx, { ...input, note: '  Two sisters, I phoned both. ' })
    expect(publishedTopics).toEqual(['waiting:team'])
    expect(await countWaiting()).toBe(before - 1)
    expect(await find(student, expert)).toBeUndefined()
    expect(await find(student, expert, 'looked')).toEqual({
      ...found,
      unseen: [],
      look: {
        at: expect.any(Date),
        by: { id: meera.id, name: 'Meera Nair' },
        note: 'Two sisters, I phoned both.',
      },
    })
    const lines = await db().selectFrom('audit_log').selectAll().where('thing_id', '=', input.id).execute()
    expect(lines).toMatchObject([
      { act: 'pair looked at', thing: 'pair', actor_id: meera.id, subject_id: expert.id, after: found.evidence },
    ])
    expect(JSON.stringify(lines)).not.toContain('sisters')
  })

  test('stays valid until there is new evidence', async () => {
    const { student, expert, input } = await newFoundPair()
    await lookAtPair(database.as(await newMember()), input)
    await call(student, expert)
    expect(await searchAndFind(student, expert)).toBeUndefined()
    await shareBrowser(student, expert)
    const again = await searchAndFind(student, expert)
    expect(again).toMatchObject({ unseen: ['sharedBrowsers'], look: { note: 'Sisters.' } })
    // A further search changes nothing, so that the open page stays valid.
    expect(await searchAndFind(student, expert)).toEqual(again)
  })

  test('resets the counts of short and refunded calls', async () => {
    const { student, expert } = await newPair(pairShortCallsFrom)
    const found = await searchAndFind(student, expert)
    const { id = '', evidenceAt = new Date() } = found ?? {}
    await lookAtPair(database.as(await newMember()), { id, evidenceAt: evidenceAt.toISOString(), note: 'Homework.' })
    await call(student, expert, pairShortCallsFrom - 1)
    expect(await searchAndFind(student, expert)).toBeUndefined()
    await call(student, expert)
    expect(await searchAndFind(student, expert)).toMatchObject({
      evidence: { paidSessions: 10, shortCallsAtOnce: 5 },
      unseen: ['shortCallsAtOnce'],
    })
  })

  test('does not lose calls that end, are billed or are refunded between the search and the look', async () => {
    const { student, expert } = await newPair(pairShortCallsFrom)
    const found = await searchAndFind(student, expert)
    if (!found) throw new Error('the pair was not found')
    const late = await call(student, expert, pairShortCallsFrom)
    await refund(student, late)
    // They ended before the search, but were billed after it.
    await db().updateTable('help_sessions').set({ ended_at: found.evidenceAt }).where('id', 'in', late).execute()
    const input = { id: found.id, evidenceAt: found.evidenceAt.toISOString(), note: 'Homework.' }
    await lookAtPair(database.as(await newMember()), input)
    expect(await searchAndFind(student, expert)).toMatchObject({
      evidence: { paidSessions: 10, shortCallsAtOnce: 5, refundedWhole: 5 },
      unseen: ['shortCallsAtOnce', 'refundedWhole'],
    })
  })

  test('does not cover new calls that a search finds in the same millisecond', async () => {
    const { student, expert } = await newPair(pairShortCallsFrom)
    const found = await searchAndFind(student, expert)
    if (!found) throw new Error('the pair was not found')
    const late = await call(student, expert, pairShortCallsFrom)
    await refund(student, late)
    const lookedAt = new Date()
    const clock = { now: () => lookedAt }
    const input = { id: found.id, evidenceAt: found.evidenceAt.toISOString(), note: 'Homework.' }
    await lookAtPair(database.as(await newMember(), clock), input)
    await findSuspiciousPairs(database.as({ kind: 'system' }, clock))
    expect(await find(student, expert)).toMatchObject({ unseen: ['shortCallsAtOnce', 'refundedWhole'] })
  })

  test('does not cover a call that a later search added to the figures without new evidence', async () => {
    const { student, expert } = await newPair(pairShortCallsFrom)
    const found = await searchAndFind(student, expert)
    if (!found) throw new Error('the pair was not found')
    const endCalls = async (ids: SessionId[], daysAgo: number) =>
      db()
        .updateTable('help_sessions')
        .set({ ended_at: daysLater(new Date(), -daysAgo) })
        .where('id', 'in', ids)
        .execute()
    await endCalls(await call(student, expert), 40)
    expect(await searchAndFind(student, expert)).toMatchObject({ evidenceAt: found.evidenceAt })
    const input = { id: found.id, evidenceAt: found.evidenceAt.toISOString(), note: 'Homework.' }
    await lookAtPair(database.as(await newMember()), input)
    await endCalls(await call(student, expert, pairShortCallsFrom - 1), 38)
    expect(await searchAndFind(student, expert)).toMatchObject({ unseen: ['shortCallsAtOnce'] })
  })

  test('is not undone by a search that began before it', async () => {
    const { student, expert } = await newPair(pairShortCallsFrom)
    const found = await searchAndFind(student, expert)
    if (!found) throw new Error('the pair was not found')
    const earlier = (await searchPairs(system())).find(({ first_id }) => first_id === student.id)
    if (!earlier) throw new Error('the pair was not found again')
    await shareBrowser(student, expert)
    const input = { id: found.id, evidenceAt: found.evidenceAt.toISOString(), note: 'Homework.' }
    await lookAtPair(database.as(await newMember()), input)
    await storePair(system(), { ...earlier, sharedBrowsers: 1 }, new Date())
    expect(await find(student, expert)).toBeUndefined()
    expect(await searchAndFind(student, expert)).toMatchObject({ unseen: ['sharedBrowsers'] })
  })

  test('stays valid when the shared browser is gone, but not when another one replaces it', async () => {
    const { student, expert, input } = await newFoundPair()
    await lookAtPair(database.as(await newMember()), input)
    await db().deleteFrom('known_browsers').where('profile_id', '=', student.id).execute()
    expect(await searchAndFind(student, expert)).toBeUndefined()
    await shareBrowser(student, expert)
    expect(await searchAndFind(student, expert)).toMatchObject({
      evidence: { sharedBrowsers: 1 },
      unseen: ['sharedBrowsers'],
    })
  })

  test('needs a note, a pair, and the evidence that was read; otherwise nothing changes', async () => {
    const { student, expert, input } = await newFoundPair()
    const ctx = database.as(await newMember())
    await expect(lookAtPair(ctx, { ...input, note: ' ' })).rejects.toEqual(refusal('pair_note_missing'))
    await expect(lookAtPair(ctx, { ...input, note: 'x'.repeat(501) })).rejects.toEqual(refusal('invalid_input'))
    await expect(lookAtPair(ctx, { ...input, id: 'no id' })).rejects.toEqual(refusal('invalid_input'))
    await expect(lookAtPair(ctx, { ...input, evidenceAt: 'soon' })).rejects.toEqual(refusal('invalid_input'))
    await expect(lookAtPair(ctx, { ...input, id: randomUUID() })).rejects.toEqual(refusal('no_such_pair'))
    await shareBrowser(student, expert)
    await findSuspiciousPairs(system())
    await expect(lookAtPair(ctx, input)).rejects.toEqual(refusal('pair_moved_on'))
    expect(await find(student, expert)).toMatchObject({ look: null })
  })

  test('is done once when two colleagues look at the same time', async () => {
    const { input } = await newFoundPair()
    const [meera, tara] = [await newMember(), await newMember()]
    const all = await Promise.allSettled([meera, tara].map((person) => lookAtPair(database.as(person), input)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [failed] = all.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(failed).toEqual(refusal('pair_moved_on'))
    expect(failed.message).toContain('Last: pair looked at, by Meera Nair')
  })

  test('and the list are refused to everyone except the team with a second factor', async () => {
    const { student, expert, input } = await newFoundPair()
    const meera = await newMember()
    const others = [
      [student, 'not_allowed'],
      [expert, 'not_allowed'],
      [{ ...meera, secondFactorMissing: true }, 'not_allowed'],
      [{ kind: 'visitor', address: '203.0.113.9' } as const, 'not_signed_in'],
      [{ kind: 'newcomer', id: student.id, signInId: '' } as const, 'terms_needed'],
    ] as const
    for (const [actor, code] of others) {
      const ctx = database.as(actor)
      await expect(lookAtPair(ctx, input)).rejects.toEqual(refusal(code))
      await expect(listSuspiciousPairs(ctx, 'waiting')).rejects.toEqual(refusal(code))
      await expect(findSuspiciousPairs(ctx)).rejects.toEqual(refusal(code))
      await expect(fingerprintWithdrawals(ctx)).rejects.toEqual(refusal(code))
    }
    await expect(lookAtPair(system(), input)).rejects.toEqual(refusal('not_allowed'))
    expect(await find(student, expert)).toMatchObject({ look: null })
  })

  test('is deleted with either account, and the download leaves out the other person and the note', async () => {
    const { student, expert, ownStudent, input } = await newFoundPair()
    await lookAtPair(database.as(await newMember()), input)
    const storage = { list: async () => [] } as never
    const data = await collectOwnData({ ...database.as(student), storage })
    expect(data.suspicious_pairs).toEqual([
      {
        evidence: expect.objectContaining({ sharedBrowsers: 1 }),
        evidence_at: expect.any(Date),
        looked_at: expect.any(Date),
      },
    ])
    expect(JSON.stringify(data.suspicious_pairs)).not.toContain(expert.id)
    await deleteAccount(database.as(student), { password: ownStudent.password })
    await findSuspiciousPairs(system())
    expect(await find(student, expert, 'looked')).toBeUndefined()
    expect(await find(student, expert)).toBeUndefined()
  })
})

describe('a search', () => {
  test('neither waits for writers nor blocks them', async () => {
    const { student, expert } = await newPair()
    await shareBrowser(student, expert)
    await findSuspiciousPairs(system())
    const other = await newPair()
    await shareBrowser(other.student, other.expert)
    await db()
      .transaction()
      .execute(async (tx) => {
        // Locks the row, as a look or a deletion does.
        await tx
          .updateTable('suspicious_pairs')
          .set({ found_at: new Date(0) })
          .where('first_id', '=', other.student.id)
          .execute()
        await findSuspiciousPairs(system())
      })
    expect(await find(other.student, other.expert)).toBeTruthy()
  })

  test('stores nothing about an account that was deleted while it ran', async () => {
    const { student, expert, ownStudent } = await newPair()
    await shareBrowser(student, expert)
    const found = (await searchPairs(system())).find(({ first_id }) => first_id === student.id)
    if (!found) throw new Error('the pair was not found')
    await deleteAccount(database.as(student), { password: ownStudent.password })
    await storePair(system(), found, new Date())
    const rows = await db().selectFrom('suspicious_pairs').select('id').where('first_id', '=', student.id).execute()
    expect(rows).toEqual([])
  })

  test('that began earlier does not overwrite the evidence of a later one', async () => {
    const { student, expert } = await newPair()
    await shareBrowser(student, expert)
    const began = new Date()
    const earlier = (await searchPairs(system())).find(({ first_id }) => first_id === student.id)
    if (!earlier) throw new Error('the pair was not found')
    await shareBrowser(student, expert)
    await storePair(system(), { ...earlier, sharedBrowsers: 2 }, new Date(began.getTime() + 1_000))
    await storePair(system(), earlier, began)
    expect(await find(student, expert)).toMatchObject({ evidence: { sharedBrowsers: 2 } })
  })

  test('is requested by the team, runs as a job, and stores when it began', async () => {
    const tara = database.as((await newSignedInPerson(database.as, 'team', 'Tara Bose', 'support')).person)
    for (let click = 0; click < 3; click += 1) await requestPairSearch(tara)
    expect((await getPairSearch(tara)).isRequested).toBe(true)
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'find_pairs'`.execute(db())
    expect(rows).toHaveLength(1)
    await findSuspiciousPairs(system())
    expect(await getPairSearch(tara)).toEqual({ searchedAt: expect.any(Date), isRequested: false })
  })

  test('runs once at a time; if it was requested meanwhile, another one is planned', async () => {
    const tara = database.as(await newMember())
    await findSuspiciousPairs(system())
    const before = await getPairSearch(tara)
    await db()
      .transaction()
      .execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(5164845)`.execute(tx)
        await findSuspiciousPairs(system())
      })
    expect(await getPairSearch(tara)).toEqual(before)
    await sql`select from graphile_worker.remove_job('find pairs')`.execute(db())
    const later = new Date(Date.now() + 60_000)
    await db().updateTable('pair_searches').set({ requested_at: later }).execute()
    await findSuspiciousPairs(system())
    expect(await findJob(db(), 'find_pairs', 'find pairs')).toEqual({})
    await db().updateTable('pair_searches').set({ requested_at: null }).execute()
  })

  test('is run by the system and requested by support, and by nobody else', async () => {
    const { student, expert } = await newPair()
    const meera = await newMember()
    const { person: vikram } = await newSignedInPerson(database.as, 'team', 'Vikram Shah', 'finance')
    const others = [
      [student, 'not_allowed'],
      [expert, 'not_allowed'],
      [vikram, 'other_team_role'],
      [{ ...meera, secondFactorMissing: true }, 'not_allowed'],
      [{ kind: 'visitor', address: '203.0.113.9' } as const, 'not_signed_in'],
    ] as const
    for (const [actor, code] of others) {
      await expect(requestPairSearch(database.as(actor))).rejects.toEqual(refusal(code))
      await expect(getPairSearch(database.as(actor))).rejects.toEqual(refusal(code))
    }
    await expect(findSuspiciousPairs(database.as(meera))).rejects.toEqual(refusal('not_allowed'))
    const found = { first_id: student.id, second_id: expert.id } as never
    await expect(storePair(database.as(meera), found, new Date())).rejects.toEqual(refusal('not_allowed'))
  })
})

test('a pair that is not found for a long time is deleted', async () => {
  const { student, expert } = await newPair()
  await shareBrowser(student, expert)
  const found = await searchAndFind(student, expert)
  await db().deleteFrom('known_browsers').where('profile_id', '=', student.id).execute()
  expect((await searchAndFind(student, expert))?.id).toBe(found?.id)
  const before = daysLater(new Date(), -pairWatchDays - 1)
  await db().updateTable('suspicious_pairs').set({ found_at: before }).where('first_id', '=', student.id).execute()
  expect(await searchAndFind(student, expert)).toBeUndefined()
})
