import { beforeAll, describe, expect, test } from 'vitest'
import type { CatalogueInput } from '#domain/content/contract.ts'
import {
  getBanner,
  getCatalogue,
  getClaims,
  getFigures,
  getVersions,
  listCommonAnswers,
} from '#domain/content/queries.server.ts'
import { defaultCatalogue, sortByOrder, defaultAnswers } from '#domain/content/rules.ts'
import { saveAnswers, saveCatalogue, saveFigures } from '#domain/content/save-content.server.ts'
import type { Context } from '#domain/context.server.ts'
import { suggest } from '#domain/discovery/suggest.server.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const visitor = () => database.as({ kind: 'visitor', address: '' })
const refusal = (code: string) => expect.objectContaining({ code })
let team: Context

beforeAll(async () => {
  team = database.as((await newSignedInPerson(database.as, 'team', 'Meera')).person)
})

const figures = {
  totalExperts: '1250',
  successfulSessions: '60000',
  verifiedExperts: '12000',
  satisfactionPercent: '97',
  weeklyEarningsRupees: '4000',
  approvalHours: '24',
}

const readGroups = async (): Promise<CatalogueInput['groups']> =>
  (await getCatalogue(visitor())).map(({ id, subcategories, suggestions }) => ({
    id,
    subcategories: [...subcategories],
    suggestions: [...suggestions],
  }))

test('a stored order applies to known items, and the others are last', () => {
  expect(sortByOrder(['a', 'b', 'c'], ['c', 'gone', 'a', 'c'])).toEqual(['c', 'a', 'b'])
})

test('changed figures appear on public pages, and the audit log has both values', async () => {
  await saveFigures(team, { version: 0, ...figures })
  expect(await getBanner(visitor())).toEqual({ totalExperts: 1_250, successfulSessions: 60_000 })
  expect(await getClaims(visitor())).toEqual({
    verifiedExperts: 12_000,
    satisfactionPercent: 97,
    weeklyEarningsPaise: 4_000_00,
    approvalHours: 24,
  })
  const line = await database
    .db()
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('thing_id', '=', 'figures')
    .executeTakeFirstOrThrow()
  expect(line).toMatchObject({ before: { totalExperts: 1_000 }, after: { totalExperts: 1_250 } })
})

test('a stale page is refused with the name of the last editor', async () => {
  const { figures: version } = await getVersions(team)
  await saveFigures(team, { version, ...figures })
  const stale = saveFigures(team, { version, ...figures, totalExperts: '1' })
  await expect(stale).rejects.toEqual(refusal('content_changed'))
  await expect(saveFigures(team, { version, ...figures })).rejects.toThrow('Last: content changed, by Meera')
  expect((await getFigures(team)).totalExperts).toBe(1_250)
})

test.each([
  { totalExperts: '-1' },
  { successfulSessions: 'many' },
  { verifiedExperts: '-1' },
  { satisfactionPercent: '101' },
  { approvalHours: '0' },
  { approvalHours: '1.5' },
])('invalid figures such as %o are refused', async (changes) => {
  const { figures: version } = await getVersions(team)
  await expect(saveFigures(team, { version, ...figures, ...changes })).rejects.toEqual(refusal('content_invalid'))
})

describe('the catalogue', () => {
  test('has the default order until the team changes it', async () => {
    expect(await getCatalogue(visitor())).toEqual(defaultCatalogue)
  })

  test('has the order and suggestions of the team, in the search as well', async () => {
    const groups = (await readGroups()).toReversed()
    const [first] = groups
    first?.subcategories.reverse()
    first?.suggestions.unshift('Vedic Astronomy')
    await saveCatalogue(team, { version: 0, groups })
    const catalogue = await getCatalogue(visitor())
    expect(catalogue.map(({ id }) => id)).toEqual(['professional', 'skills', 'academic'])
    expect(catalogue[0]?.subcategories[0]).toBe('Leadership Development')
    expect(catalogue[0]?.suggestions[0]).toBe('Vedic Astronomy')
    expect((await suggest(visitor(), 'vedic')).subjects[0]).toEqual({
      name: 'Vedic Astronomy',
      slug: 'vedic-astronomy',
    })
  })

  test('refuses missing and unknown categories, and invalid suggestions', async () => {
    const { catalogue: version } = await getVersions(team)
    const groups = await readGroups()
    const [first, ...others] = groups
    if (!first) throw new Error('the catalogue is empty')
    for (const invalid of [
      others,
      [...groups, { id: 'cooking', subcategories: [], suggestions: ['Soup'] }],
      [{ ...first, subcategories: first.subcategories.slice(1) }, ...others],
      [{ ...first, subcategories: [...first.subcategories, 'Soup'] }, ...others],
      [{ ...first, suggestions: [] }, ...others],
      [{ ...first, suggestions: ['x'.repeat(41)] }, ...others],
    ]) {
      await expect(saveCatalogue(team, { version, groups: invalid })).rejects.toEqual(refusal('content_invalid'))
    }
  })
})

test('common answers are the defaults until the team saves its own, and again after an empty list', async () => {
  const read = () => listCommonAnswers(visitor(), 'Samjhao')
  expect(await read()).toEqual(defaultAnswers('Samjhao'))
  const teamAnswers = [
    { question: 'Is it <b>safe</b>?', answer: 'Yes.\nVery.' },
    { question: 'Is it new?', answer: 'Yes.' },
  ]
  await saveAnswers(team, { version: 0, answers: teamAnswers })
  expect(await read()).toEqual(teamAnswers)
  for (const invalid of [
    { question: '', answer: 'x' },
    { question: 'x', answer: ' ' },
  ]) {
    await expect(saveAnswers(team, { version: 1, answers: [invalid] })).rejects.toEqual(refusal('content_invalid'))
  }
  await saveAnswers(team, { version: 1, answers: [] })
  expect(await read()).toEqual(defaultAnswers('Samjhao'))
})

test.each(['student', 'expert', 'team member without a second factor'] as const)(
  'changing content is refused: %s',
  async (user) => {
    const { person } = await newSignedInPerson(database.as, user === 'student' || user === 'expert' ? user : 'team')
    const ctx = database.as({ ...person, secondFactorMissing: person.role === 'team' })
    const groups = await readGroups()
    const acts = [
      () => saveFigures(ctx, { version: 0, ...figures }),
      () => saveCatalogue(ctx, { version: 0, groups }),
      () => saveAnswers(ctx, { version: 0, answers: [] }),
      () => getFigures(ctx),
    ]
    for (const act of acts) await expect(act()).rejects.toEqual(refusal('not_allowed'))
  },
)
