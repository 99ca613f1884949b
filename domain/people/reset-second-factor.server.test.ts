import { describe, expect, test } from 'vitest'
import { resetSecondFactor } from '#domain/people/reset-second-factor.server.ts'
import { getTeamPerson } from '#domain/people/queries.server.ts'
import type { Person, Role } from '#domain/policy.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { getOwnFactors } from '#domain/sign-in/queries.server.ts'
import { confirmSecondFactor, openSecret, startSecondFactor } from '#domain/sign-in/second-factor.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import { codeAt } from '#domain/sign-in/totp.server.ts'
import { actionReasonMaxLength } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { notificationsOf } from '#tests/notifications.ts'
import { newDecider, newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const visitor = { kind: 'visitor', address: '203.0.113.9' } as const
const why = 'Lost phone and codes. I called the number on file and saw her passport in a video call.'
const refusal = (code: string) => expect.objectContaining({ code })

/** A person with an authenticator, a passkey and recovery codes. */
async function newOwner(role: Role = 'student') {
  const owner = await newSignedInPerson(database.as, role)
  const { person } = owner
  const ctx = database.as(person)
  await startSecondFactor(ctx, owner)
  const { db } = ctx
  const factor = await db.selectFrom('second_factors').selectAll().where('profile_id', '=', person.id).execute()
  const [stored] = factor
  if (!stored) throw new Error('no authenticator')
  await confirmSecondFactor(ctx, codeAt(openSecret(ctx, stored), Math.floor(Date.now() / 30_000)))
  const key = { credential_id: Buffer.from(person.id), public_key: Buffer.from('key'), counter: 0, name: 'Phone' }
  await db
    .insertInto('passkeys')
    .values({ profile_id: person.id, created_at: new Date(), ...key })
    .execute()
  return owner
}

const listAudit = ({ id }: Person) =>
  database
    .db()
    .selectFrom('audit_log')
    .select(['act', 'actor_id', 'thing', 'thing_id', 'why'])
    .where('subject_id', '=', id)
    .where('act', '=', 'second factor reset')
    .execute()
const hasFactors = async ({ person, token }: { person: Person; token: string }) => {
  const { hasAuthenticator, passkeys, recoveryCodesLeft } = await getOwnFactors(database.as(person))
  const isSignedIn = (await findSignIn(database.as(visitor), token)) !== null
  return { hasAuthenticator, passkeys: passkeys.length, recoveryCodesLeft, isSignedIn }
}
const everything = { hasAuthenticator: true, passkeys: 1, recoveryCodesLeft: 10, isSignedIn: true }

test.each(['student', 'expert', 'team'] as const)(
  'an administrator resets the lost second factor of a %s, who is signed out, notified and can log in by password',
  async (role) => {
    const meera = await newDecider(database.as)
    const owner = await newOwner(role)
    const { person, email, password } = owner
    expect(await hasFactors(owner)).toEqual(everything)
    expect(await getTeamPerson(database.as(meera), person.id)).toMatchObject({ hasSecondFactor: true })
    const published: unknown[] = []
    const publish = (...message: unknown[]) => void published.push(message)
    await resetSecondFactor({ ...database.as(meera), publish }, { id: person.id, why })
    expect(await hasFactors(owner)).toEqual({
      hasAuthenticator: false,
      passkeys: 0,
      recoveryCodesLeft: 0,
      isSignedIn: false,
    })
    expect(published).toContainEqual([`person:${person.id}`, expect.objectContaining({ type: 'all_ended' })])
    expect(await getTeamPerson(database.as(meera), person.id)).toMatchObject({ hasSecondFactor: false })
    const { token } = await signIn(database.as(visitor), { email, password, userAgent: '' })
    const found = await findSignIn({ ...database.as(visitor), secondFactorRequired: true }, token)
    expect(found?.person.secondFactorMissing).toBe(role === 'team')
    expect(await listAudit(person)).toEqual([
      { act: 'second factor reset', actor_id: meera.id, thing: 'person', thing_id: person.id, why },
    ])
    const facts = { what: 'second_factor_off', byTeam: true, ...(role === 'team' && { isTeam: true }) }
    const sent = (await notificationsOf(database.db(), person.id)).filter((each) => 'byTeam' in Object(each.facts))
    expect(sent.map((each) => each.facts)).toEqual([facts])
    const again = resetSecondFactor(database.as(meera), { id: person.id, why })
    await expect(again).rejects.toEqual(refusal('no_second_factor'))
  },
)

describe('resetting a second factor', () => {
  test('is refused to everyone but an administrator with a second factor', async () => {
    const owner = await newOwner()
    const newMember = (teamRole: 'support' | 'finance') => newDecider(database.as, 'Tara Bose', teamRole)
    const others: [Person, string][] = [
      [(await newSignedInPerson(database.as)).person, 'not_allowed'],
      [(await newSignedInPerson(database.as, 'expert')).person, 'not_allowed'],
      [owner.person, 'not_allowed'],
      [await newMember('support'), 'other_team_role'],
      [await newMember('finance'), 'other_team_role'],
      [{ ...(await newDecider(database.as)), secondFactorMissing: true }, 'not_allowed'],
    ]
    const input = { id: owner.person.id, why }
    for (const [actor, code] of others) {
      await expect(resetSecondFactor(database.as(actor), input)).rejects.toEqual(refusal(code))
    }
    await expect(resetSecondFactor(database.as(visitor), input)).rejects.toEqual(refusal('not_signed_in'))
    const { id, signInId } = owner.person
    const newcomer = database.as({ kind: 'newcomer', id, signInId })
    await expect(resetSecondFactor(newcomer, input)).rejects.toEqual(refusal('terms_needed'))
    expect(await hasFactors(owner)).toEqual(everything)
    expect(await listAudit(owner.person)).toEqual([])
  })

  test('is refused for oneself, without a reason, without the password and for people without a factor', async () => {
    const [owner, meera] = [await newOwner(), await newDecider(database.as)]
    const { person: withoutPassword } = await newSignedInPerson(database.as, 'team')
    const { person: other } = await newSignedInPerson(database.as)
    const { id } = owner.person
    const cases: [Person, { id: string; why: string }, string][] = [
      [meera, { id: meera.id, why }, 'own_account'],
      [meera, { id, why: ' ' }, 'why_missing'],
      [meera, { id, why: 'x'.repeat(actionReasonMaxLength + 1) }, 'invalid_input'],
      [meera, { id: 'no id', why }, 'invalid_input'],
      [meera, { id: crypto.randomUUID(), why }, 'nothing_there'],
      [meera, { id: other.id, why }, 'no_second_factor'],
      [withoutPassword, { id, why }, 'password_again'],
    ]
    for (const [actor, input, code] of cases) {
      const result = resetSecondFactor(database.as(actor), input as Parameters<typeof resetSecondFactor>[1])
      await expect(result).rejects.toEqual(refusal(code))
    }
    expect(await hasFactors(owner)).toEqual(everything)
    expect(await listAudit(owner.person)).toEqual([])
  })

  test('works once when two administrators reset it at the same time', async () => {
    const owner = await newOwner('expert')
    const results = await Promise.allSettled(
      [await newDecider(database.as), await newDecider(database.as)].map((meera) =>
        resetSecondFactor(database.as(meera), { id: owner.person.id, why }),
      ),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await listAudit(owner.person)).toHaveLength(1)
  })
})
