import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Context } from '#domain/context.server.ts'
import { hasOnlineAlert, sendOnlineAlerts, setOnlineAlert } from '#domain/experts/online-alerts.server.ts'
import { holdSocket } from '#domain/experts/reachability.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import type { Product } from '#kernel/product.ts'
import type { Mail, Mailer } from '#platform/mail/port.ts'
import { useDatabase } from '#tests/database.ts'
import { goOnline, newExpert } from '#tests/experts.ts'
import { newStudent, somebody } from '#tests/signed-in.ts'

const database = useDatabase()
const product: Product = {
  name: 'Samjhao',
  origin: 'https://samjhao.example',
  contacts: {
    supportEmail: 'support@samjhao.example',
    hiringEmail: 'hiring@samjhao.example',
    legalEmail: 'legal@samjhao.example',
    privacyEmail: 'privacy@samjhao.example',
    grievanceOfficer: { name: 'Meera Iyer', email: 'grievance@samjhao.example' },
    phone: '+91 80 0000 0000',
  },
}

beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(database.db())
})

async function asking() {
  const { person, email } = await newStudent(database.as)
  return { ctx: database.as(person), email }
}

/** The experts about whom a job waits to be run, each as often as there are jobs. */
async function enqueued(): Promise<string[]> {
  const { rows } = await sql<{ payload: { expertId: string } }>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'send_online_alerts'`.execute(database.db())
  return rows.map(({ payload }) => payload.expertId)
}

function postbox(failFor: string[] = []) {
  const sent: (Mail & { key: string })[] = []
  const mailer: Mailer = {
    async send(mail, key) {
      if (failFor.includes(mail.to)) throw new Error('no such mailbox')
      sent.push({ ...mail, key })
    },
  }
  const ctx: Context & { mailer: Mailer; product: Product } = {
    ...database.as({ kind: 'system' }),
    mailer,
    product,
  }
  return { sent, ctx }
}

test('whoever asked is told once, when the expert can really be called, and then forgotten', async () => {
  const expert = await newExpert(database.as)
  const { expertId } = expert
  const student = await asking()
  await setOnlineAlert(student.ctx, { expertId, wanted: true })
  expect(await hasOnlineAlert(student.ctx, expertId)).toBe(true)
  await setOnline(expert.ctx, true)
  expect(await enqueued()).toEqual([])
  await holdSocket(database.as({ kind: 'system' }), { accountId: expert.person.id, nodeId: randomUUID() })
  expect(await enqueued()).toEqual([expertId])
  const { sent, ctx } = postbox()
  await sendOnlineAlerts(ctx, { expertId })
  await sendOnlineAlerts(ctx, { expertId })
  expect(sent).toMatchObject([{ to: student.email, subject: 'Ravi Nair is online now' }])
  expect(sent[0]?.text).toContain(`https://samjhao.example/expert/details/${expertId}`)
  expect(await hasOnlineAlert(student.ctx, expertId)).toBe(false)
})

test('the switch that comes after the socket tells as well', async () => {
  const expert = await newExpert(database.as)
  await setOnlineAlert((await asking()).ctx, { expertId: expert.expertId, wanted: true })
  await goOnline(database.as, expert)
  expect(await enqueued()).toEqual([expert.expertId])
})

test('going on and off while the job waits makes one job, not many', async () => {
  const expert = await newExpert(database.as)
  await setOnlineAlert((await asking()).ctx, { expertId: expert.expertId, wanted: true })
  await goOnline(database.as, expert)
  for (const online of [false, true, false, true]) await setOnline(expert.ctx, online)
  expect(await enqueued()).toEqual([expert.expertId])
})

test('where nobody waits no job is made', async () => {
  await goOnline(database.as, await newExpert(database.as))
  expect(await enqueued()).toEqual([])
})

test('an expert who has left before the mail was written is waited for further', async () => {
  const expert = await newExpert(database.as)
  const { expertId } = expert
  const student = await asking()
  await setOnlineAlert(student.ctx, { expertId, wanted: true })
  await goOnline(database.as, expert)
  await setOnline(expert.ctx, false)
  const { sent, ctx } = postbox()
  await sendOnlineAlerts(ctx, { expertId })
  expect(sent).toEqual([])
  expect(await hasOnlineAlert(student.ctx, expertId)).toBe(true)
})

test('asking twice is asking once, and taking it back is enough', async () => {
  const { expertId } = await newExpert(database.as)
  const { ctx } = await asking()
  await setOnlineAlert(ctx, { expertId, wanted: true })
  await setOnlineAlert(ctx, { expertId, wanted: true })
  await setOnlineAlert(ctx, { expertId, wanted: false })
  expect(await hasOnlineAlert(ctx, expertId)).toBe(false)
  await setOnlineAlert(ctx, { expertId, wanted: false })
})

test('who asks about one who is online already is told at once', async () => {
  const expert = await newExpert(database.as)
  await goOnline(database.as, expert)
  await setOnlineAlert((await asking()).ctx, { expertId: expert.expertId, wanted: true })
  expect(await enqueued()).toEqual([expert.expertId])
})

test('one mail that fails keeps the others from nothing, and only that one is tried again', async () => {
  const expert = await newExpert(database.as)
  const { expertId } = expert
  const students = [await asking(), await asking(), await asking()]
  for (const { ctx } of students) await setOnlineAlert(ctx, { expertId, wanted: true })
  await goOnline(database.as, expert)
  const [broken, ...others] = students.map(({ email }) => email)
  const failing = postbox([broken ?? ''])
  await expect(sendOnlineAlerts(failing.ctx, { expertId })).rejects.toThrow('not everybody')
  expect(failing.sent.map(({ to }) => to).toSorted()).toEqual(others.toSorted())
  const mended = postbox()
  await sendOnlineAlerts(mended.ctx, { expertId })
  expect(mended.sent.map(({ to }) => to)).toEqual([broken])
})

test('a mail that is sent again after a crash is the same mail, one asked for anew is another', async () => {
  const expert = await newExpert(database.as)
  const { expertId } = expert
  const student = await asking()
  await goOnline(database.as, expert)
  const keys: string[] = []
  for (const at of ['2026-01-01', '2026-02-01']) {
    const clocked = { ...student.ctx, clock: { now: () => new Date(at) } }
    await setOnlineAlert(clocked, { expertId, wanted: true })
    const { sent, ctx } = postbox()
    // The process dies between the mail and the forgetting.
    const dying = database
      .db()
      .transaction()
      .execute(async (tx) => {
        await sendOnlineAlerts({ ...ctx, db: tx }, { expertId })
        throw new Error('killed')
      })
    await expect(dying).rejects.toThrow('killed')
    await sendOnlineAlerts(ctx, { expertId })
    keys.push(...sent.map(({ key }) => key))
  }
  expect(keys).toHaveLength(4)
  expect(new Set(keys).size).toBe(2)
})

test.each(['pending', 'suspended'] as const)('about one who is %s nobody can ask', async (approval) => {
  const { expertId } = await newExpert(database.as, { approval })
  await expect(setOnlineAlert((await asking()).ctx, { expertId, wanted: true })).rejects.toMatchObject({
    code: 'no_such_expert',
  })
})

test('only students ask, and only the system sends', async () => {
  const { expertId, ctx: own } = await newExpert(database.as)
  const input = { expertId, wanted: true }
  const visitor = database.as({ kind: 'visitor', address: '' })
  const { person } = await somebody(database.as, 'team')
  await expect(setOnlineAlert(visitor, input)).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(setOnlineAlert(own, input)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(setOnlineAlert(database.as(person), input)).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await hasOnlineAlert(visitor, expertId)).toBe(false)
  const { ctx } = postbox()
  await expect(sendOnlineAlerts({ ...ctx, actor: own.actor }, { expertId })).rejects.toMatchObject({
    code: 'not_allowed',
  })
})
