import { expect, test } from 'vitest'
import { getOwnExpert } from '#domain/experts/queries.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()

test('the switch turns on and off, is stored with its time, and publishes the change', async () => {
  const { person, ctx, expertId } = await newExpert(database.as)
  const publishedTopics: string[] = []
  const now = new Date('2026-02-01T10:00:00Z')
  const ctxAtNow = {
    ...database.as(person, { now: () => now }),
    publish: (topic: string) => publishedTopics.push(topic),
  }
  await setOnline(ctxAtNow, true)
  const row = await database
    .db()
    .selectFrom('experts')
    .select(['is_online', 'last_seen'])
    .where('id', '=', expertId)
    .executeTakeFirst()
  expect(row).toEqual({ is_online: true, last_seen: now })
  await setOnline(ctxAtNow, false)
  expect(await getOwnExpert(ctx)).toMatchObject({ isOnline: false })
  expect(publishedTopics).toEqual([`expert:${expertId}`, `expert:${expertId}`])
})

test('the switch of one expert does not change another', async () => {
  const [first, second] = [await newExpert(database.as), await newExpert(database.as)]
  await setOnline(first.ctx, true)
  expect(await getOwnExpert(second.ctx)).toMatchObject({ isOnline: false })
})

test('an expert with an incomplete profile stays offline', async () => {
  const { ctx } = await newExpert(database.as, { complete: false })
  await expect(setOnline(ctx, true)).rejects.toMatchObject({ code: 'profile_incomplete' })
  expect(await getOwnExpert(ctx)).toMatchObject({ isOnline: false })
})

test.each([
  ['pending', 'approval_pending', 'Your expert account is pending approval'],
  ['suspended', 'expert_suspended', 'Your expert account is suspended. Please write to our support.'],
] as const)('a %s expert can switch neither on nor off', async (approval, code, message) => {
  const { ctx } = await newExpert(database.as, { approval })
  await expect(setOnline(ctx, true)).rejects.toMatchObject({ code, message })
  await expect(setOnline(ctx, false)).rejects.toMatchObject({ code })
})

test('an expert who was suspended after signing in is refused', async () => {
  const { person, expertId } = await newExpert(database.as)
  await setApproval(database.as({ kind: 'system' }), { expertId, approval: 'suspended' })
  const staleCtx = database.as({ ...person, approval: 'approved' })
  await expect(setOnline(staleCtx, true)).rejects.toMatchObject({ code: 'expert_suspended' })
})

test('concurrent switch and suspension never leave a suspended expert online', async () => {
  const { ctx, expertId } = await newExpert(database.as)
  const system = database.as({ kind: 'system' })
  for (let round = 0; round < 10; round += 1) {
    await setApproval(system, { expertId, approval: 'approved' })
    const changes = [setOnline(ctx, true), setApproval(system, { expertId, approval: 'suspended' })]
    const [online, suspended] = await Promise.allSettled(changes)
    expect(suspended?.status).toBe('fulfilled')
    const code = online?.status === 'rejected' ? online.reason.code : 'expert_suspended'
    expect(code).toBe('expert_suspended')
    expect(await getOwnExpert(ctx)).toMatchObject({ approval: 'suspended', isOnline: false })
  }
})

test('an expert without a record is pending', async () => {
  const { person } = await newSignedInPerson(database.as, 'expert')
  await database.db().deleteFrom('experts').where('user_id', '=', person.id).execute()
  await expect(setOnline(database.as(person), true)).rejects.toMatchObject({ code: 'approval_pending' })
})

test.each(['student', 'team'] as const)('switching is refused to the role %s', async (role) => {
  const { person } = await newSignedInPerson(database.as, role)
  await expect(setOnline(database.as(person), true)).rejects.toMatchObject({ code: 'not_allowed' })
})

test('switching is refused to a visitor', async () => {
  const visitor = database.as({ kind: 'visitor', address: '' })
  await expect(setOnline(visitor, true)).rejects.toMatchObject({ code: 'not_signed_in' })
})
