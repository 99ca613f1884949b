import { expect, test } from 'vitest'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { savePreferences } from '#domain/notifications/preferences.server.ts'
import { listNotifications } from '#domain/notifications/queries.server.ts'
import { useDatabase } from '#tests/database.ts'
import { channelsOf, plannedDeliveries, notificationsOf } from '#tests/notifications.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })
const added = { kind: 'money', facts: { what: 'added', amountPaise: 100_00 } } as const
const defaults = { choices: {}, quiet: null, zone: 'Asia/Kolkata' }

test('an event notifies once, even with repeated and concurrent calls', async () => {
  const { person: asha } = await newSignedInPerson(database.as)
  const notification = { ...added, to: asha.id, once: 'payment 1' }
  await Promise.all(Array.from({ length: 8 }, () => notify(system(), notification)))
  await notify(system(), notification)
  await notify(system(), { ...notification, once: 'payment 2' })
  expect(await notificationsOf(database.db(), asha.id)).toHaveLength(2)
  const [first = ''] = await plannedDeliveries(database.db(), asha.id)
  expect(await plannedDeliveries(database.db(), asha.id)).toHaveLength(2)
  expect(await channelsOf(database.db(), first)).toEqual({
    page: 'planned',
    push: 'planned',
    mail: 'planned',
  })
})

test('the notification is rolled back with its event', async () => {
  const { person: asha } = await newSignedInPerson(database.as)
  const failing = database
    .db()
    .transaction()
    .execute(async (tx) => {
      await notify({ ...system(), db: tx }, { ...added, to: asha.id, once: 'payment' })
      throw new Error('the books refused it')
    })
  await expect(failing).rejects.toThrow('the books refused it')
  expect(await notificationsOf(database.db(), asha.id)).toEqual([])
  expect(await plannedDeliveries(database.db(), asha.id)).toEqual([])
})

test('of several notifications with one key only the last is delivered, and all are listed', async () => {
  const { person: ravi } = await newSignedInPerson(database.as, 'expert')
  for (const what of ['approved', 'suspended'] as const) {
    await notify(system(), { to: ravi.id, kind: 'application', facts: { what }, once: what, key: 'one key' })
  }
  expect(await notificationsOf(database.db(), ravi.id)).toHaveLength(2)
  expect(await plannedDeliveries(database.db(), ravi.id)).toHaveLength(1)
})

test('a kind that is switched off is listed as read and sent nowhere', async () => {
  const { person: asha } = await newSignedInPerson(database.as)
  const choices = { money: { page: false, push: false, mail: false } }
  await savePreferences(database.as(asha), { ...defaults, choices })
  await notify(system(), { ...added, to: asha.id, once: 'payment' })
  const { rows } = await listNotifications(database.as(asha))
  expect(rows).toMatchObject([{ told: added, isRead: true }])
  expect(await plannedDeliveries(database.db(), asha.id)).toEqual([])
  expect(await channelsOf(database.db(), rows[0]?.id ?? '')).toEqual({
    page: 'off',
    push: 'off',
    mail: 'off',
  })
})

test('a kind without mail still reaches the page, and security is always mailed', async () => {
  const { person: asha } = await newSignedInPerson(database.as)
  const choices = { money: { mail: false }, security: { mail: false } }
  await savePreferences(database.as(asha), { ...defaults, choices })
  await notify(system(), { ...added, to: asha.id, once: 'payment' })
  await notify(system(), { to: asha.id, kind: 'security', facts: { what: 'password_changed' }, once: 'password' })
  const [money = '', security = ''] = await plannedDeliveries(database.db(), asha.id)
  expect(await channelsOf(database.db(), money)).toMatchObject({ page: 'planned', mail: 'off' })
  expect(await channelsOf(database.db(), security)).toMatchObject({ mail: 'planned' })
})

test('past events are listed but not sent', async () => {
  const { person: asha } = await newSignedInPerson(database.as)
  await notify({ ...system(), isPast: true }, { ...added, to: asha.id, once: 'payment' })
  expect(await notificationsOf(database.db(), asha.id)).toHaveLength(1)
  expect(await plannedDeliveries(database.db(), asha.id)).toEqual([])
})

test('deleted accounts get no notifications', async () => {
  const { person: asha, password } = await newSignedInPerson(database.as)
  await deleteAccount(database.as(asha), { password })
  await notify(system(), { ...added, to: asha.id, once: 'payment' })
  expect(await notificationsOf(database.db(), asha.id)).toEqual([])
})
