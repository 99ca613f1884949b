import { expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Facts, KeptKind, SendPush } from '#domain/notifications/contract.ts'
import { deliverNotification } from '#domain/notifications/deliver-notification.server.ts'
import { markAllRead } from '#domain/notifications/mark-read.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { savePreferences } from '#domain/notifications/preferences.server.ts'
import { daysLater } from '#kernel/time.ts'
import { PermanentFailure } from '#platform/permanent-failure.ts'
import { useDatabase } from '#tests/database.ts'
import { carrier, channelsOf, deliveriesPlanned } from '#tests/notifications.ts'
import { somebody } from '#tests/signed-in.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })
const once = { isLastTry: false }
const reaches =
  (reached: number): SendPush =>
  async () => ({ reached })

/** Somebody who is told something, and the id of it. */
async function telling<Kind extends KeptKind>(kind: Kind, facts: Facts[Kind]) {
  const asha = await somebody(database.as, 'student', 'Asha Verma')
  await notify(system(), { to: asha.person.id, kind, facts, once: 'it' })
  const [notificationId = ''] = await deliveriesPlanned(database.db(), asha.person.id)
  return { ...asha, notificationId, channels: () => channelsOf(database.db(), notificationId) }
}

const added = { what: 'added', amountPaise: 100_00 } as const
const feedback = { what: 'feedback', sessionId: '0199c0de-0000-7000-8000-000000000001' } as const

test('the page hears of it, push has nobody here, and the mail says it in the same words', async () => {
  const { notificationId, person, email, channels } = await telling('money', added)
  const { ctx, sent, heard } = carrier(system())
  await deliverNotification(ctx, { notificationId }, once)
  expect(heard).toEqual([`notices:${person.id}`])
  expect(await channels()).toEqual({ page: 'delivered', push: 'impossible', mail: 'delivered' })
  expect(sent).toMatchObject([
    { to: email, subject: '₹100 added to your wallet', key: `notification ${notificationId}` },
  ])
  expect(sent[0]?.text).toContain('Hello Asha Verma,')
  expect(sent[0]?.text).toContain(`/notifications/${notificationId}`)
  expect(sent[0]?.text).toContain('/notifications/preferences')
})

test('a job that runs again says nothing a second time', async () => {
  const { notificationId } = await telling('money', added)
  const { ctx, sent, heard } = carrier(system(), { sendPush: reaches(1) })
  for (let run = 0; run < 3; run += 1) await deliverNotification(ctx, { notificationId }, once)
  expect([sent.length, heard.length]).toEqual([1, 1])
})

test('one that was killed between the mail and its note sends the same mail, not another', async () => {
  const { notificationId } = await telling('money', added)
  const { ctx, sent } = carrier(system())
  const dying = database
    .db()
    .transaction()
    .execute(async (tx) => {
      await deliverNotification({ ...ctx, db: tx }, { notificationId }, once)
      throw new Error('killed')
    })
  await expect(dying).rejects.toThrow('killed')
  await deliverNotification(ctx, { notificationId }, once)
  expect(sent.map(({ key }) => key)).toEqual(
    Array.from({ length: 2 }, () => `notification ${notificationId}`),
  )
})

test('where push has reached somebody there is no mail about feedback', async () => {
  const { notificationId, person, channels } = await telling('feedback', feedback)
  const pushes: Parameters<SendPush>[0][] = []
  const { ctx, sent } = carrier(system(), {
    sendPush: async (push) => {
      pushes.push(push)
      return { reached: 1 }
    },
  })
  await deliverNotification(ctx, { notificationId }, once)
  expect(sent).toEqual([])
  expect(await channels()).toEqual({ page: 'delivered', push: 'delivered', mail: 'unneeded' })
  expect(pushes).toMatchObject([
    {
      accountId: person.id,
      urgency: 'normal',
      message: { id: notificationId, tag: notificationId, href: `/notifications/${notificationId}` },
    },
  ])
})

test('where push reaches nobody the mail follows', async () => {
  const { notificationId, channels } = await telling('feedback', feedback)
  const { ctx, sent } = carrier(system(), { sendPush: reaches(0) })
  await deliverNotification(ctx, { notificationId }, once)
  expect(sent).toHaveLength(1)
  expect(await channels()).toMatchObject({ push: 'impossible', mail: 'delivered' })
})

test('push that fails is tried three times, and then the mail follows', async () => {
  const { notificationId, channels } = await telling('feedback', feedback)
  const sendPush: SendPush = () => Promise.reject(new Error('the push service is away'))
  const { ctx, sent } = carrier(system(), { sendPush })
  for (let run = 0; run < 2; run += 1) {
    await expect(deliverNotification(ctx, { notificationId }, once)).rejects.toThrow('away')
    expect(await channels()).toMatchObject({ push: 'planned', mail: 'planned' })
  }
  await deliverNotification(ctx, { notificationId }, once)
  expect(sent).toHaveLength(1)
  expect(await channels()).toEqual({ page: 'delivered', push: 'failed', mail: 'delivered' })
})

test('a mail that is refused for good is written down, and the team can have it sent again', async () => {
  const { notificationId, channels } = await telling('money', added)
  const refusing = carrier(system(), { failMail: new PermanentFailure('no such mailbox') })
  await expect(deliverNotification(refusing.ctx, { notificationId }, once)).rejects.toThrow('no such mailbox')
  expect(await channels()).toMatchObject({ mail: 'failed' })
  const mended = carrier(system())
  await deliverNotification(mended.ctx, { notificationId }, once)
  expect(mended.sent).toHaveLength(1)
  expect(await channels()).toMatchObject({ mail: 'delivered' })
})

test('a mail server that is away is tried until the last time', async () => {
  const { notificationId, channels } = await telling('money', added)
  const { ctx } = carrier(system(), { failMail: new Error('connection refused') })
  await expect(deliverNotification(ctx, { notificationId }, once)).rejects.toThrow('refused')
  expect(await channels()).toMatchObject({ mail: 'planned' })
  await expect(deliverNotification(ctx, { notificationId }, { isLastTry: true })).rejects.toThrow('refused')
  expect(await channels()).toMatchObject({ mail: 'failed' })
})

test('in quiet hours the page hears of it, and the job comes back in the morning', async () => {
  const { notificationId, person, channels } = await telling('money', added)
  const night = daysLater(new Date(`${new Date().toISOString().slice(0, 10)}T18:00:00Z`), 0)
  const clock = { now: () => night }
  const quiet = { fromMinute: 22 * 60, toMinute: 7 * 60 }
  await savePreferences(database.as(person), { choices: {}, quiet, zone: 'Asia/Kolkata' })
  const { ctx, sent } = carrier({ ...system(), clock })
  await deliverNotification(ctx, { notificationId }, once)
  expect(sent).toEqual([])
  expect(await channels()).toEqual({ page: 'delivered', push: 'planned', mail: 'planned' })
  const { rows } = await sql<{ run_at: Date }>`
    select run_at from graphile_worker.jobs where key = ${`tell ${notificationId}`}`.execute(database.db())
  expect(rows.map(({ run_at }) => run_at.toISOString().slice(11))).toEqual(['01:30:00.000Z'])
  const morning = { now: () => new Date(night.getTime() + 7.5 * 3_600_000) }
  await deliverNotification({ ...ctx, clock: morning }, { notificationId }, once)
  expect(sent).toHaveLength(1)
})

test('what was read meanwhile needs no mail, unless it is one that people keep', async () => {
  const seen = await telling('feedback', feedback)
  const kept = await telling('money', added)
  const { ctx, sent } = carrier(system())
  for (const { person, notificationId } of [seen, kept]) {
    await markAllRead(database.as(person))
    await deliverNotification(ctx, { notificationId }, once)
  }
  expect(sent.map(({ to }) => to)).toEqual([kept.email])
})

test('nobody but the system carries it', async () => {
  const { notificationId, person } = await telling('money', added)
  const { ctx } = carrier(database.as(person))
  await expect(deliverNotification(ctx, { notificationId }, once)).rejects.toMatchObject({
    code: 'not_allowed',
  })
})
