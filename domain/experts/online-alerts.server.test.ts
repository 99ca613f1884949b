import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { hasOnlineAlert, sendOnlineAlerts, setOnlineAlert } from '#domain/experts/online-alerts.server.ts'
import { registerSocket } from '#domain/experts/reachability.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import { useDatabase } from '#tests/database.ts'
import { goOnline, newExpert } from '#tests/experts.ts'
import { notificationsOf } from '#tests/notifications.ts'
import { newStudent, newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(database.db())
})

async function newWaitingStudent() {
  const { person } = await newStudent(database.as)
  return { ctx: database.as(person), id: person.id }
}

/** The experts about whom a job waits to be run, each as often as there are jobs. */
async function enqueued(): Promise<string[]> {
  const { rows } = await sql<{ payload: { expertId: string } }>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'send_online_alerts'`.execute(database.db())
  return rows.map(({ payload }) => payload.expertId)
}

const system = () => database.as({ kind: 'system' })
const onlineNotifications = async (id: string) =>
  (await notificationsOf(database.db(), id)).filter(({ kind }) => kind === 'online')

test('whoever asked is told once, when the expert can really be called, and then forgotten', async () => {
  const expert = await newExpert(database.as)
  const { expertId } = expert
  const student = await newWaitingStudent()
  await setOnlineAlert(student.ctx, { expertId, wanted: true })
  expect(await hasOnlineAlert(student.ctx, expertId)).toBe(true)
  await setOnline(expert.ctx, true)
  expect(await enqueued()).toEqual([])
  await registerSocket(database.as({ kind: 'system' }), { accountId: expert.person.id, nodeId: randomUUID() })
  expect(await enqueued()).toEqual([expertId])
  for (let run = 0; run < 2; run += 1) await sendOnlineAlerts(system(), { expertId })
  expect(await onlineNotifications(student.id)).toEqual([
    { kind: 'online', facts: { expertId }, about: expert.person.id },
  ])
  expect(await hasOnlineAlert(student.ctx, expertId)).toBe(false)
})

test('the switch that comes after the socket tells as well', async () => {
  const expert = await newExpert(database.as)
  await setOnlineAlert((await newWaitingStudent()).ctx, { expertId: expert.expertId, wanted: true })
  await goOnline(database.as, expert)
  expect(await enqueued()).toEqual([expert.expertId])
})

test('going on and off while the job waits makes one job, not many', async () => {
  const expert = await newExpert(database.as)
  await setOnlineAlert((await newWaitingStudent()).ctx, { expertId: expert.expertId, wanted: true })
  await goOnline(database.as, expert)
  for (const online of [false, true, false, true]) await setOnline(expert.ctx, online)
  expect(await enqueued()).toEqual([expert.expertId])
})

test('where nobody waits no job is made', async () => {
  await goOnline(database.as, await newExpert(database.as))
  expect(await enqueued()).toEqual([])
})

test('an expert who has left before the job came is waited for further', async () => {
  const expert = await newExpert(database.as)
  const { expertId } = expert
  const student = await newWaitingStudent()
  await setOnlineAlert(student.ctx, { expertId, wanted: true })
  await goOnline(database.as, expert)
  await setOnline(expert.ctx, false)
  await sendOnlineAlerts(system(), { expertId })
  expect(await onlineNotifications(student.id)).toEqual([])
  expect(await hasOnlineAlert(student.ctx, expertId)).toBe(true)
})

test('asking twice is asking once, and taking it back is enough', async () => {
  const { expertId } = await newExpert(database.as)
  const { ctx } = await newWaitingStudent()
  await setOnlineAlert(ctx, { expertId, wanted: true })
  await setOnlineAlert(ctx, { expertId, wanted: true })
  await setOnlineAlert(ctx, { expertId, wanted: false })
  expect(await hasOnlineAlert(ctx, expertId)).toBe(false)
  await setOnlineAlert(ctx, { expertId, wanted: false })
})

test('who asks about one who is online already is told at once', async () => {
  const expert = await newExpert(database.as)
  await goOnline(database.as, expert)
  await setOnlineAlert((await newWaitingStudent()).ctx, { expertId: expert.expertId, wanted: true })
  expect(await enqueued()).toEqual([expert.expertId])
})

test('everybody who waits is told, and who asks anew is told anew', async () => {
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
  for (const { id } of students) expect(await onlineNotifications(id)).toHaveLength(2)
})

test.each(['pending', 'suspended'] as const)('about one who is %s nobody can ask', async (approval) => {
  const { expertId } = await newExpert(database.as, { approval })
  await expect(
    setOnlineAlert((await newWaitingStudent()).ctx, { expertId, wanted: true }),
  ).rejects.toMatchObject({
    code: 'no_such_expert',
  })
})

test('only students ask, and only the system sends', async () => {
  const { expertId, ctx: own } = await newExpert(database.as)
  const input = { expertId, wanted: true }
  const visitor = database.as({ kind: 'visitor', address: '' })
  const { person } = await newSignedInPerson(database.as, 'team')
  await expect(setOnlineAlert(visitor, input)).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(setOnlineAlert(own, input)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(setOnlineAlert(database.as(person), input)).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await hasOnlineAlert(visitor, expertId)).toBe(false)
  await expect(sendOnlineAlerts(own, { expertId })).rejects.toMatchObject({
    code: 'not_allowed',
  })
})
