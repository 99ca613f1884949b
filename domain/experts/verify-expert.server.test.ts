import { expect, test } from 'vitest'
import { findExpertPage } from '#domain/discovery/queries.server.ts'
import { listOwnChecks } from '#domain/experts/queries.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { removeVerification, verifyExpert } from '#domain/experts/verify-expert.server.ts'
import type { Actor } from '#domain/policy.ts'
import { getTeamExpert } from '#domain/team/expert-table.server.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const visitor = () => database.as({ kind: 'visitor', address: '' })

test('the public page lists verifications in a fixed order, and the team sees who recorded them', async () => {
  const meera = await newSignedInPerson(database.as, 'team', 'Meera Nair')
  const ctx = database.as(meera.person)
  const { expertId } = await newExpert(database.as, { approval: 'pending' })
  for (const what of ['interview', 'identity'] as const) await verifyExpert(ctx, { expertId, what })
  await setApproval(ctx, { expertId, approval: 'approved' })
  expect(await findExpertPage(visitor(), expertId)).toMatchObject({
    verified: ['identity', 'interview'],
    verifiedAt: expect.any(Date),
  })
  const { verifications } = await getTeamExpert(ctx, expertId)
  expect(verifications.toSorted((a, b) => a.what.localeCompare(b.what))).toEqual([
    { what: 'identity', at: expect.any(Date), by: 'Meera Nair' },
    { what: 'interview', at: expect.any(Date), by: 'Meera Nair' },
  ])
  await removeVerification(ctx, { expertId, what: 'identity' })
  expect(await findExpertPage(visitor(), expertId)).toMatchObject({ verified: ['interview'] })
  await removeVerification(ctx, { expertId, what: 'interview' })
  expect(await findExpertPage(visitor(), expertId)).toMatchObject({ verified: [], verifiedAt: null })
})

test('experts see which of their own checks are recorded', async () => {
  const system = database.as({ kind: 'system' })
  const [ravi, other] = [
    await newExpert(database.as, { approval: 'pending' }),
    await newExpert(database.as, { approval: 'pending' }),
  ]
  expect(await listOwnChecks(ravi.ctx)).toEqual([])
  for (const what of ['interview', 'identity'] as const) {
    await verifyExpert(system, { expertId: ravi.expertId, what })
  }
  expect(await listOwnChecks(ravi.ctx)).toEqual(['identity', 'interview'])
  expect(await listOwnChecks(other.ctx)).toEqual([])
  const { person: student } = await newSignedInPerson(database.as, 'student')
  await expect(listOwnChecks(database.as(student))).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(listOwnChecks(visitor())).rejects.toMatchObject({ code: 'not_signed_in' })
})

test('an expert without a verification cannot be approved', async () => {
  const system = database.as({ kind: 'system' })
  const { expertId } = await newExpert(database.as, { approval: 'pending' })
  const approve = () => setApproval(system, { expertId, approval: 'approved' })
  await expect(approve()).rejects.toMatchObject({ code: 'nothing_verified' })
  await verifyExpert(system, { expertId, what: 'phone' })
  await approve()
})

test('the second of two concurrent verifications is refused, and the log has one line', async () => {
  const meera = await newSignedInPerson(database.as, 'team', 'Meera Nair')
  const ctx = database.as(meera.person)
  const { expertId } = await newExpert(database.as, { approval: 'pending' })
  const results = await Promise.allSettled([1, 2].map(() => verifyExpert(ctx, { expertId, what: 'degree' })))
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(verifyExpert(ctx, { expertId, what: 'degree' })).rejects.toThrow('Last: expert verified, by Meera Nair')
  await expect(removeVerification(ctx, { expertId, what: 'phone' })).rejects.toMatchObject({
    code: 'expert_moved_on',
  })
  const lines = await database
    .db()
    .selectFrom('audit_log')
    .select(['act', 'after'])
    .where('thing_id', '=', expertId)
    .execute()
  expect(lines).toEqual([{ act: 'expert verified', after: { check: 'degree' } }])
})

test('unknown experts and invalid input are refused', async () => {
  const system = database.as({ kind: 'system' })
  const { expertId } = await newExpert(database.as, { approval: 'pending' })
  const unknownId = crypto.randomUUID() as ExpertId
  const unknown = verifyExpert(system, { expertId: unknownId, what: 'phone' })
  await expect(unknown).rejects.toMatchObject({ code: 'no_such_expert' })
  const invalid = verifyExpert(system, { expertId, what: 'kindness' as never })
  await expect(invalid).rejects.toMatchObject({ code: 'invalid_input' })
})

test('only the team can verify', async () => {
  const { expertId, person: ravi } = await newExpert(database.as)
  const { person: asha } = await newSignedInPerson(database.as, 'student')
  const { person: tara } = await newSignedInPerson(database.as, 'team')
  const actors: [Actor, string][] = [
    [ravi, 'not_allowed'],
    [asha, 'not_allowed'],
    [{ ...tara, secondFactorMissing: true }, 'not_allowed'],
    [{ kind: 'visitor', address: '' }, 'not_signed_in'],
  ]
  for (const [actor, code] of actors) {
    const ctx = database.as(actor)
    await expect(verifyExpert(ctx, { expertId, what: 'phone' })).rejects.toMatchObject({ code })
    await expect(removeVerification(ctx, { expertId, what: 'identity' })).rejects.toMatchObject({ code })
    await expect(getTeamExpert(ctx, expertId)).rejects.toMatchObject({ code })
  }
  expect(await findExpertPage(visitor(), expertId)).toMatchObject({ verified: ['identity'] })
})
