import { expect, test } from 'vitest'
import { ensureExpert } from '#domain/experts/ensure-expert.server.ts'
import { getOwnExpert } from '#domain/experts/queries.server.ts'
import { paise } from '#kernel/money.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()

test('ten concurrent first visits create one record, with the specified defaults', async () => {
  const { person, email } = await newSignedInPerson(database.as, 'expert')
  const ctx = database.as(person)
  await database.db().deleteFrom('experts').where('user_id', '=', person.id).execute()
  await database
    .db()
    .updateTable('profiles')
    .set({ avatar_url: '/photos/ravi.webp' })
    .where('id', '=', person.id)
    .execute()
  await Promise.all(Array.from({ length: 10 }, () => ensureExpert(ctx)))
  expect(await getOwnExpert(ctx)).toMatchObject({
    approval: 'pending',
    fullName: expect.stringMatching(/^Person \d+$/),
    email,
    title: null,
    photoUrl: expect.stringMatching(/^\/photos\/ravi\.webp\?v=\d+$/),
    subcategories: [],
    keySubjects: [],
    experienceYears: 0,
    language: 'English',
    ratePaisePerMinute: paise(10_00),
    rating: null,
    reviews: 0,
    sessions: 0,
    todaysEarningsPaise: 0,
    walletBalancePaise: 0,
    isOnline: false,
    isComplete: false,
  })
})

test.each(['student', 'user', 'team'] as const)('the role %s gets no record and cannot read one', async (role) => {
  const { person } = await newSignedInPerson(database.as, role)
  await expect(ensureExpert(database.as(person))).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(getOwnExpert(database.as(person))).rejects.toMatchObject({ code: 'not_allowed' })
  const rows = await database.db().selectFrom('experts').where('user_id', '=', person.id).select('id').execute()
  expect(rows).toEqual([])
})

test('a student who claims to be an expert gets no record', async () => {
  const { person } = await newSignedInPerson(database.as, 'student')
  const forged = database.as({ ...person, role: 'expert', approval: 'approved' })
  await ensureExpert(forged)
  await expect(getOwnExpert(forged)).rejects.toMatchObject({ code: 'no_such_expert' })
})

test('creating the record is refused to a visitor', async () => {
  const visitor = database.as({ kind: 'visitor', address: '' })
  await expect(ensureExpert(visitor)).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(getOwnExpert(visitor)).rejects.toMatchObject({ code: 'not_signed_in' })
})
