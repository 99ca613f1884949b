import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '#scripts/free-port.mjs'
import { startDemo } from '#tests/demo.ts'
import { findValue, listQueriedMetrics, parseMetrics, type Scrape, toDeclaredName } from '#tests/metrics-text.ts'
import { type Product, removeData } from '#tests/product.ts'
import { runPromtool } from '#tests/promtool.ts'

let product: Product
let port: number

beforeAll(async () => {
  port = await freePort()
  product = await startDemo({ METRICS_PORT: String(port) })
  await product.ready
})
afterAll(async () => {
  await product.stop()
  await removeData(product)
})

async function readText(): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('version=0.0.4')
  return response.text()
}

const scrape = async (): Promise<Scrape> => parseMetrics(await readText())

test('a started product exports the figures of the database, of its connections and of the bus', async () => {
  const read = await scrape()
  expect(findValue(read, 'samjhao_database_up')).toBe(1)
  expect(findValue(read, 'samjhao_nodes')).toBeGreaterThanOrEqual(1)
  expect(findValue(read, 'samjhao_open_sessions', { state: 'live' })).toBe(0)
  expect(findValue(read, 'samjhao_stuck_sessions', { step: 'meter' })).toBe(0)
  expect(findValue(read, 'samjhao_jobs_failed')).toBe(0)
  expect(findValue(read, 'samjhao_withdrawals_waiting', { status: 'pending' })).toBeGreaterThan(0)
  expect(findValue(read, 'samjhao_withdrawals_oldest_waiting_seconds', { status: 'pending' })).toBeGreaterThan(0)
  expect(findValue(read, 'samjhao_bus_up')).toBe(1)
  expect(findValue(read, 'samjhao_bus_delay_seconds')).toBeLessThan(1.5)
  expect(findValue(read, 'samjhao_database_connections_max')).toBe(20)
  expect(findValue(read, 'samjhao_database_connections', { state: 'busy' })).toBeGreaterThanOrEqual(0)
  // The statements of the scrape itself do not count.
  await expect.poll(async () => findValue(await scrape(), 'samjhao_database_connection_waiters')).toBe(0)
  expect(findValue(read, 'samjhao_call_interruptions_total', { cause: 'service' })).toBe(0)
})

test('an open socket is counted, and no longer after it has closed', async () => {
  const readSockets = async () => findValue(await scrape(), 'samjhao_sockets')
  const before = (await readSockets()) ?? 0
  const socket = new WebSocket(`ws://127.0.0.1:${product.port}/live`, { origin: product.origin })
  await expect.poll(readSockets).toBe(before + 1)
  socket.close()
  await expect.poll(readSockets).toBe(before)
})

test('names and types follow the conventions of Prometheus, and no label has many values', async () => {
  const { types, samples } = await scrape()
  const own = [...types].filter(([name]) => name.startsWith('samjhao_'))
  expect(own.length).toBeGreaterThan(30)
  for (const [name, type] of own) {
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
    expect(name).not.toMatch(/_(ms|minutes|hours)$/)
  }
  for (const [name] of own) {
    const values = samples.filter((sample) => toDeclaredName(sample.name, types) === name)
    expect([name, values.length <= 16]).toEqual([name, true])
  }
})

test('promtool finds nothing wrong with the metrics of the product', async () => {
  const lines = (await readText()).split('\n').filter((line) => /^(# \w+ )?(samjhao|http)_/.test(line))
  expect(lines.length).toBeGreaterThan(100)
  expect(runPromtool(['check', 'metrics'], { input: `${lines.join('\n')}\n` })).toBe('')
})

test('the table of metrics lists exactly what is exported', async () => {
  const { types } = await scrape()
  const rows = readFileSync('docs/operations/metrics.md', 'utf8').matchAll(/^\| (`.*?) \|/gm)
  const listed = [...rows].flatMap(([, names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  const exported = [...types.keys()].filter((name) => !/^(process|nodejs)_/.test(name))
  expect(listed.toSorted()).toEqual(exported.toSorted())
})

test('the dashboard and the alerts query only what is exported', async () => {
  const { types } = await scrape()
  const known = new Set(['up', ...types.keys()])
  const dashboard = listExpressions(JSON.parse(readFileSync('deploy/grafana/samjhao.json', 'utf8')))
  const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
  const alerts = [...rules.matchAll(/expr: \|\n((?: {10}.*\n)+)/g)].map(([, query = '']) => query)
  expect(dashboard.length).toBeGreaterThan(40)
  expect(alerts).toHaveLength(rules.match(/- alert:/g)?.length ?? 0)
  for (const query of [...dashboard, ...alerts]) {
    const metrics = listQueriedMetrics(query)
    expect([query, metrics.length > 0]).toEqual([query, true])
    const unknown = metrics.filter((name) => !known.has(toDeclaredName(name, types)))
    expect([query, unknown]).toEqual([query, []])
  }
})

function listExpressions(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'expr' && typeof value === 'string' ? [value] : listExpressions(value),
  )
}
