import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { hasOnlineAlert, sendOnlineAlerts, setOnlineAlert } from '#domain/experts/online-alerts.server.ts'
import { registerSocket } from '#domain/experts/reachability.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { useDatabase } from '#tests/database.ts'
import { goOnline, newExpert } from '#tests/experts.ts'
import { deleteJobs, listJobs } from '#tests/jobs.ts'
import { notificationsOf } from '#tests/notifications.ts'
import { newStudent, newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
beforeEach(async () => {
  await deleteJobs(database.db())
})

async function newWaitingStudent() {
  const { person } = await newStudent(database.as)
  return { ctx: database.as(person), id: person.id }
}

/** The expert ids of queued jobs, one for each job. */
async function listEnqueued(): Promise<string[]> {
  const jobs = await listJobs(database.db(), 'send_online_alerts')
  return jobs.map(({ payload }) => payload.expertId)
}

const system = () => database.as({ kind: 'system' })
const listOnlineNotifications = async (id: AccountId) =>
  (await notificationsOf(database.db(), id)).filter(({ kind }) => kind === 'online')

test('an alert is sent once when the expert can be called, and is then removed', async () => {
  const expert = await newExpert(database.as)
  const { expertId } = expert
  const student = await newWaitingStudent()
  await setOnlineAlert(student.ctx, { expertId, wanted: true })
  expect(await hasOnlineAlert(student.ctx, expertId)).toBe(true)
  await setOnline(expert.ctx, true)
  expect(await listEnqueued()).toEqual([])
  await registerSocket(database.as({ kind: 'system' }), { accountId: expert.person.id, nodeId: randomUUID() })
  expect(await listEnqueued()).toEqual([expertId])
  for (let run = 0; run < 2; run += 1) await sendOnlineAlerts(system(), { expertId })
  expect(await listOnlineNotifications(student.id)).toEqual([
    { kind: 'online', facts: { expertId }, about: expert.person.id },
  ])
  expect(await hasOnlineAlert(student.ctx, expertId)).toBe(false)
})

test('switching on after the socket opened notifies as well', async () => {
  const expert = await newExpert(database.as)
  await setOnlineAlert((await newWaitingStudent()).ctx, { expertId: expert.expertId, wanted: true })
  await goOnline(database.as, expert)
  expect(await listEnqueued()).toEqual([expert.expertId])
})

test('going online and offline while the job waits enqueues one job', async () => {
  const expert = await newExpert(database.as)
  await setOnlineAlert((await newWaitingStudent()).ctx, { expertId: expert.expertId, wanted: true })
  await goOnline(database.as, expert)
  for (const online of [false, true, false, true]) await setOnline(expert.ctx, online)
  expect(await listEnqueued()).toEqual([expert.expertId])
})

test('no job is enqueued when no student waits', async () => {
  await goOnline(database.as, await newExpert(database.as))
  expect(await listEnqueued()).toEqual([])
})

test('students keep waiting when the expert leaves before the job runs', async () => {
  const expert = await newExpert(database.as)
  const { expertId } = expert
  const student = await newWaitingStudent()
  await setOnlineAlert(student.ctx, { expertId, wanted: true })
  await goOnline(database.as, expert)
  await setOnline(expert.ctx, false)
  await sendOnlineAlerts(system(), { expertId })
  expect(await listOnlineNotifications(student.id)).toEqual([])
  expect(await hasOnlineAlert(student.ctx, expertId)).toBe(true)
})

test('an alert can be set twice and cancelled twice', async () => {
  const { expertId } = await newExpert(database.as)
  const { ctx } = await newWaitingStudent()
  await setOnlineAlert(ctx, { expertId, wanted: true })
  await setOnlineAlert(ctx, { expertId, wanted: true })
  await setOnlineAlert(ctx, { expertId, wanted: false })
  expect(await hasOnlineAlert(ctx, expertId)).toBe(false)
  await setOnlineAlert(ctx, { expertId, wanted: false })
})

test('an alert for an expert who is online is enqueued immediately', async () => {
  const expert = await newExpert(database.as)
  await goOnline(database.as, expert)
  await setOnlineAlert((await newWaitingStudent()).ctx, { expertId: expert.expertId, wanted: true })
  expect(await listEnqueued()).toEqual([expert.expertId])
})

test('all waiting students are notified, and a new alert notifies again', async () => {
  const expert = await newExpert(database.as)
  const { expertId } = expert
  const students = [await newWaitingStudent(), await newWaitingStudent()]
  await goOnline(database.as, expert)
  for (const at of ['2026-01-01', '2026-02-01']) {
    for (const { ctx } of students) {
      await setOnlineAlert({ ...ctx, clock: { now: () => new Date(at) } }, { expertId, wanted: true })
    }
    await sendOnlineAlerts(system(), { expertId })
  }
  for (const { id } of students) expect(await listOnlineNotifications(id)).toHaveLength(2)
})

test.each(['pending', 'suspended'] as const)('an alert for a %s expert is refused', async (approval) => {
  const { expertId } = await newExpert(database.as, { approval })
  await expect(setOnlineAlert((await newWaitingStudent()).ctx, { expertId, wanted: true })).rejects.toMatchObject({
    code: 'no_such_expert',
  })
})

test('only students can set an alert, and only the system can send one', async () => {
  const { expertId, ctx: expertCtx } = await newExpert(database.as)
  const input = { expertId, wanted: true }
  const visitor = database.as({ kind: 'visitor', address: '' })
  const { person } = await newSignedInPerson(database.as, 'team')
  await expect(setOnlineAlert(visitor, input)).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(setOnlineAlert(expertCtx, input)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(setOnlineAlert(database.as(person), input)).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await hasOnlineAlert(visitor, expertId)).toBe(false)
  await expect(sendOnlineAlerts(expertCtx, { expertId })).rejects.toMatchObject({ code: 'not_allowed' })
})
