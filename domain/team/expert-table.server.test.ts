import { beforeAll, expect, test } from 'vitest'
import type { Context } from '#domain/context.server.ts'
import { saveExpertProfile } from '#domain/experts/save-expert-profile.server.ts'
import type { Person } from '#domain/policy.ts'
import { expertTable } from '#domain/team/contract.ts'
import { readExpertTable } from '#domain/team/expert-table.server.ts'
import { readTableQuery } from '#kernel/table.ts'
import { useDatabase } from '#tests/database.ts'
import { goOnline, newExpert, raviProfile } from '#tests/experts.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
let meera: Person

const read = (address: string, ctx: Context = database.as(meera)) =>
  readExpertTable(ctx, readTableQuery(expertTable, new URLSearchParams(address)))
const listNames = async (address: string) => (await read(address)).rows.map(({ name }) => name)
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

test('sorts by name, also after a change of name, and by join date', async () => {
  expect(await listNames('sort=name')).toEqual(['Asif Khan', 'Bina Das', 'Charu Bose'])
  expect(await listNames('sort=-name')).toEqual(['Charu Bose', 'Bina Das', 'Asif Khan'])
  expect(await listNames('')).toEqual(['Bina Das', 'Asif Khan', 'Charu Bose'])
  expect(await listNames('sort=rate')).toHaveLength(3)
})

test('filters by approval, category, online status, and a search', async () => {
  expect(await listNames('approval=suspended')).toEqual(['Asif Khan'])
  expect(await listNames('approval=pending&sort=name')).toEqual(['Bina Das'])
  expect(await listNames('category=skills')).toEqual(['Bina Das'])
  expect(await listNames('online=yes')).toEqual(['Charu Bose'])
  expect(await listNames('online=no&sort=name')).toEqual(['Asif Khan', 'Bina Das'])
  expect(await listNames('q=charu')).toEqual(['Charu Bose'])
  expect(await listNames('q=nobody')).toEqual([])
})

test('a row has the facts for decisions of the team', async () => {
  const [row] = (await read('q=charu')).rows
  expect(row).toMatchObject({
    approval: 'approved',
    isOnline: true,
    ratePaisePerMinute: 10_00,
    sharePercent: 80,
    verified: ['identity'],
  })
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
