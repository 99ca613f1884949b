import { expect, test } from 'vitest'
import { deleteAccount } from '#domain/accounts/delete-account.server.ts'
import { findSignIn } from '#domain/accounts/find-sign-in.server.ts'
import { collectOwnData } from '#domain/accounts/own-data.server.ts'
import type { Storage } from '#platform/storage/port.ts'
import { useDatabase } from '#tests/database.ts'
import { newStudent, signInAs, somebody } from '#tests/signed-in.ts'

const database = useDatabase()
const removed: string[] = []
const storage: Storage = {
  put: async () => undefined,
  get: async () => null,
  list: async (prefix) => [`${prefix}2026-01-01/0a1b2c3d.webp`],
  remove: async (keys) => void removed.push(...keys),
}

test('one’s own data is all there, and no secret with it', async () => {
  const asha = await newStudent(database.as)
  const data = await collectOwnData(database.as(asha.person))
  expect(data).toMatchObject({
    profile: { email: asha.email, role: 'student' },
    student: { full_name: 'A Student' },
    sign_ins: [{ user_agent: 'a test' }],
    terms_acceptances: [{ version: '2025-04-09' }],
  })
  expect(JSON.stringify(data)).not.toMatch(/hash|argon2|token/)
  await expect(collectOwnData(database.as({ kind: 'visitor', address: '' }))).rejects.toMatchObject({
    code: 'not_signed_in',
  })
})

test('a deleted account has no name, no password, no sign-in and no photo, and its address is free again', async () => {
  const asha = await somebody(database.as)
  const ctx = { ...database.as(asha.person), storage }
  await expect(deleteAccount(ctx, { password: 'a guess' })).rejects.toMatchObject({
    code: 'wrong_current_password',
  })
  expect(await findSignIn(ctx, asha.token)).not.toBeNull()
  await deleteAccount(ctx, { password: asha.password })
  expect(await findSignIn(ctx, asha.token)).toBeNull()
  expect(removed).toEqual([`${asha.person.id}/2026-01-01/0a1b2c3d.webp`])
  const left = await database
    .db()
    .selectFrom('profiles')
    .selectAll()
    .where('id', '=', asha.person.id)
    .executeTakeFirst()
  expect(left).toMatchObject({ full_name: 'Deleted account', phone_number: null })
  expect(left?.email).not.toContain('person-')
  await expect(signInAs(database.as, asha.email, asha.password)).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
})

test('somebody of the team cannot delete the account that the audit log names', async () => {
  const meera = await somebody(database.as, 'team')
  const ctx = { ...database.as(meera.person), storage }
  await expect(deleteAccount(ctx, { password: meera.password })).rejects.toMatchObject({
    code: 'not_allowed',
  })
})
