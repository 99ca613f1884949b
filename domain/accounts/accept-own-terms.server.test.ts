import { expect, test } from 'vitest'
import { acceptOwnTerms } from '#domain/accounts/accept-own-terms.server.ts'
import { signOut } from '#domain/accounts/end-sign-ins.server.ts'
import { hasAcceptedTerms } from '#domain/accounts/queries.server.ts'
import { startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import { createExpert } from '#domain/applications/create-expert.server.ts'
import type { Newcomer } from '#domain/policy.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { termsVersion } from '#kernel/legal-texts.ts'
import { findActor } from '#server/find-actor.ts'
import { useDatabase } from '#tests/database.ts'
import { createCast } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })
let count = 0

/** Creates an expert account as the team does, and signs in for the first time. */
async function newcomer() {
  count += 1
  const id = await createExpert(system(), {
    email: `kavita-${count}@samjhao.example`,
    fullName: 'Kavita Rao',
    phone: '+91 98450 00000',
    category: 'academic',
  })
  const { token } = await startSignIn(system(), database.db(), { id, role: 'expert' }, { address: '', userAgent: '' })
  const signedIn = await findSignIn(system(), token)
  if (!signedIn) throw new Error('no sign-in')
  const { signInId } = signedIn.person
  return { id, token, signedIn, actor: { kind: 'newcomer', id, signInId } satisfies Newcomer }
}

const listAcceptances = (id: AccountId) =>
  database.db().selectFrom('terms_acceptances').select('version').where('profile_id', '=', id).execute()

test('an expert created by the team accepts the terms at the first sign-in and is not asked again', async () => {
  const { id, token, signedIn, actor } = await newcomer()
  expect(signedIn.termsMissing).toBe(true)
  await Promise.all([1, 2].map(() => acceptOwnTerms(database.as(actor), { accepted: true })))
  expect(await listAcceptances(id)).toEqual([{ version: termsVersion }])
  const accepted = await findSignIn(system(), token)
  expect(accepted?.termsMissing).toBe(false)
  expect(accepted && (await hasAcceptedTerms(database.as(accepted.person)))).toBe(true)
})

test('the terms of a person whose acceptance is not stored are not accepted', async () => {
  const { person } = await newSignedInPerson(database.as, 'expert')
  await database.db().deleteFrom('terms_acceptances').where('profile_id', '=', person.id).execute()
  expect(await hasAcceptedTerms(database.as(person))).toBe(false)
  const visitor = database.as({ kind: 'visitor', address: '' })
  await expect(hasAcceptedTerms(visitor)).rejects.toMatchObject({ code: 'not_signed_in' })
})

test('without the confirmation nothing is stored', async () => {
  const { id, actor } = await newcomer()
  await expect(acceptOwnTerms(database.as(actor), { accepted: false })).rejects.toMatchObject({
    code: 'terms_not_accepted',
  })
  expect(await listAcceptances(id)).toEqual([])
})

test('a newcomer can use an open session until it ends', async () => {
  const cast = createCast(database.as)
  const { person, token, expertId } = await cast.expert()
  const student = await cast.student()
  const sessionId = await cast.ask(student, expertId)
  await database.db().deleteFrom('terms_acceptances').where('profile_id', '=', person.id).execute()
  const { actor } = (await findActor(cast.ctxAs({ kind: 'system' }), { token, address: '', browser: '' })) ?? {}
  expect(actor).toMatchObject({ kind: 'newcomer', inSession: { kind: 'person', onlySession: sessionId } })
  await cancelSession(cast.ctxAs(student), { id: sessionId })
  const { actor: after } = (await findActor(cast.ctxAs({ kind: 'system' }), { token, address: '', browser: '' })) ?? {}
  expect(after).toMatchObject({ kind: 'newcomer', id: person.id })
  expect(after).not.toHaveProperty('inSession.id')
})

test('logging out works before the acceptance', async () => {
  const { token, actor } = await newcomer()
  await signOut(database.as(actor))
  expect(await findSignIn(system(), token)).toBeNull()
})

test.each(['student', 'expert', 'team'] as const)('a %s has no terms to accept and is refused', async (role) => {
  const { person, token } = await newSignedInPerson(database.as, role)
  expect((await findSignIn(system(), token))?.termsMissing).toBe(false)
  await expect(acceptOwnTerms(database.as(person), { accepted: true })).rejects.toMatchObject({ code: 'not_allowed' })
})

test('a visitor is refused', async () => {
  const visitor = database.as({ kind: 'visitor', address: '' })
  await expect(acceptOwnTerms(visitor, { accepted: true })).rejects.toMatchObject({ code: 'not_signed_in' })
})
