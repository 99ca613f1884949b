import { expect, test } from 'vitest'
import { runMoneyFaults } from '#tests/faults/money-faults.ts'

// `npm run test:faults` runs the full load. A normal test run uses a small load.
const isFull = process.env.FAULTS === 'full'
const operations = isFull ? { sql: 9_000, http: 3_000 } : { sql: 600, http: 120 }
const kills = Array.from({ length: isFull ? 5 : 1 }, () => ['database', 'server'] as const).flat()

test('each acknowledged operation exists exactly once after server and database were killed', async () => {
  const report = await runMoneyFaults({ operations, kills })
  console.info(JSON.stringify(report))
  expect(report.problems).toEqual([])
  expect(report.kills).toBe(kills.length)
  expect(report.acknowledged.sql).toBeGreaterThanOrEqual(operations.sql)
  expect(report.acknowledged.http).toBeGreaterThanOrEqual(operations.http)
}, 600_000)

test('a server that loses all database connections keeps running and responds with 503', async () => {
  const report = await runMoneyFaults({
    operations: { sql: 100, http: isFull ? 1_000 : 120 },
    kills: Array.from({ length: isFull ? 20 : 5 }, () => 'connections' as const),
  })
  expect(report.problems).toEqual([])
  expect(report.statuses.filter((status) => status >= 400 && status !== 503)).toEqual([])
}, 600_000)

test('the test detects a database that acknowledges before it writes', async () => {
  const operations = { sql: 300, http: 0 }
  const { problems } = await runMoneyFaults({ operations, kills: ['database'], isUnsafe: true })
  expect(problems).toContainEqual(expect.stringMatching(/acknowledged operations are lost/))
}, 300_000)
