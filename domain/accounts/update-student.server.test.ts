import { expect, test } from 'vitest'
import { getStudentProfile, studentProfileVersion } from '#domain/accounts/student-queries.server.ts'
import { updateStudent } from '#domain/accounts/update-student.server.ts'
import { useDatabase } from '#tests/database.ts'
import { newStudent, newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const asha = {
  fullName: ' Asha Verma ',
  phone: '+91 98450 12345',
  bio: 'Preparing for JEE.',
  languages: ' Hindi,, English , ',
  parentsWhatsapp: '9845012345',
}

test('a student saves the whole profile, and open pages are notified', async () => {
  const { person, email } = await newStudent(database.as)
  const publishedTopics: string[] = []
  await updateStudent({ ...database.as(person), publish: (topic) => publishedTopics.push(topic) }, asha)
  expect(await getStudentProfile(database.as(person))).toMatchObject({
    fullName: 'Asha Verma',
    email,
    phone: '+91 98450 12345',
    bio: 'Preparing for JEE.',
    languages: 'Hindi, English',
    parentsWhatsapp: '9845012345',
  })
  expect(publishedTopics).toEqual([`account:${person.id}`])
})

test('a page that has not seen the newest profile does not overwrite it', async () => {
  const ctx = database.as((await newStudent(database.as)).person)
  const seenVersion = studentProfileVersion(await getStudentProfile(ctx))
  await updateStudent(ctx, asha, { seenVersion })
  const stale = updateStudent(ctx, { ...asha, bio: 'From the second tab' }, { seenVersion })
  await expect(stale).rejects.toMatchObject({ code: 'profile_changed' })
  const stored = await getStudentProfile(ctx)
  expect(stored.bio).toBe('Preparing for JEE.')
  await updateStudent(ctx, { ...asha, bio: 'From the second tab' }, { seenVersion: studentProfileVersion(stored) })
  expect((await getStudentProfile(ctx)).bio).toBe('From the second tab')
})

test('empty fields are stored as null, and a missing student record is created', async () => {
  const { person } = await newSignedInPerson(database.as, 'user')
  await database.db().deleteFrom('student_details').where('profile_id', '=', person.id).execute()
  await updateStudent(database.as(person), {
    fullName: 'Asha Verma',
    phone: '',
    bio: ' ',
    languages: ' , ',
    parentsWhatsapp: '',
  })
  expect(await getStudentProfile(database.as(person))).toMatchObject({
    phone: null,
    bio: null,
    languages: '',
    parentsWhatsapp: null,
    memberSince: expect.any(Date),
  })
})

test.each([
  ['a parent’s number that starts with 5', { parentsWhatsapp: '5845012345' }, 'parents_number'],
  ['a parent’s number with nine digits', { parentsWhatsapp: '984501234' }, 'parents_number'],
  ['a name of one letter', { fullName: 'A' }, 'invalid_input'],
  ['a phone number in words', { phone: 'call me' }, 'invalid_input'],
  ['a bio that is too long', { bio: 'a'.repeat(1_001) }, 'invalid_input'],
])('%s is refused and nothing changes', async (_what, invalidField, code) => {
  const { person } = await newStudent(database.as)
  const before = await getStudentProfile(database.as(person))
  await expect(updateStudent(database.as(person), { ...asha, ...invalidField })).rejects.toMatchObject({ code })
  expect(await getStudentProfile(database.as(person))).toEqual(before)
})

test('saving one student does not change another', async () => {
  const [first, second] = [await newStudent(database.as), await newStudent(database.as)]
  await updateStudent(database.as(first.person), asha)
  expect(await getStudentProfile(database.as(second.person))).toMatchObject({ fullName: 'A Student' })
})

test.each(['expert', 'team'] as const)('saving and reading are refused to the role %s', async (role) => {
  const { person } = await newSignedInPerson(database.as, role)
  await expect(updateStudent(database.as(person), asha)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(getStudentProfile(database.as(person))).rejects.toMatchObject({ code: 'not_allowed' })
})

test('saving and reading are refused to a visitor', async () => {
  const visitor = database.as({ kind: 'visitor', address: '' })
  await expect(updateStudent(visitor, asha)).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(getStudentProfile(visitor)).rejects.toMatchObject({ code: 'not_signed_in' })
})
