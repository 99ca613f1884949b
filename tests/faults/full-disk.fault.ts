import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProduct } from '#tests/product.ts'

/** A disk of this size, for as long as the test takes. Only root can make one. */
async function makeDisk(megabytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  onTestFinished(async () => {
    execFileSync('umount', ['--lazy', folder])
    await rm(folder, { recursive: true })
  })
  return folder
}

test('a start on a disk without room says so in a sentence', async () => {
  const product = await startProduct({ DATA_DIR: join(await makeDisk(60), 'data') })
  expect((await product.exited).code).toBe(1)
  expect(product.output()).toMatch(/\nThe disk of \S+ has \d+ MB left, and 300 are needed: make room/)
  expect(product.output()).not.toContain('    at ')
})

test('a node whose disk is full says that it is not ready, and is again when there is room', async () => {
  const disk = await makeDisk(600)
  const product = await startProduct({ DATA_DIR: join(disk, 'data') })
  onTestFinished(async () => void (await product.stop()))
  await product.ready
  const readiness = async () => {
    const answer = await fetch(`${product.origin}/readyz`)
    return `${answer.status} ${await answer.text()}`
  }
  expect(await readiness()).toBe('200 ready')
  const filler = join(disk, 'filler')
  const free = Number(execFileSync('df', ['--output=avail', '-m', disk], { encoding: 'utf8' }).split('\n')[1])
  await writeFile(filler, Buffer.alloc((free - 12) * 1024 * 1024))
  await expect.poll(readiness).toBe('503 the disk is full')
  expect((await fetch(`${product.origin}/healthz`)).status).toBe(200)
  await truncate(filler, 0)
  await expect.poll(readiness).toBe('200 ready')
})
