import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Context } from '#domain/context.server.ts'
import { deleteOldNotifications } from '#domain/notifications/delete-old-notifications.server.ts'
import { markAllRead, markRead } from '#domain/notifications/mark-read.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { getPreferences, savePreferences } from '#domain/notifications/preferences.server.ts'
import { findOwnBell, getBell, getNotification, listNotifications } from '#domain/notifications/queries.server.ts'
import type { Person } from '#domain/policy.ts'
import { notificationsKeptDays, notificationsPageSize } from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })
const visitor = () => database.as({ kind: 'visitor', address: '' })

async function createNotifications(count: number, at: (index: number) => Date = () => new Date()): Promise<Person> {
  const { person } = await newSignedInPerson(database.as)
  for (let index = 0; index < count; index += 1) {
    await notify(
      { ...system(), clock: { now: () => at(index) } },
      { to: person.id, kind: 'low_balance', facts: { leftPaise: index }, once: String(index) },
    )
  }
  return person
}

function recordPublished(person: Person): { ctx: Context; publishedTopics: string[] } {
  const publishedTopics: string[] = []
  return {
    ctx: { ...database.as(person), publish: (topic) => void publishedTopics.push(topic) },
    publishedTopics,
  }
}

test('a person marks one notification as read, then all; only real changes are published', async () => {
  const asha = await createNotifications(3)
  const { ctx, publishedTopics } = recordPublished(asha)
  const [latest] = (await listNotifications(ctx)).rows
  expect(await findOwnBell(ctx)).toMatchObject({
    unread: 3,
    latest: { id: latest?.id, title: 'Your wallet is down to ₹0.02' },
  })
  await markRead(ctx, { id: latest?.id ?? '' })
  await markRead(ctx, { id: latest?.id ?? '' })
  expect(await findOwnBell(ctx)).toMatchObject({
    unread: 2,
    latest: { title: 'Your wallet is down to ₹0.01' },
  })
  await markAllRead(ctx)
  await markAllRead(ctx)
  expect(await findOwnBell(ctx)).toEqual({ unread: 0, latest: null })
  expect((await listNotifications(ctx)).rows.map(({ isRead }) => isRead)).toEqual([true, true, true])
  expect(publishedTopics).toEqual([`notices:${asha.id}`, `notices:${asha.id}`])
})

test('the list has pages without gaps or repeats, even with equal timestamps', async () => {
  const at = new Date('2026-11-16T10:00:00Z')
  const asha = await createNotifications(notificationsPageSize + 5, () => at)
  const ctx = database.as(asha)
  const first = await listNotifications(ctx)
  const second = await listNotifications(ctx, { before: first.next ?? '' })
  expect([first.rows.length, second.rows.length, second.next]).toEqual([notificationsPageSize, 5, null])
  const ids = [...first.rows, ...second.rows].map(({ id }) => id)
  expect(new Set(ids).size).toBe(notificationsPageSize + 5)
  expect(ids).toEqual(ids.toSorted().toReversed())
})

describe('another person’s notification', () => {
  test('cannot be opened, marked as read, or used as a cursor', async () => {
    const asha = await createNotifications(2)
    const [row] = (await listNotifications(database.as(asha))).rows
    const id = row?.id ?? ''
    const { person: eve } = await newSignedInPerson(database.as)
    const { ctx, publishedTopics } = recordPublished(eve)
    await expect(getNotification(ctx, id)).rejects.toMatchObject({ code: 'nothing_there' })
    await markRead(ctx, { id })
    expect(await findOwnBell(database.as(asha))).toMatchObject({ unread: 2 })
    expect(publishedTopics).toEqual([])
    await expect(getBell(ctx, asha.id)).rejects.toMatchObject({ code: 'not_allowed' })
    expect((await listNotifications(ctx, { before: id })).rows).toEqual([])
  })

  test('is refused to visitors', async () => {
    const code = 'not_signed_in'
    await expect(listNotifications(visitor())).rejects.toMatchObject({ code })
    await expect(getNotification(visitor(), randomUUID())).rejects.toMatchObject({ code })
    await expect(markRead(visitor(), { id: randomUUID() })).rejects.toMatchObject({ code })
    await expect(markAllRead(visitor())).rejects.toMatchObject({ code })
    await expect(getPreferences(visitor())).rejects.toMatchObject({ code })
    expect(await findOwnBell(visitor())).toBeNull()
  })
})

test('an invalid id is refused', async () => {
  const ctx = database.as(await createNotifications(0))
  await expect(markRead(ctx, { id: 'all of them' })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(getNotification(ctx, 'preferences')).rejects.toMatchObject({ code: 'nothing_there' })
  expect((await listNotifications(ctx, { before: 'x' })).rows).toEqual([])
})

describe('preferences', () => {
  const defaults = { choices: {}, quiet: null, zone: 'Asia/Kolkata' }

  test('are stored, without choices that are not offered', async () => {
    const ctx = database.as(await createNotifications(0))
    expect(await getPreferences(ctx)).toEqual(defaults)
    const quiet = { fromMinute: 1_320, toMinute: 420 }
    await savePreferences(ctx, {
      choices: {
        money: { mail: false },
        security: { mail: false, push: false },
        withdrawal: { mail: false },
      },
      quiet,
      zone: 'Europe/London',
    })
    const { choices, ...rest } = await getPreferences(ctx)
    expect(choices).toMatchObject({ money: { mail: false }, security: { push: false } })
    expect(choices.security).not.toHaveProperty('mail')
    expect(choices).not.toHaveProperty('withdrawal')
    expect(rest).toEqual({ quiet, zone: 'Europe/London' })
    await savePreferences(ctx, { ...defaults, zone: 'Asia/Dubai' })
    expect(await getPreferences(ctx)).toMatchObject({ quiet: null, zone: 'Asia/Dubai' })
  })

  test.each([
    [{ ...defaults, zone: 'Mars/Olympus' }],
    [{ ...defaults, quiet: { fromMinute: 60, toMinute: 60 } }],
    [{ ...defaults, quiet: { fromMinute: Number.NaN, toMinute: 60 } }],
    [{ ...defaults, quiet: { fromMinute: 0, toMinute: 1_440 } }],
  ])('with %o are refused', async (input) => {
    const ctx = database.as(await createNotifications(0))
    await expect(savePreferences(ctx, input)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('are refused to visitors', async () => {
    await expect(savePreferences(visitor(), defaults)).rejects.toMatchObject({ code: 'not_signed_in' })
  })
})

test('notifications are deleted after half a year, by the system only', async () => {
  const now = new Date()
  const asha = await createNotifications(2, (index) => daysLater(now, index === 0 ? -notificationsKeptDays - 1 : -1))
  await expect(deleteOldNotifications(database.as(asha))).rejects.toMatchObject({ code: 'not_allowed' })
  await deleteOldNotifications(system())
  expect((await listNotifications(database.as(asha))).rows).toHaveLength(1)
})
