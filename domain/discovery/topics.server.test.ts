import { beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#domain/context.server.ts'
import { defaultListingQuery } from '#domain/discovery/rules.ts'
import { removeTopic, saveTopic } from '#domain/discovery/save-topic.server.ts'
import { searchExperts } from '#domain/discovery/search-experts.server.ts'
import { getTopic, listTopics, previewTopic } from '#domain/discovery/topic-queries.server.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const refusal = (code: string) => expect.objectContaining({ code })
let team: Context

beforeAll(async () => {
  team = database.as((await newSignedInPerson(database.as, 'team', 'Meera')).person)
  await newExpert(database.as)
})

const robotics = {
  id: null,
  version: 0,
  name: 'Robotics',
  kind: 'subject',
  words: 'Arduino\n robotics ,arduino',
  subjects: 'Physics',
  related: 'Computer Science',
} as const

async function listFound(search: string) {
  const ctx = database.as({ kind: 'visitor', address: '' })
  const { experts } = await searchExperts(ctx, { ...defaultListingQuery, onlineOnly: false, search })
  return experts.map(({ name }) => name)
}

const listAuditLines = () =>
  database
    .db()
    .selectFrom('audit_log')
    .select(['act', 'before', 'after'])
    .where('thing_id', '=', 'search robotics')
    .orderBy('id')
    .execute()

test('a preview compares the results of a query, and saves nothing', async () => {
  expect(await previewTopic(team, { ...robotics, query: 'arduino' })).toEqual({
    query: 'arduino',
    today: { total: 0, experts: [] },
    changed: { total: 1, experts: [{ id: expect.any(String), name: 'Ravi Nair' }] },
  })
  expect(await listFound('arduino')).toEqual([])
  await expect(getTopic(team, 'robotics')).rejects.toEqual(refusal('no_such_topic'))
})

test('a topic is added, changed and removed, each with an audit line, and later searches use the change', async () => {
  expect(await saveTopic(team, robotics)).toBe('robotics')
  expect(await listFound('arduino')).toEqual(['Ravi Nair'])
  expect(await getTopic(team, 'robotics')).toMatchObject({
    words: ['arduino', 'robotics'],
    subjects: ['physics'],
    related: ['computer-science'],
    version: 1,
  })
  await saveTopic(team, { ...robotics, id: 'robotics', version: 1, words: 'robotics' })
  expect(await listFound('arduino')).toEqual([])
  await removeTopic(team, { id: 'robotics', version: 2 })
  expect(await listFound('robotics')).toEqual([])
  expect(await listAuditLines()).toMatchObject([
    { act: 'search topic saved', before: null, after: { words: 'arduino, robotics' } },
    { act: 'search topic saved', before: { words: 'arduino, robotics' }, after: { words: 'robotics' } },
    { act: 'search topic removed', before: { words: 'robotics' }, after: null },
  ])
})

describe('managing topics is refused', () => {
  test('from an outdated page, and for a second topic of the same name', async () => {
    await saveTopic(team, { ...robotics, name: 'Drones', words: 'drone' })
    const again = saveTopic(team, { ...robotics, name: 'Drones', words: 'quadcopter' })
    await expect(again).rejects.toEqual(refusal('content_changed'))
    await expect(again).rejects.toThrow('by Meera')
    const stale = { id: 'drones', version: 0 }
    await expect(saveTopic(team, { ...robotics, ...stale })).rejects.toEqual(refusal('content_changed'))
    await expect(removeTopic(team, stale)).rejects.toEqual(refusal('content_changed'))
    expect(await getTopic(team, 'drones')).toMatchObject({ words: ['drone'], version: 1 })
  })

  test.each([
    { name: '' },
    { words: ' , ' },
    { words: 'x'.repeat(61) },
    { words: Array.from({ length: 301 }, (_, at) => `w${at}`).join('\n') },
    { kind: 'language' as const, name: 'Klingon' },
  ])('with invalid input %#', async (changes) => {
    const before = await listTopics(team)
    await expect(saveTopic(team, { ...robotics, ...changes })).rejects.toEqual(refusal('content_invalid'))
    expect(await listTopics(team)).toEqual(before)
  })

  test.each(['1.005', 'NaN', '1e309', '2147483648', '-', '\0'])('with the version %j', async (version) => {
    const before = await listTopics(team)
    await expect(removeTopic(team, { id: 'mathematics', version })).rejects.toEqual(refusal('content_invalid'))
    await expect(saveTopic(team, { ...robotics, id: 'mathematics', version })).rejects.toEqual(
      refusal('content_invalid'),
    )
    expect(await listTopics(team)).toEqual(before)
  })

  test.each(['', '\0', 'a\0b'])('with the id %j', async (id) => {
    const acts = [
      () => saveTopic(team, { ...robotics, id }),
      () => removeTopic(team, { id, version: 0 }),
      () => previewTopic(team, { ...robotics, id, query: 'x' }),
    ]
    for (const act of acts) await expect(act()).rejects.toEqual(refusal('content_invalid'))
  })

  test.each(['student', 'expert', 'support', 'no second factor'] as const)('to this actor: %s', async (who) => {
    const { person } = await newSignedInPerson(database.as, who === 'student' || who === 'expert' ? who : 'team')
    const ctx = database.as({
      ...person,
      ...(who === 'support' && { teamRole: 'support' as const }),
      ...(who === 'no second factor' && { secondFactorMissing: true }),
    })
    const acts = [
      () => saveTopic(ctx, robotics),
      () => removeTopic(ctx, { id: 'mathematics', version: 0 }),
      () => previewTopic(ctx, { ...robotics, query: 'x' }),
      () => listTopics(ctx),
      () => getTopic(ctx, 'mathematics'),
    ]
    const code = who === 'support' ? 'other_team_role' : 'not_allowed'
    for (const act of acts) await expect(act()).rejects.toEqual(refusal(code))
  })
})
