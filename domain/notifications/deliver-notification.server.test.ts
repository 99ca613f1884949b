import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NotificationFacts, StoredKind } from '#domain/notifications/contract.ts'
import { deliverNotification } from '#domain/notifications/deliver-notification.server.ts'
import { markAllRead } from '#domain/notifications/mark-read.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { savePreferences } from '#domain/notifications/preferences.server.ts'
import { subscribePush } from '#domain/notifications/subscribe-push.server.ts'
import { ringTag } from '#kernel/ring-tag.ts'
import { daysLater } from '#kernel/time.ts'
import { PermanentFailure } from '#kernel/permanent-failure.ts'
import { useDatabase } from '#tests/database.ts'
import { deliveryContext, channelsOf, plannedDeliveries } from '#tests/notifications.ts'
import { createLocalPush, type PushService, startPushService } from '#tests/push-service.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })
const firstAttempt = { isLastAttempt: false }

let service: PushService
beforeAll(async () => void (service = await startPushService()))
afterAll(() => service.close())

/** A person with one notification, and its id. */
async function newNotification<Kind extends StoredKind>(kind: Kind, facts: NotificationFacts[Kind]) {
  const asha = await newSignedInPerson(database.as, 'student', 'Asha Verma')
  await notify(system(), { to: asha.person.id, kind, facts, once: 'event' })
  const [notificationId = ''] = await plannedDeliveries(database.db(), asha.person.id)
  return { ...asha, notificationId, channels: () => channelsOf(database.db(), notificationId) }
}

/** The same person with a push subscription. The test push service decrypts the messages it receives. */
async function newPushNotification<Kind extends StoredKind>(kind: Kind, facts: NotificationFacts[Kind]) {
  const asha = await newNotification(kind, facts)
  const browser = service.browser()
  await subscribePush({ ...database.as(asha.person), push: createLocalPush() }, browser)
  return { ...asha, browser, listPushed: () => service.pushed.filter(({ path }) => path === browser.path) }
}

const added = { what: 'added', amountPaise: 100_00 } as const
const feedback = { what: 'feedback', sessionId: '0199c0de-0000-7000-8000-000000000001' } as const

test('without a push subscription, delivery updates the page and mails the same text', async () => {
  const { notificationId, person, email, channels } = await newNotification('money', added)
  const { ctx, sent, publishedTopics } = deliveryContext(system())
  await deliverNotification(ctx, { notificationId }, firstAttempt)
  expect(publishedTopics).toEqual([`notices:${person.id}`])
  expect(await channels()).toEqual({ page: 'delivered', push: 'impossible', mail: 'delivered' })
  expect(sent).toMatchObject([
    { to: email, subject: '₹100 added to your wallet', key: `notification ${notificationId}` },
  ])
  expect(sent[0]?.text).toContain('Hello Asha Verma,')
  expect(sent[0]?.text).toContain(`/notifications/${notificationId}`)
  expect(sent[0]?.text).toContain('/notifications/preferences')
})

test('a job that runs twice sends nothing the second time', async () => {
  const { notificationId, listPushed } = await newPushNotification('money', added)
  const { ctx, sent, publishedTopics } = deliveryContext(system())
  for (let run = 0; run < 3; run += 1) await deliverNotification(ctx, { notificationId }, firstAttempt)
  expect([publishedTopics.length, listPushed().length, sent.length]).toEqual([1, 1, 1])
})

test('a job killed between sending and saving sends the same mail, not another', async () => {
  const { notificationId } = await newNotification('money', added)
  const { ctx, sent } = deliveryContext(system())
  const killedJob = database
    .db()
    .transaction()
    .execute(async (tx) => {
      await deliverNotification({ ...ctx, db: tx }, { notificationId }, firstAttempt)
      throw new Error('killed')
    })
  await expect(killedJob).rejects.toThrow('killed')
  await deliverNotification(ctx, { notificationId }, firstAttempt)
  expect(sent.map(({ key }) => key)).toEqual(Array.from({ length: 2 }, () => `notification ${notificationId}`))
})

test('sends no mail about feedback when push reached a browser', async () => {
  const { notificationId, channels, listPushed } = await newPushNotification('feedback', feedback)
  const { ctx, sent } = deliveryContext(system())
  await deliverNotification(ctx, { notificationId }, firstAttempt)
  expect(sent).toEqual([])
  expect(await channels()).toEqual({ page: 'delivered', push: 'delivered', mail: 'unneeded' })
  expect(listPushed()).toMatchObject([
    {
      headers: { urgency: 'normal' },
      message: {
        id: notificationId,
        kind: 'feedback',
        title: 'Your expert left you feedback',
        tag: notificationId,
        href: `/notifications/${notificationId}`,
      },
    },
  ])
})

test('mails the alert of an unanswered question besides push', async () => {
  const facts = { expertId: feedback.sessionId, requestId: feedback.sessionId }
  const { notificationId, channels } = await newPushNotification('online', facts)
  const { ctx, sent } = deliveryContext(system())
  await deliverNotification(ctx, { notificationId }, firstAttempt)
  expect(sent).toHaveLength(1)
  expect(await channels()).toEqual({ page: 'delivered', push: 'delivered', mail: 'delivered' })
})

test('an expired push subscription is deleted, and the mail is sent', async () => {
  const { notificationId, channels, browser, person } = await newPushNotification('feedback', feedback)
  service.forget(browser.path)
  const { ctx, sent } = deliveryContext(system())
  await deliverNotification(ctx, { notificationId }, firstAttempt)
  expect(sent).toHaveLength(1)
  expect(await channels()).toEqual({ page: 'delivered', push: 'impossible', mail: 'delivered' })
  const subscriptions = database.db().selectFrom('push_subscriptions').select('id').where('profile_id', '=', person.id)
  expect(await subscriptions.execute()).toEqual([])
})

test('failing push is tried three times, then the mail is sent', async () => {
  const { notificationId, channels, listPushed } = await newPushNotification('feedback', feedback)
  const { ctx, sent } = deliveryContext(system())
  service.answerWith(503)
  for (let run = 0; run < 2; run += 1) {
    await expect(deliverNotification(ctx, { notificationId }, firstAttempt)).rejects.toThrow('answered 503')
    expect(await channels()).toMatchObject({ push: 'planned', mail: 'planned' })
  }
  await deliverNotification(ctx, { notificationId }, firstAttempt)
  service.answerWith(201)
  expect([listPushed().length, sent.length]).toEqual([0, 1])
  expect(await channels()).toEqual({ page: 'delivered', push: 'failed', mail: 'delivered' })
})

test('a push service that recovers at the second attempt makes the mail unneeded', async () => {
  const { notificationId, channels, listPushed } = await newPushNotification('feedback', feedback)
  const { ctx, sent } = deliveryContext(system())
  service.answerWith(503)
  await expect(deliverNotification(ctx, { notificationId }, firstAttempt)).rejects.toThrow('answered 503')
  service.answerWith(201)
  await deliverNotification(ctx, { notificationId }, firstAttempt)
  expect([listPushed().length, sent.length]).toEqual([1, 0])
  expect(await channels()).toEqual({ page: 'delivered', push: 'delivered', mail: 'unneeded' })
})

test('with push switched off, the mail is sent instead', async () => {
  const { person, listPushed } = await newPushNotification('money', added)
  const choices = { feedback: { push: false } }
  await savePreferences(database.as(person), { choices, quiet: null, zone: 'Asia/Kolkata' })
  await notify(system(), { to: person.id, kind: 'feedback', facts: feedback, once: 'feedback' })
  const [, notificationId = ''] = await plannedDeliveries(database.db(), person.id)
  const { ctx, sent } = deliveryContext(system())
  await deliverNotification(ctx, { notificationId }, firstAttempt)
  expect([listPushed().length, sent.length]).toEqual([0, 1])
  expect(await channelsOf(database.db(), notificationId)).toMatchObject({ push: 'off', mail: 'delivered' })
})

test('a missed call replaces its ring', async () => {
  const { sessionId } = feedback
  const { notificationId, listPushed } = await newPushNotification('missed_call', { sessionId })
  await deliverNotification(deliveryContext(system()).ctx, { notificationId }, firstAttempt)
  expect(listPushed()).toMatchObject([{ message: { kind: 'missed_call', tag: ringTag(sessionId) } }])
})

test('an expiring message is urgent, and kept for an offline browser for 30 minutes only', async () => {
  const { notificationId, listPushed } = await newPushNotification('online', { expertId: feedback.sessionId })
  await deliverNotification(deliveryContext(system()).ctx, { notificationId }, firstAttempt)
  expect(listPushed()).toMatchObject([{ headers: { urgency: 'high', ttl: '1800' } }])
})

test('a reminder is kept for an offline browser until the session starts', async () => {
  const startsAt = daysLater(new Date(), 1).toISOString()
  const { sessionId: bookingId } = feedback
  const facts = { bookingId, side: 'student', startsAt, zone: 'Asia/Kolkata', minutesBefore: 1_440 } as const
  const { notificationId, listPushed } = await newPushNotification('reminder', facts)
  await deliverNotification(deliveryContext(system()).ctx, { notificationId }, firstAttempt)
  expect(listPushed()).toMatchObject([{ headers: { urgency: 'high', ttl: '86400' } }])
})

test('a permanently refused mail is recorded, and the team can resend it', async () => {
  const { notificationId, channels } = await newNotification('money', added)
  const refusing = deliveryContext(system(), { failMail: new PermanentFailure('no such mailbox') })
  await expect(deliverNotification(refusing.ctx, { notificationId }, firstAttempt)).rejects.toThrow('no such mailbox')
  expect(await channels()).toMatchObject({ mail: 'failed' })
  const working = deliveryContext(system())
  await deliverNotification(working.ctx, { notificationId }, firstAttempt)
  expect(working.sent).toHaveLength(1)
  expect(await channels()).toMatchObject({ mail: 'delivered' })
})

test('an unreachable mail server is retried until the last attempt', async () => {
  const { notificationId, channels } = await newNotification('money', added)
  const { ctx } = deliveryContext(system(), { failMail: new Error('connection refused') })
  await expect(deliverNotification(ctx, { notificationId }, firstAttempt)).rejects.toThrow('refused')
  expect(await channels()).toMatchObject({ mail: 'planned' })
  await expect(deliverNotification(ctx, { notificationId }, { isLastAttempt: true })).rejects.toThrow('refused')
  expect(await channels()).toMatchObject({ mail: 'failed' })
})

/** 23:30 in Kolkata. */
const night = new Date(`${new Date().toISOString().slice(0, 10)}T18:00:00Z`)
const quiet = { fromMinute: 22 * 60, toMinute: 7 * 60 }

test('in quiet hours the page is updated, and the job is rescheduled for the morning', async () => {
  const { notificationId, person, channels } = await newNotification('money', added)
  const clock = { now: () => night }
  await savePreferences(database.as(person), { choices: {}, quiet, zone: 'Asia/Kolkata' })
  const { ctx, sent } = deliveryContext({ ...system(), clock })
  await deliverNotification(ctx, { notificationId }, firstAttempt)
  expect(sent).toEqual([])
  expect(await channels()).toEqual({ page: 'delivered', push: 'planned', mail: 'planned' })
  const { rows } = await sql<{ run_at: Date }>`
    select run_at from graphile_worker.jobs where key = ${`tell ${notificationId}`}`.execute(database.db())
  expect(rows.map(({ run_at }) => run_at.toISOString().slice(11))).toEqual(['01:30:00.000Z'])
  const morning = { now: () => new Date(night.getTime() + 7.5 * 3_600_000) }
  await deliverNotification({ ...ctx, clock: morning }, { notificationId }, firstAttempt)
  expect(sent).toHaveLength(1)
})

describe('of two notifications with one key in quiet hours', () => {
  /** An expert in quiet hours with two notifications. The job of the first may run before the second is created. */
  async function notifyTwice({ hasFirstRun }: { hasFirstRun: boolean }) {
    const { person } = await newSignedInPerson(database.as, 'expert')
    const key = `approval ${person.id}`
    await savePreferences(database.as(person), { choices: {}, quiet, zone: 'Asia/Kolkata' })
    const notifyApproval = (what: 'approved' | 'suspended') =>
      notify(system(), { to: person.id, kind: 'application', facts: { what }, once: what, key })
    const { ctx } = deliveryContext({ ...system(), clock: { now: () => night } })
    const planned = () => plannedDeliveries(database.db(), person.id)
    const deliver = (notificationId: string) => deliverNotification(ctx, { notificationId, key }, firstAttempt)
    await notifyApproval('approved')
    const [first = ''] = await planned()
    if (hasFirstRun) await deliver(first)
    await notifyApproval('suspended')
    return { first, planned, deliver }
  }

  test('the later one replaces the waiting one', async () => {
    const { first, planned, deliver } = await notifyTwice({ hasFirstRun: true })
    const [second = ''] = await planned()
    expect(second).not.toBe(first)
    await deliver(second)
    expect(await planned()).toEqual([second])
  })

  test('the earlier one does not replace the later one, even if its job is rescheduled last', async () => {
    const { first, planned, deliver } = await notifyTwice({ hasFirstRun: false })
    const before = await planned()
    await deliver(first)
    expect(before).not.toEqual([first])
    expect(await planned()).toEqual(before)
  })
})

test('a notification that was read needs no mail, unless mails of its kind are always sent', async () => {
  const optional = await newNotification('feedback', feedback)
  const always = await newNotification('money', added)
  const { ctx, sent } = deliveryContext(system())
  for (const { person, notificationId } of [optional, always]) {
    await markAllRead(database.as(person))
    await deliverNotification(ctx, { notificationId }, firstAttempt)
  }
  expect(sent.map(({ to }) => to)).toEqual([always.email])
})

test('only the system can deliver', async () => {
  const { notificationId, person } = await newNotification('money', added)
  const { ctx } = deliveryContext(database.as(person))
  await expect(deliverNotification(ctx, { notificationId }, firstAttempt)).rejects.toMatchObject({
    code: 'not_allowed',
  })
})
