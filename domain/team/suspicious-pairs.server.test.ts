import { expect, test } from 'vitest'
import { listSuspiciousPairs } from '#domain/team/suspicious-pairs.server.ts'
import { pairShortCallsFrom } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { insertBilledSessionsOf } from '#tests/reviews.ts'
import { createCast } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { ctxAs } = cast

async function newPair(calls: number) {
  const { person: student } = await newSignedInPerson(database.as)
  const { person: expert } = await cast.expert()
  await database
    .db()
    .updateTable('sign_ins')
    .set({ address: student.id })
    .where('profile_id', '=', student.id)
    .execute()
  await database.db().updateTable('sign_ins').set({ address: expert.id }).where('profile_id', '=', expert.id).execute()
  const studentIds = Array.from({ length: calls }, () => student.id)
  await insertBilledSessionsOf(database.db(), { expertId: expert.id, studentIds })
  return { student, expert }
}

async function findPair({ student, expert }: Awaited<ReturnType<typeof newPair>>) {
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  const pairs = await listSuspiciousPairs(ctxAs(meera))
  return pairs.find((pair) => pair.student.id === student.id && pair.expert.id === expert.id)
}

test('a pair without evidence is not listed', async () => {
  expect(await findPair(await newPair(pairShortCallsFrom - 1))).toBeUndefined()
})

test('many small calls list the pair, with the figures', async () => {
  expect(await findPair(await newPair(pairShortCallsFrom))).toMatchObject({
    paidSessions: pairShortCallsFrom,
    shortCalls: pairShortCallsFrom,
    sharedBrowsers: 0,
    sharedAddresses: 0,
  })
})

test('one browser or one address on both sides lists the pair, and punishes nobody', async () => {
  const pair = await newPair(1)
  const seen = { token_hash: Buffer.alloc(32, 7), first_seen_at: new Date(), last_seen_at: new Date() }
  for (const { id } of [pair.student, pair.expert]) {
    await database
      .db()
      .insertInto('known_browsers')
      .values({ ...seen, profile_id: id })
      .execute()
    const at = { created_at: new Date(), last_used_at: new Date(), expires_at: new Date() }
    const signIn = { ...at, profile_id: id, token_hash: Buffer.from(id.replaceAll('-', '')), address: '203.0.113.77' }
    await database.db().insertInto('sign_ins').values(signIn).execute()
  }
  expect(await findPair(pair)).toMatchObject({ sharedBrowsers: 1, sharedAddresses: 1, paidSessions: 1 })
  const people = [pair.student.id, pair.expert.id]
  const rows = await database.db().selectFrom('profiles').select('suspended_at').where('id', 'in', people).execute()
  expect(rows).toEqual([{ suspended_at: null }, { suspended_at: null }])
})

test('the list is refused to everyone but the team', async () => {
  const { student, expert } = await newPair(0)
  for (const person of [student, expert]) {
    await expect(listSuspiciousPairs(ctxAs(person))).rejects.toMatchObject({ code: 'not_allowed' })
  }
  const visitor = { kind: 'visitor', address: '203.0.113.9' } as const
  await expect(listSuspiciousPairs(ctxAs(visitor))).rejects.toMatchObject({ code: 'not_signed_in' })
})
