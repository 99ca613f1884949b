import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDisk } from '#tests/faults/disk.ts'
import { startProduct } from '#tests/product.ts'

test('a start on a full disk fails with one sentence', async () => {
  const disk = await createDisk(60)
  onTestFinished(disk.remove)
  const product = await startProduct({ DATA_DIR: join(disk.folder, 'data') })
  expect((await product.exited).code).toBe(1)
  await expect
    .poll(() => product.output())
    .toMatch(/\nThe disk of \S+ has \d+ MB left, and 300 MB are needed: free some space/)
  expect(product.output()).not.toContain('    at ')
})

test('a node is not ready while its disk is full', async () => {
  const disk = await createDisk(600)
  onTestFinished(disk.remove)
  const product = await startProduct({ DATA_DIR: join(disk.folder, 'data') })
  onTestFinished(async () => void (await product.stop()))
  await product.ready
  const readiness = async () => {
    const answer = await fetch(`${product.origin}/readyz`)
    return `${answer.status} ${await answer.text()}`
  }
  expect(await readiness()).toBe('200 ready')
  await disk.fill(12)
  await expect.poll(readiness).toBe('503 the disk is full')
  expect((await fetch(`${product.origin}/healthz`)).status).toBe(200)
  await disk.empty()
  await expect.poll(readiness).toBe('200 ready')
})
