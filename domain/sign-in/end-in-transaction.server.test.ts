import { expect, test } from 'vitest'
import type { Context } from '#domain/context.server.ts'
import { changePassword } from '#domain/sign-in/change-password.server.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { hashPassword } from '#domain/sign-in/passwords.server.ts'
import { createPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { setPasswordByLink } from '#domain/sign-in/set-password-by-link.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson, signInAs } from '#tests/signed-in-people.ts'

const database = useDatabase()
const visitor = () => database.as({ kind: 'visitor', address: '203.0.113.50' })
const isSignedIn = async (token: string) => (await findSignIn(visitor(), token)) !== null

/** Simulates a process that is killed after the commit: it cannot end sign-ins outside of the transaction. */
function killedAfterCommit(ctx: Context): Context {
  const db = new Proxy(ctx.db, {
    get(target, name) {
      if (name !== 'deleteFrom') return readBound(target, name)
      return (table: 'sign_ins') => {
        if (table === 'sign_ins') throw new Error('killed')
        return target.deleteFrom(table)
      }
    },
  })
  return { ...ctx, db }
}

/** The private fields of Kysely are only reachable on the object itself. */
function readBound(target: Context['db'], name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target)
  return typeof value === 'function' ? value.bind(target) : value
}

test('changing a password ends the other sign-ins, even if the process is killed right after the change', async () => {
  const asha = await newSignedInPerson(database.as)
  const other = await signInAs(database.as, asha.email, asha.password)
  const change = changePassword(killedAfterCommit(database.as(asha.person)), {
    current: asha.password,
    next: 'another-secret',
  })
  await change.catch(() => undefined)
  await signInAs(database.as, asha.email, 'another-secret')
  expect([await isSignedIn(asha.token), await isSignedIn(other.token)]).toEqual([true, false])
})

test('setting a password by a link ends all sign-ins, even if the process is killed right after the change', async () => {
  const asha = await newSignedInPerson(database.as)
  const link = { profileId: asha.person.id, purpose: 'reset_password' } as const
  const { token } = await createPasswordLink(database.as({ kind: 'system' }), link)
  await setPasswordByLink(killedAfterCommit(visitor()), { token, next: 'another-secret' }).catch(() => undefined)
  await signInAs(database.as, asha.email, 'another-secret')
  expect(await isSignedIn(asha.token)).toBe(false)
})

test('a sign-in fails when the password is replaced during the check', async () => {
  const asha = await newSignedInPerson(database.as)
  const nextHash = await hashPassword('another-secret')
  const ctx = visitor()
  let isReplaced = false
  const db = new Proxy(ctx.db, {
    get(target, name) {
      if (name !== 'transaction') return readBound(target, name)
      return () => ({
        execute: async (work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) => {
          isReplaced = true
          await target
            .updateTable('credentials')
            .set({ password_hash: nextHash })
            .where('profile_id', '=', asha.person.id)
            .execute()
          return target.transaction().execute(work)
        },
      })
    },
  })
  const attempt = signIn({ ...ctx, db }, { email: asha.email, password: asha.password, userAgent: '' })
  await expect(attempt).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect(isReplaced).toBe(true)
  const rows = await database
    .db()
    .selectFrom('sign_ins')
    .select('id')
    .where('profile_id', '=', asha.person.id)
    .execute()
  expect(rows).toHaveLength(1)
})
