import { join } from 'node:path'
import { expect, test } from 'vitest'
import { notify } from '#domain/notifications/notify.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { enqueue } from '#platform/jobs/port.ts'
import { listOutbox } from '#platform/mail/outbox.ts'
import { cast } from '#seeds/cast.ts'
import { useProducts } from '#tests/demo.ts'
import { inDatabase } from '#tests/e2e/database.ts'

const { start, startAgain } = useProducts()

/** Tells Asha of money in the database transaction that plans the rest of it for this instant. */
function tellAt(folder: string, what: string, runAt: Date): Promise<void> {
  return inDatabase(
    ({ as, db }) =>
      db.transaction().execute(async (tx) => {
        const { id } = await tx
          .selectFrom('profiles')
          .select('id')
          .where('email', '=', cast.asha.email)
          .executeTakeFirstOrThrow()
        const facts = { what: 'added', amountPaise: 100_00 } as const
        const ctx = { ...as({ kind: 'system' }), db: tx }
        await notify(ctx, { to: id as AccountId, kind: 'money', facts, once: what, key: what })
        const told = await tx
          .selectFrom('notifications')
          .select('id')
          .where('once_key', '=', what)
          .executeTakeFirstOrThrow()
        await enqueue(tx, 'deliver_notification', { notificationId: told.id }, { key: what, runAt })
      }),
    folder,
  )
}

test('what was due while the server was dead is told when it is back, once', async () => {
  const product = await startAgain()
  await product.ready
  const { dataDir } = product
  const due = new Date(Date.now() + 1_000)
  await tellAt(dataDir, 'the first', due)
  await product.stop('SIGKILL')
  await expect.poll(() => Date.now() > due.getTime()).toBe(true)
  const mails = async () =>
    (await listOutbox(join(dataDir, 'outbox'))).filter(({ subject }) => subject.startsWith('₹100')).length
  expect(await mails()).toBe(0)
  const again = await start({ DATA_DIR: dataDir })
  await again.ready
  await expect.poll(mails).toBe(1)
  // Whoever comes after it in the queue is there, so nothing of the first is still to come.
  await tellAt(dataDir, 'the second', new Date())
  await expect.poll(mails).toBe(2)
})
