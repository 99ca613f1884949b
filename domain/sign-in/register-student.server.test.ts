import { expect, test } from 'vitest'
import { registerStudent } from '#domain/sign-in/register-student.server.ts'
import { termsVersion } from '#kernel/legal-texts.ts'
import { useDatabase } from '#tests/database.ts'
import { newStudent } from '#tests/signed-in-people.ts'

const database = useDatabase()
const visitor = () => database.as({ kind: 'visitor', address: '203.0.113.7' })
const asha = {
  email: 'asha@samjhao.example',
  fullName: 'Asha Verma',
  password: 'asha-learns',
  accepted: true,
  userAgent: '',
}

test('registering creates the account, the student record and the acceptance of the terms, and signs in', async () => {
  const { person, email } = await newStudent(database.as)
  expect(person).toMatchObject({ role: 'student', approval: null })
  const student = await database.db().selectFrom('students').selectAll().where('id', '=', person.id).executeTakeFirst()
  expect(student).toMatchObject({ email, full_name: 'A Student', past_sessions: 0 })
  const accepted = await database
    .db()
    .selectFrom('terms_acceptances')
    .select('version')
    .where('profile_id', '=', person.id)
    .execute()
  expect(accepted).toEqual([{ version: termsVersion }])
})

test.each([
  ['without accepting the terms', { accepted: false }, 'terms_not_accepted'],
  ['with a common password', { password: 'Password1' }, 'weak_password'],
  ['with a password of five characters', { password: '12345' }, 'invalid_input'],
  ['with a name of one letter', { fullName: 'A' }, 'invalid_input'],
  ['with an invalid address', { email: 'asha' }, 'invalid_input'],
])('registering %s is refused and creates nothing', async (_what, wrong, code) => {
  const email = `refused-${code}@samjhao.example`
  await expect(registerStudent(visitor(), { ...asha, email, ...wrong })).rejects.toMatchObject({ code })
  expect(await database.db().selectFrom('profiles').select('id').where('email', '=', email).execute()).toEqual([])
})

test('a refused registration has an error text for each invalid field', async () => {
  const wrong = { ...asha, fullName: 'A', email: 'asha', password: '12345' }
  await expect(registerStudent(visitor(), wrong)).rejects.toMatchObject({
    problems: {
      fullName: 'Name must be at least 2 characters',
      email: 'Please enter a valid email address',
      password: 'Password must be at least 6 characters',
    },
  })
  await expect(registerStudent(visitor(), { ...asha, password: 'asha2008' })).rejects.toMatchObject({
    code: 'weak_password',
    problems: { password: expect.stringContaining('only your name') },
  })
})

test('registering in a signed-in browser records the network address and counts the attempt', async () => {
  const { person } = await newStudent(database.as)
  const address = '203.0.113.45'
  const { id } = await registerStudent(database.as({ ...person, address }), {
    ...asha,
    email: 'sister@samjhao.example',
  })
  const rows = await database.db().selectFrom('sign_ins').select('address').where('profile_id', '=', id).execute()
  expect(rows).toEqual([{ address }])
  const counts = await database.db().selectFrom('sign_in_throttles').select('key').execute()
  expect(counts.map(({ key }) => key)).toContain(`registration ${address}`)
  expect(counts.map(({ key }) => key)).not.toContain('registration ')
})

test('a role in the request is ignored', async () => {
  const input = { ...asha, email: 'sly@samjhao.example', role: 'team' }
  const { id } = await registerStudent(visitor(), input)
  const row = await database.db().selectFrom('profiles').select('role').where('id', '=', id).executeTakeFirst()
  expect(row?.role).toBe('student')
})

test('twenty concurrent registrations with one address create one account with all its records', async () => {
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => registerStudent(visitor(), asha)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const codes = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason.code] : []))
  expect(new Set(codes).size).toBeLessThanOrEqual(2)
  expect(codes).toContain('email_taken')
})
