import { expect, test } from 'vitest'
import { cast } from '#seeds/cast.ts'
import { isEmpty, seedDemo } from '#seeds/seed-demo.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()

test('the demo people are added once, and only those who are missing', async () => {
  const system = database.as({ kind: 'system' })
  expect(await isEmpty(system)).toBe(true)
  expect(await seedDemo(system)).toBe(3)
  expect(await isEmpty(system)).toBe(false)
  await database.db().deleteFrom('profiles').where('email', '=', cast.ravi.email).execute()
  expect(await seedDemo(system)).toBe(1)
  const people = await database
    .db()
    .selectFrom('profiles')
    .select(['full_name', 'role'])
    .orderBy('role')
    .execute()
  expect(people).toEqual([
    { full_name: 'Asha Verma', role: 'student' },
    { full_name: 'Ravi Nair', role: 'expert' },
    { full_name: 'Meera Iyer', role: 'team' },
  ])
})
