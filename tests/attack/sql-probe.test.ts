import { expect, test } from 'vitest'
import { listSigns } from '#tests/attack/sql-probe.ts'

const calm = { status: 200, ms: 5, looks: 'a page' }

test('a safe parameter shows no sign of an SQL injection', async () => {
  expect(await listSigns(async () => calm)).toEqual([])
})

test('an SQL injection is found through an error, a condition or a sleep', async () => {
  const send = (answer: (value: string) => Partial<typeof calm>) =>
    listSigns(async (change) => ({ ...calm, ...answer(change('7')) }))
  expect(await send((value) => (value.endsWith("'") ? { status: 500 } : {}))).toContain('status 500')
  expect(await send((value) => ({ looks: value.endsWith('1=2') ? 'nothing' : 'a page' }))).toEqual([
    'the answer depends on a condition: a page, nothing',
  ])
  expect(await send((value) => ({ ms: 1_000 * Number(/pg_sleep\((\d+)/.exec(value)?.[1] ?? 0) + 5 }))).toEqual([
    'the database sleeps',
  ])
})

test('random differences and single slow answers are not signs of an SQL injection', async () => {
  let count = 0
  const signs = await listSigns(async () => {
    count += 1
    return { ...calm, looks: `page ${count}`, ms: count % 5 === 0 ? 5_000 : 5 }
  })
  expect(signs).toEqual([])
})
