import { describe, expect, test } from 'vitest'
import type { Context } from '#domain/context.server.ts'
import type { Person, Role } from '#domain/policy.ts'
import { addPasskey, startPasskey } from '#domain/sign-in/add-passkey.server.ts'
import { changePassword } from '#domain/sign-in/change-password.server.ts'
import { changeEmail } from '#domain/sign-in/email-links.server.ts'
import { getOwnFactors } from '#domain/sign-in/queries.server.ts'
import { renewRecoveryCodes } from '#domain/sign-in/recovery-codes.server.ts'
import { removePasskey } from '#domain/sign-in/remove-passkey.server.ts'
import {
  confirmSecondFactor,
  openSecret,
  removeSecondFactor,
  startSecondFactor,
} from '#domain/sign-in/second-factor.server.ts'
import { createPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { setPasswordByLink } from '#domain/sign-in/set-password-by-link.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import { codeAt } from '#domain/sign-in/totp.server.ts'
import { createAuthenticator } from '#tests/authenticator.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson, signInAs } from '#tests/signed-in-people.ts'

const database = useDatabase()
const visitor = () => database.as({ kind: 'visitor', address: '203.0.113.50' })
const site = { name: 'Samjhao', origin: 'https://samjhao.example' }
const ownersPassword = 'set-by-the-owner'

type Account = Awaited<ReturnType<typeof newSignedInPerson>>

/** The owner sets a password by a link after the checks of a request, and before its transaction begins. */
function withReset(account: Account): Context {
  const ctx = database.as(account.person)
  const db = new Proxy(ctx.db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
      return () => ({
        execute: async (work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) => {
          const link = { profileId: account.person.id, purpose: 'reset_password' } as const
          const { token } = await createPasswordLink(database.as({ kind: 'system' }), link)
          await setPasswordByLink(visitor(), { token, next: ownersPassword })
          return target.transaction().execute(work)
        },
      })
    },
  })
  return { ...ctx, db }
}

const actions = {
  'change the password': async (account: Account) => {
    await changePassword(withReset(account), { current: account.password, next: 'set-by-the-thief' })
  },
  'change the address': async (account: Account) => {
    const email = `thief-of-${account.email}`
    await changeEmail(withReset(account), { email, password: account.password })
  },
  'add a passkey': async ({ person, password, ...rest }: Account) => {
    const options = await startPasskey(database.as(person), { password, site })
    const response = createAuthenticator(site.origin).create(options)
    await addPasskey(withReset({ person, password, ...rest }), { response, name: '', site, userAgent: '' })
  },
  'switch an authenticator on': async (account: Account) => {
    await startSecondFactor(database.as(account.person), account)
    await confirmSecondFactor(withReset(account), await readCode(account.person))
  },
}

/** An account with one passkey and, with this password, an authenticator. */
async function addFactors({ person, password }: Account) {
  const options = await startPasskey(database.as(person), { password, site })
  const response = createAuthenticator(site.origin).create(options)
  await addPasskey(database.as(person), { response, name: '', site, userAgent: '' })
  await startSecondFactor(database.as(person), { password })
  await confirmSecondFactor(database.as(person), await readCode(person))
}

const removals = {
  'remove a passkey': async (account: Account) => {
    const [passkey] = (await getOwnFactors(database.as(account.person))).passkeys
    await removePasskey(withReset(account), { id: passkey?.id ?? '', password: account.password })
  },
  'switch the authenticator off': async (account: Account) => removeSecondFactor(withReset(account), account),
  'get new recovery codes': async (account: Account) => {
    await renewRecoveryCodes(withReset(account), account)
  },
}

describe.each(['student', 'expert', 'team'] as const)('a thief in an open browser of a %s', (role: Role) => {
  test.each(Object.keys(actions) as (keyof typeof actions)[])(
    'cannot %s once the owner has set a password by a link',
    async (name) => {
      const account = await newSignedInPerson(database.as, role)
      const expected = name === 'change the password' ? 'wrong_current_password' : 'not_signed_in'
      await expect(actions[name](account)).rejects.toMatchObject({ code: expected })
      // Without a factor and under the old email address, the password of the owner is enough.
      await signInAs(database.as, account.email, ownersPassword)
    },
  )

  test.each(Object.keys(removals) as (keyof typeof removals)[])(
    'cannot %s once the owner has set a password by a link',
    async (name) => {
      const account = await newSignedInPerson(database.as, role)
      await addFactors(account)
      const before = await getOwnFactors(database.as(account.person))
      await expect(removals[name](account)).rejects.toMatchObject({ code: 'not_signed_in' })
      expect(await getOwnFactors(database.as(account.person))).toEqual(before)
      const attempt = signIn(visitor(), { email: account.email, password: ownersPassword, userAgent: '' })
      await expect(attempt).rejects.toMatchObject({ code: 'code_needed' })
    },
  )
})

async function readCode(person: Person): Promise<string> {
  const factor = await database
    .db()
    .selectFrom('second_factors')
    .selectAll()
    .where('profile_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const step = Math.floor(database.as(person).clock.now().getTime() / 30_000)
  return codeAt(openSecret(database.as(person), factor), step)
}
