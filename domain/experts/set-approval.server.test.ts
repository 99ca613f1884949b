import { expect, test } from 'vitest'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { getOwnExpert } from '#domain/experts/queries.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { verifyExpert } from '#domain/experts/verify-expert.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { deleteJobs } from '#tests/jobs.ts'
import { plannedDeliveries, notificationsOf } from '#tests/notifications.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })
const listDeliveries = (profileId: string) => plannedDeliveries(database.db(), profileId)

test('the team approves, and the audit log names the actor', async () => {
  const meera = await newSignedInPerson(database.as, 'team')
  const ravi = await newExpert(database.as, { approval: 'pending' })
  await verifyExpert(system(), { expertId: ravi.expertId, what: 'identity' })
  await setApproval(database.as(meera.person), { expertId: ravi.expertId, approval: 'approved' })
  expect(await getOwnExpert(ravi.ctx)).toMatchObject({ approval: 'approved', isOnline: false })
  const [line, ...more] = await database
    .db()
    .selectFrom('audit_log')
    .select(['actor_id', 'act', 'thing_id', 'before', 'after'])
    .where('subject_id', '=', ravi.person.id)
    .where('act', '<>', 'expert verified')
    .execute()
  expect(line).toEqual({
    actor_id: meera.person.id,
    act: 'expert approved',
    thing_id: ravi.expertId,
    before: { approval: 'pending' },
    after: { approval: 'approved' },
  })
  expect(more).toEqual([])
})

test('a suspension switches offline, ends every sign-in and publishes the changes', async () => {
  const ravi = await newExpert(database.as)
  await setOnline(ravi.ctx, true)
  const publishedTopics: string[] = []
  await setApproval(
    { ...system(), publish: (topic) => publishedTopics.push(topic) },
    { expertId: ravi.expertId, approval: 'suspended' },
  )
  expect(await getOwnExpert(ravi.ctx)).toMatchObject({ approval: 'suspended', isOnline: false })
  expect(await findSignIn(system(), ravi.token)).toBeNull()
  const { expertId, person } = ravi
  expect(publishedTopics).toEqual([`expert:${expertId}`, `account:${person.id}`, `person:${person.id}`, 'waiting:team'])
})

test('returning to pending switches offline and keeps the sign-in', async () => {
  const ravi = await newExpert(database.as)
  await setOnline(ravi.ctx, true)
  await setApproval(system(), { expertId: ravi.expertId, approval: 'pending' })
  expect(await getOwnExpert(ravi.ctx)).toMatchObject({ approval: 'pending', isOnline: false })
  expect(await findSignIn(system(), ravi.token)).toMatchObject({ person: { approval: 'pending' } })
})

test('repeating a decision changes nothing', async () => {
  const ravi = await newExpert(database.as)
  await setOnline(ravi.ctx, true)
  await deleteJobs(database.db())
  await setApproval(system(), { expertId: ravi.expertId, approval: 'approved' })
  expect(await getOwnExpert(ravi.ctx)).toMatchObject({ isOnline: true })
  expect(await listDeliveries(ravi.person.id)).toEqual([])
})

test('approval and suspension notify the expert once, and only the current decision is mailed', async () => {
  const { expertId, person } = await newExpert(database.as, { approval: 'pending' })
  const notificationFacts = async () => (await notificationsOf(database.db(), person.id)).map(({ facts }) => facts)
  await verifyExpert(system(), { expertId, what: 'identity' })
  expect(await notificationFacts()).toEqual([{ what: 'verified', check: 'identity' }])
  await deleteJobs(database.db())
  await Promise.all(Array.from({ length: 5 }, () => setApproval(system(), { expertId, approval: 'approved' })))
  expect((await notificationFacts()).slice(1)).toEqual([{ what: 'approved' }])
  const meera = await newSignedInPerson(database.as, 'team')
  const suspension = { expertId, approval: 'suspended', reason: 'Rude words' } as const
  await setApproval(database.as(meera.person), suspension)
  expect((await notificationFacts()).slice(2)).toEqual([{ what: 'suspended', reason: 'Rude words' }])
  const planned = await plannedDeliveries(database.db(), person.id)
  expect(planned).toHaveLength(1)
})

test.each(['pending', 'approved', 'suspended'] as const)(
  'an expert who is %s cannot decide, not even about themselves',
  async (approval) => {
    const ravi = await newExpert(database.as, { approval })
    const before = await listDeliveries(ravi.person.id)
    const decided = setApproval(ravi.ctx, { expertId: ravi.expertId, approval: 'approved' })
    await expect(decided).rejects.toMatchObject({ code: 'not_allowed' })
    expect(await getOwnExpert(ravi.ctx)).toMatchObject({ approval })
    expect(await listDeliveries(ravi.person.id)).toEqual(before)
  },
)

test('deciding is refused to a student and to a visitor', async () => {
  const { expertId, person: ravi } = await newExpert(database.as, { approval: 'pending' })
  const { person } = await newSignedInPerson(database.as, 'student')
  const input = { expertId, approval: 'approved' } as const
  await expect(setApproval(database.as(person), input)).rejects.toMatchObject({ code: 'not_allowed' })
  const visitor = database.as({ kind: 'visitor', address: '' })
  await expect(setApproval(visitor, input)).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(await listDeliveries(ravi.id)).toEqual([])
})

test('an unknown expert and an unknown state are refused', async () => {
  const { expertId } = await newExpert(database.as)
  const unknownId = crypto.randomUUID() as ExpertId
  await expect(setApproval(system(), { expertId: unknownId, approval: 'approved' })).rejects.toMatchObject({
    code: 'no_such_expert',
  })
  await expect(setApproval(system(), { expertId, approval: 'adored' as never })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('a suspension needs a reason, which the expert reads until it is lifted', async () => {
  const { person: meera } = await newSignedInPerson(database.as, 'team', 'Meera Nair')
  const { expertId, ctx, person } = await newExpert(database.as)
  const suspend = (reason: string) =>
    setApproval(database.as(meera), { expertId, approval: 'suspended', from: 'approved', reason })
  await expect(suspend(' ')).rejects.toMatchObject({ code: 'suspension_reason_missing' })
  await expect(suspend('x'.repeat(501))).rejects.toMatchObject({ code: 'invalid_input' })
  await suspend('You took a student off the platform.')
  expect(await getOwnExpert(ctx)).toMatchObject({ approvalReason: 'You took a student off the platform.' })
  const line = await database
    .db()
    .selectFrom('audit_log')
    .select('why')
    .where('subject_id', '=', person.id)
    .where('act', '=', 'expert suspended')
    .executeTakeFirst()
  expect(line).toEqual({ why: 'You took a student off the platform.' })
  await setApproval(database.as(meera), { expertId, approval: 'approved', from: 'suspended' })
  expect(await getOwnExpert(ctx)).toMatchObject({ approval: 'approved', approvalReason: null })
})

test('a team member with a stale page sees who decided', async () => {
  const { person: meera } = await newSignedInPerson(database.as, 'team', 'Meera Nair')
  const { expertId } = await newExpert(database.as)
  const input = { expertId, approval: 'suspended', from: 'approved', reason: 'Enough.' } as const
  await setApproval(database.as(meera), input)
  const repeated = setApproval(database.as(meera), input)
  await expect(repeated).rejects.toThrow('Last: expert suspended, by Meera Nair')
  await expect(repeated).rejects.toMatchObject({ code: 'expert_moved_on' })
})

test('support can suspend an expert, but not approve one', async () => {
  const { person: tara } = await newSignedInPerson(database.as, 'team', 'Tara Bose', 'support')
  const { expertId, ctx } = await newExpert(database.as)
  const set = (approval: 'approved' | 'pending' | 'suspended') =>
    setApproval(database.as(tara), { expertId, approval, reason: 'Three complaints.' })
  await set('suspended')
  await expect(set('approved')).rejects.toMatchObject({ code: 'other_team_role' })
  await set('pending')
  await expect(set('approved')).rejects.toMatchObject({ code: 'other_team_role' })
  expect(await getOwnExpert(ctx)).toMatchObject({ approval: 'pending' })
})
