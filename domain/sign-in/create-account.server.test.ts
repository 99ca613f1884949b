import { verify } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { cast } from '#demo/cast.ts'
import { createAccount } from '#domain/sign-in/create-account.server.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })

describe('creating an account', () => {
  test('creates the profile and the password together', async () => {
    const id = await createAccount(system(), { ...cast.asha, email: ' Asha@Samjhao.example ' })
    const row = await database
      .db()
      .selectFrom('profiles')
      .innerJoin('credentials', 'profile_id', 'id')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ email: 'asha@samjhao.example', full_name: 'Asha Verma', role: 'student' })
    expect(row.password_hash).toMatch(/^\$argon2id\$/)
    expect(await verify(row.password_hash, cast.asha.password)).toBe(true)
  })

  test('succeeds once for twenty concurrent requests with one email address', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, () => createAccount(system(), { ...cast.ravi })),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const reasons = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []))
    expect(reasons.every((reason) => reason.code === 'email_taken')).toBe(true)
  })

  test.each([
    ['an invalid address', { email: 'asha' }],
    ['a password of five characters', { password: '12345' }],
    ['a name of one letter', { fullName: ' A ' }],
    ['a name that is too long', { fullName: 'A'.repeat(121) }],
    ['a role that does not exist', { role: 'owner' as never }],
  ])('is refused with %s and changes nothing', async (_what, wrong) => {
    const before = await countProfiles()
    await expect(createAccount(system(), { ...cast.meera, ...wrong })).rejects.toMatchObject({
      code: 'invalid_input',
      status: 400,
    })
    expect(await countProfiles()).toBe(before)
  })

  test('is refused to a visitor', async () => {
    await expect(createAccount(database.as({ kind: 'visitor', address: '' }), cast.meera)).rejects.toMatchObject({
      code: 'not_signed_in',
      status: 401,
    })
  })
})

async function countProfiles(): Promise<number> {
  const { count } = await database
    .db()
    .selectFrom('profiles')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
