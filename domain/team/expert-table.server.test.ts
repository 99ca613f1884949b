import { beforeAll, expect, test } from 'vitest'
import type { Context } from '#domain/context.server.ts'
import { saveExpertProfile } from '#domain/experts/save-expert-profile.server.ts'
import type { Person } from '#domain/policy.ts'
import { expertTable } from '#domain/team/contract.ts'
import { getTeamExpert, readExpertTable } from '#domain/team/expert-table.server.ts'
import { readTableQuery } from '#kernel/table.ts'
import { useDatabase } from '#tests/database.ts'
import { goOnline, newExpert, raviProfile } from '#tests/experts.ts'
import { completeCall, createCast } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
let meera: Person

const read = (query: string, ctx: Context = database.as(meera)) =>
  readExpertTable(ctx, readTableQuery(expertTable, new URLSearchParams(query)))
const listNames = async (query: string) => (await read(query)).rows.map(({ name }) => name)
const withName = (fullName: string) => ({ profile: { ...raviProfile, fullName } })

beforeAll(async () => {
  meera = (await newSignedInPerson(database.as, 'team', 'Meera Nair')).person
  const charu = await newExpert(database.as, withName('Charu Bose'))
  await newExpert(database.as, { ...withName('Asif Khan'), approval: 'suspended' })
  const bina = await newExpert(database.as, { ...withName('Earlier Name'), approval: 'pending' })
  await saveExpertProfile(bina.ctx, { ...raviProfile, fullName: 'Bina Das', category: 'skills', ...skills })
  await goOnline(database.as, charu)
})

const skills = { subcategories: ['Soft Skills', 'Creative Skills', 'Language Learning'], keySubjects: [] }

test('experts are sorted by name, even after a change of name, and by join date', async () => {
  expect(await listNames('sort=name')).toEqual(['Asif Khan', 'Bina Das', 'Charu Bose'])
  expect(await listNames('sort=-name')).toEqual(['Charu Bose', 'Bina Das', 'Asif Khan'])
  expect(await listNames('')).toEqual(['Bina Das', 'Asif Khan', 'Charu Bose'])
  expect(await listNames('sort=rate')).toHaveLength(3)
})

test('experts are filtered by approval, category, online status and search', async () => {
  expect(await listNames('approval=suspended')).toEqual(['Asif Khan'])
  expect(await listNames('approval=pending&sort=name')).toEqual(['Bina Das'])
  expect(await listNames('category=skills')).toEqual(['Bina Das'])
  expect(await listNames('online=yes')).toEqual(['Charu Bose'])
  expect(await listNames('online=no&sort=name')).toEqual(['Asif Khan', 'Bina Das'])
  expect(await listNames('q=charu')).toEqual(['Charu Bose'])
  expect(await listNames('q=nobody')).toEqual([])
})

test('a row of the expert table has the facts for decisions of the team', async () => {
  const [row] = (await read('q=charu')).rows
  expect(row).toMatchObject({
    approval: 'approved',
    isOnline: true,
    ratePaisePerMinute: 10_00,
    sharePercent: 80,
    verified: ['identity'],
  })
})

test('the page of an expert has all languages, the first one first', async () => {
  const { expertId } = await newExpert(database.as, {
    profile: { ...raviProfile, moreLanguages: ['English', 'Tamil'] },
  })
  const expert = await getTeamExpert(database.as(meera), expertId)
  expect(expert.languages).toEqual(['Hindi', 'English', 'Tamil'])
})

test('the expert table is refused to everyone except the team with a second factor', async () => {
  for (const role of ['student', 'expert'] as const) {
    const { person } = await newSignedInPerson(database.as, role)
    await expect(read('', database.as(person))).rejects.toMatchObject({ code: 'not_allowed' })
  }
  const visitor = database.as({ kind: 'visitor', address: '' })
  await expect(read('', visitor)).rejects.toMatchObject({ code: 'not_signed_in' })
  const withoutSecondFactor = database.as({ ...meera, secondFactorMissing: true })
  await expect(read('', withoutSecondFactor)).rejects.toMatchObject({ code: 'not_allowed' })
})

test('the page of an expert counts the calls that the expert ended before they cost anything', async () => {
  const cast = createCast(database.as)
  const { person: ravi, expertId } = await cast.expert()
  const call = async (liveMs: number, isEndedByExpert: boolean) => {
    const asha = await cast.student()
    const id = await cast.ask(asha, expertId)
    await completeCall(cast.ctxAs, { student: asha, expert: ravi, id, liveMs, hangsUp: isEndedByExpert ? ravi : asha })
  }
  const readQuality = async () => (await getTeamExpert(database.as(meera), expertId)).quality
  await call(20_000, false)
  expect(await readQuality()).toMatchObject({ paidSessions: 0, leftFree: 0 })
  await call(20_000, true)
  await call(70_000, true)
  expect(await readQuality()).toMatchObject({ paidSessions: 1, leftFree: 1 })
})
