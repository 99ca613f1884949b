import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cast } from '#demo/cast.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { listOutbox } from '#platform/mail/outbox.ts'
import { startDemo, useProducts } from '#tests/demo.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { isAlive, readPostgresPid, type Product, removeData, startProduct } from '#tests/product.ts'
import { razorpayKeys } from '#tests/fake-razorpay.ts'

const { start } = useProducts()

describe('a start after a crash', () => {
  let product: Product
  const countMails = async () =>
    (await listOutbox(join(product.dataDir, 'outbox'))).filter(({ subject }) => subject.startsWith('₹100')).length

  beforeAll(async () => {
    product = await startDemo()
    await product.ready
    const { dataDir } = product
    // Pauses the server process but not its database, so that a notification becomes due while no server handles it.
    product.process.kill('SIGSTOP')
    await notifyAsha(dataDir, 'the first')
    const lock = join(dataDir, 'postgres/postmaster.pid')
    const content = await readFile(lock, 'utf8')
    const databasePid = await readPostgresPid(product)
    await product.stop('SIGKILL')
    await vi.waitUntil(() => !isAlive(databasePid), { timeout: 60_000 })
    expect(await countMails()).toBe(0)
    await writeFile(lock, content.replace(/^\d+/, String(process.pid)))
    product = await startProduct({ DATA_DIR: dataDir })
    await product.ready
  })
  afterAll(async () => {
    await product?.stop('SIGKILL')
    await removeData(product)
  })

  test('replaces a stale lock, even when its pid now belongs to another process', async () => {
    expect((await fetch(`${product.origin}/readyz`)).status).toBe(200)
  })

  test('sends the notification that became due without a server, once', async () => {
    await expect.poll(countMails).toBe(1)
    // Once the second notification is sent, a duplicate of the first would already be in the outbox.
    await notifyAsha(product.dataDir, 'the second')
    await expect.poll(countMails).toBe(2)
  })
})

test('a first start that was killed while PostgreSQL was starting is completed by the next start', async () => {
  // With this provider the demo has people but no history, which takes half as long.
  const environment = {
    PAYMENTS: 'razorpay',
    RAZORPAY_KEY_ID: razorpayKeys.keyId,
    RAZORPAY_KEY_SECRET: razorpayKeys.keySecret,
    RAZORPAY_WEBHOOK_SECRET: razorpayKeys.webhookSecret,
    RAZORPAY_API: 'http://127.0.0.1:1',
  }
  const product = await start(environment)
  await product.printed('Starting PostgreSQL')
  await product.stop('SIGKILL')
  const again = await start({ ...environment, DATA_DIR: product.dataDir })
  await again.ready
  expect((await fetch(`${again.origin}/`)).status).toBe(200)
})

/** Adds a notification that is due immediately, in the app and by mail. */
function notifyAsha(dataDir: string, once: string): Promise<void> {
  return inDatabase(async ({ as, db }) => {
    const { id } = await db
      .selectFrom('profiles')
      .select('id')
      .where('email', '=', cast.asha.email)
      .executeTakeFirstOrThrow()
    const facts = { what: 'added', amountPaise: 100_00 } as const
    await notify(as({ kind: 'system' }), { to: id, kind: 'money', facts, once, key: once })
  }, dataDir)
}
