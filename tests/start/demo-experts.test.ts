import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { demoExperts } from '#demo/people/demo-experts.ts'
import { startDemo } from '#tests/demo.ts'
import { type Product, removeData } from '#tests/product.ts'

let product: Product | undefined

afterEach(async () => {
  if (!product) return
  if (product.process.exitCode === null && product.process.signalCode === null) await product.stop('SIGKILL')
  await removeData(product)
})

test('some demo experts are online, through sockets that close with the product', async () => {
  product = await startDemo()
  await product.ready
  const database = new pg.Client(await readFile(join(product.dataDir, 'database-url'), 'utf8'))
  database.on('error', () => undefined)
  await database.connect()
  const count = async (text: string) => (await database.query(`select count(*)::integer as n from ${text}`)).rows[0].n
  const onlineCount = demoExperts.filter(({ online }) => online).length
  await expect.poll(() => count('listings where online')).toBe(onlineCount)
  await expect.poll(() => count('expert_sockets')).toBe(onlineCount)
  expect(await count('experts where reachable and not is_online')).toBe(0)

  const [demo] = listDemoProcesses(product.process.pid ?? 0)
  if (!demo) throw new Error('found no demo process')
  process.kill(demo, 'SIGKILL')
  await expect.poll(() => count('listings where online')).toBe(0)
  await database.end()
  expect((await product.stop()).code).toBe(0)
})

/** Lists the demo-experts processes that the product started. */
function listDemoProcesses(pid: number): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid), '-f', 'demo-experts'], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}
