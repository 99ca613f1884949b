import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive, postgresPid, useProducts } from '#tests/demo.ts'

const { start, startAgain } = useProducts()

test('a lock that a crash left behind heals, even when a stranger has its number now', async () => {
  const product = await startAgain()
  await product.ready
  const lock = join(product.dataDir, 'postgres/postmaster.pid')
  const content = await readFile(lock, 'utf8')
  const database = await postgresPid(product)
  await product.stop('SIGKILL')
  await expect.poll(() => isAlive(database), { timeout: 10_000 }).toBe(false)
  await writeFile(lock, content.replace(/^\d+/, String(process.pid)))
  const again = await start({ DATA_DIR: product.dataDir })
  await again.ready
  expect((await fetch(`${again.origin}/readyz`)).status).toBe(200)
})

test('a first start that was killed in its middle is made good by the next', async () => {
  const product = await start()
  await expect.poll(() => product.output(), { timeout: 20_000, interval: 5 }).toContain('Starting PostgreSQL')
  await product.stop('SIGKILL')
  const again = await start({ DATA_DIR: product.dataDir })
  await again.ready
  expect((await fetch(`${again.origin}/`)).status).toBe(200)
})
