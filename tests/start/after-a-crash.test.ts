import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cast } from '#demo/cast.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { listOutbox } from '#platform/mail/outbox.ts'
import { startDemo, useProducts } from '#tests/demo.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { isAlive, postgresPid, type Product, removeData, startProduct } from '#tests/product.ts'
import { razorpayKeys } from '#tests/fake-razorpay.ts'

const { start } = useProducts()

describe('a start after a crash', () => {
  let product: Product
  const mails = async () =>
    (await listOutbox(join(product.dataDir, 'outbox'))).filter(({ subject }) => subject.startsWith('₹100'))
      .length

  beforeAll(async () => {
    product = await startDemo()
    await product.ready
    const { dataDir } = product
    // Its database outlives it for a moment, so that something becomes due while no server runs.
    product.process.kill('SIGSTOP')
    await notifyAsha(dataDir, 'the first')
    const lock = join(dataDir, 'postgres/postmaster.pid')
    const content = await readFile(lock, 'utf8')
    const database = await postgresPid(product)
    await product.stop('SIGKILL')
    await vi.waitUntil(() => !isAlive(database), { timeout: 60_000 })
    expect(await mails()).toBe(0)
    await writeFile(lock, content.replace(/^\d+/, String(process.pid)))
    product = await startProduct({ DATA_DIR: dataDir })
    await product.ready
  })
  afterAll(async () => {
    await product?.stop('SIGKILL')
    await removeData(product)
  })

  test('replaces a lock that was left behind, even when its number belongs to another process now', async () => {
    expect((await fetch(`${product.origin}/readyz`)).status).toBe(200)
  })

  test('sends what became due meanwhile, once', async () => {
    await expect.poll(mails).toBe(1)
    // A later one in the queue has been sent, so no second copy of the first is still to come.
    await notifyAsha(product.dataDir, 'the second')
    await expect.poll(mails).toBe(2)
  })
})

test('a first start that was killed in its middle is completed by the next', async () => {
  // With this provider the demo has people and no past, which takes half as long.
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

/** A notification that is due at once, by page and mail. */
function notifyAsha(dataDir: string, once: string): Promise<void> {
  return inDatabase(async ({ as, db }) => {
    const { id } = await db
      .selectFrom('profiles')
      .select('id')
      .where('email', '=', cast.asha.email)
      .executeTakeFirstOrThrow()
    const facts = { what: 'added', amountPaise: 100_00 } as const
    await notify(as({ kind: 'system' }), { to: id as AccountId, kind: 'money', facts, once, key: once })
  }, dataDir)
}
