import { expect, test } from 'vitest'
import { acceptOwnTerms } from '#domain/accounts/accept-own-terms.server.ts'
import { termsVersion } from '#domain/accounts/contract.ts'
import { signOut } from '#domain/accounts/end-sign-ins.server.ts'
import { startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import { createExpert } from '#domain/applications/create-expert.server.ts'
import type { Newcomer } from '#domain/policy.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })
let count = 0

/** An expert whom the team has created, at the first sign-in. */
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

test('an expert made by the team accepts the terms at the first sign-in, once, and is then asked no more', async () => {
  const { id, token, signedIn, actor } = await newcomer()
  expect(signedIn.termsMissing).toBe(true)
  await Promise.all([1, 2].map(() => acceptOwnTerms(database.as(actor), { accepted: true })))
  expect(await listAcceptances(id)).toEqual([{ version: termsVersion }])
  expect((await findSignIn(system(), token))?.termsMissing).toBe(false)
})

test('without the confirmation nothing is stored', async () => {
  const { id, actor } = await newcomer()
  await expect(acceptOwnTerms(database.as(actor), { accepted: false })).rejects.toMatchObject({
    code: 'terms_not_accepted',
  })
  expect(await listAcceptances(id)).toEqual([])
})

test('logging out works before the acceptance', async () => {
  const { token, actor } = await newcomer()
  await signOut(database.as(actor))
  expect(await findSignIn(system(), token)).toBeNull()
})

test.each(['student', 'expert', 'team'] as const)('a %s, who is not asked for it, is refused', async (role) => {
  const { person, token } = await newSignedInPerson(database.as, role)
  expect((await findSignIn(system(), token))?.termsMissing).toBe(false)
  await expect(acceptOwnTerms(database.as(person), { accepted: true })).rejects.toMatchObject({ code: 'not_allowed' })
})

test('a visitor is refused', async () => {
  const visitor = database.as({ kind: 'visitor', address: '' })
  await expect(acceptOwnTerms(visitor, { accepted: true })).rejects.toMatchObject({ code: 'not_signed_in' })
})
