import { randomUUID } from 'node:crypto'
import { type KyselyPlugin, sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { setOnline } from '#domain/experts/set-online.server.ts'
import { sweepRequests } from '#domain/requests/continue-request.server.ts'
import { deleteOldRequests } from '#domain/requests/delete-old-requests.server.ts'
import { listRequestAlternatives } from '#domain/requests/request-alternatives.server.ts'
import { sendRequestAlerts, setRequestAlert } from '#domain/requests/request-alerts.server.ts'
import { getOwnRequest } from '#domain/requests/queries.server.ts'
import { stopRequest } from '#domain/requests/stop-request.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import {
  closedRequestsKeptDays,
  offerWaveMs,
  requestAlertDays,
  requestAlertsMax,
  requestAlertsPageSize,
  ringMs,
} from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Jobs } from '#platform/jobs/port.ts'
import { runAtOnce, useDatabase } from '#tests/database.ts'
import { changeRate } from '#tests/experts.ts'
import { deleteJobs, listJobs } from '#tests/jobs.ts'
import { rupees } from '#tests/money.ts'
import { notificationsOf } from '#tests/notifications.ts'
import { createSubject, offerTo } from '#tests/requests.ts'
import { createCast } from '#tests/sessions.ts'

const database = useDatabase()
const db = () => database.db()
let cast: ReturnType<typeof createCast>
beforeEach(async () => {
  cast = createCast(database.as)
  await deleteJobs(db())
  await sql`delete from request_alerts`.execute(db())
})

const alert = (student: Parameters<typeof cast.ctxAs>[0], id: string, wanted = true) =>
  setRequestAlert(cast.ctxAs(student), { id, wanted })

/** The payloads of the enqueued alert jobs. */
async function listAlertJobs(): Promise<Jobs['send_request_alerts'][]> {
  return (await listJobs(db(), 'send_request_alerts')).map(({ payload }) => payload)
}

const listEnqueued = async () => (await listAlertJobs()).map(({ expertId }) => expertId)

async function runJobs(): Promise<void> {
  for (const job of await listAlertJobs()) await sendRequestAlerts(cast.system(), job)
}

const onlineNotices = async (id: AccountId) => (await notificationsOf(db(), id)).filter(({ kind }) => kind === 'online')

/** A request that no expert could answer, and a matching expert who is offline. */
async function createUnanswered() {
  const subject = createSubject(cast)
  const [asha, ravi] = [await cast.student(), await subject.expert()]
  await setOnline(cast.ctxAs(ravi.person), false)
  return { ...subject, asha, ravi, requestId: await subject.askAnyone(asha) }
}

test('the student is notified once, when a matching expert comes online', async () => {
  const { asha, ravi, requestId } = await createUnanswered()
  await alert(asha, requestId)
  await alert(asha, requestId)
  expect(await getOwnRequest(cast.ctxAs(asha), requestId)).toMatchObject({ hasAlert: true })
  expect(await listEnqueued()).toEqual([])
  await createSubject(cast).expert()
  await setOnline(cast.ctxAs(ravi.person), true)
  await runJobs()
  await sendRequestAlerts(cast.system(), { expertId: ravi.expertId })
  expect(await onlineNotices(asha.id)).toEqual([
    { kind: 'online', facts: { expertId: ravi.expertId, requestId }, about: ravi.person.id },
  ])
  expect(await getOwnRequest(cast.ctxAs(asha), requestId)).toMatchObject({ hasAlert: false })
})

test('the student who asks for an alert again is notified again', async () => {
  const { asha, ravi, requestId } = await createUnanswered()
  await alert(asha, requestId)
  await setOnline(cast.ctxAs(ravi.person), true)
  await runJobs()
  expect(await onlineNotices(asha.id)).toHaveLength(1)
  await setOnline(cast.ctxAs(ravi.person), false)
  cast.clock.advance(60_000)
  await alert(asha, requestId)
  await setOnline(cast.ctxAs(ravi.person), true)
  await runJobs()
  expect(await onlineNotices(asha.id)).toHaveLength(2)
})

test('an expert who ends a session counts as free again', async () => {
  const { asha, ravi, requestId } = await createUnanswered()
  await setOnline(cast.ctxAs(ravi.person), true)
  const id = await cast.ask(await cast.student(), ravi.expertId)
  await alert(asha, requestId)
  expect(await listEnqueued()).toEqual([])
  await sql`update help_sessions set state = 'declined' where id = ${id}`.execute(db())
  await sql`update experts set in_session = false where id = ${ravi.expertId}`.execute(db())
  expect(await listEnqueued()).toEqual([ravi.expertId])
})

test('an expert who became free before the student asked for the alert is reported immediately', async () => {
  const { asha, ravi, requestId } = await createUnanswered()
  await setOnline(cast.ctxAs(ravi.person), true)
  expect(await listEnqueued()).toEqual([])
  await alert(asha, requestId)
  expect(await listEnqueued()).toEqual([ravi.expertId])
})

/** An alert of Asha, and Ravi, who came online while the offer of another student's request rang at him. */
async function createAlertDuringOffer() {
  const unanswered = await createUnanswered()
  const { asha, ravi, requestId, askAnyone } = unanswered
  await alert(asha, requestId)
  await setOnline(cast.ctxAs(ravi.person), true)
  const vikram = await cast.student()
  const otherId = await askAnyone(vikram)
  await runJobs()
  expect(await onlineNotices(asha.id)).toEqual([])
  await deleteJobs(db())
  return { ...unanswered, vikram, otherId }
}

test('an expert who came online while an offer rang is reported when the offer is missed', async () => {
  const { asha, ravi } = await createAlertDuringOffer()
  cast.clock.advance(offerWaveMs)
  await sweepRequests(cast.system())
  expect(await listEnqueued()).toEqual([])
  cast.clock.advance(ringMs)
  await sweepRequests(cast.system())
  expect(await listAlertJobs()).toEqual([{ expertId: ravi.expertId, wasRung: true }])
  await runJobs()
  expect(await onlineNotices(asha.id)).toHaveLength(1)
})

test('an expert who came online while an offer rang is reported when it is declined or stopped', async () => {
  const declined = await createAlertDuringOffer()
  await declined.decline(declined.ravi.person, await offerTo(db(), declined.ravi.person))
  await runJobs()
  expect(await onlineNotices(declined.asha.id)).toHaveLength(1)
  const stopped = await createAlertDuringOffer()
  await stopRequest(cast.ctxAs(stopped.vikram), { id: stopped.otherId as never })
  await runJobs()
  expect(await onlineNotices(stopped.asha.id)).toHaveLength(1)
})

test('an expert who accepts an offer is not reported', async () => {
  const { asha, ravi, accept } = await createAlertDuringOffer()
  await accept(ravi.person, await offerTo(db(), ravi.person))
  expect(await listEnqueued()).toEqual([])
  expect(await onlineNotices(asha.id)).toEqual([])
})

test('an expert who did not accept a request is not reported for it when the offer of another request ends', async () => {
  const subject = createSubject(cast)
  const [asha, ravi] = [await cast.student(), await subject.expert()]
  const requestId = await subject.askAnyone(asha)
  await subject.decline(ravi.person, await offerTo(db(), ravi.person))
  await alert(asha, requestId)
  await subject.askAnyone(await cast.student())
  await subject.decline(ravi.person, await offerTo(db(), ravi.person))
  expect(await listAlertJobs()).toEqual([{ expertId: ravi.expertId, wasRung: true }])
  await runJobs()
  expect(await onlineNotices(asha.id)).toEqual([])
  await sendRequestAlerts(cast.system(), { expertId: ravi.expertId })
  expect(await onlineNotices(asha.id)).toHaveLength(1)
})

test('without an alert, or with an expired one, the end of an offer plans nothing', async () => {
  const { ravi, requestId } = await createAlertDuringOffer()
  await sql`update request_alerts set expires_at = ${cast.clock.now()} where request_id = ${requestId}`.execute(db())
  cast.clock.advance(ringMs)
  await sweepRequests(cast.system())
  expect(await listEnqueued()).toEqual([])
  await sendRequestAlerts(cast.system(), { expertId: ravi.expertId })
})

test('alerts of another language or a lower price are skipped before matching, and all others are read', async () => {
  const { asha, ravi, askAnyone, requestId } = await createUnanswered()
  await alert(asha, requestId)
  // Older alerts of a student who wants another language or a lower price, or asks something else.
  const older = await cast.student()
  const [expensive, hindi, other] = [
    await askAnyone(older, { maxRatePaisePerMinute: 5_00 }),
    await askAnyone(older, { language: 'Marathi' }),
    await askAnyone(older, { question: `Please help me with ${(await createUnanswered()).subject}` }),
  ]
  const copies = [expensive, hindi].flatMap((id) => Array.from({ length: 3 }, () => id))
  for (const id of [...copies, ...Array.from({ length: requestAlertsPageSize + 1 }, () => other)]) {
    await copyWithAlert(id)
  }
  await setOnline(cast.ctxAs(ravi.person), true)
  const { ctx, matched } = countMatches()
  await sendRequestAlerts(ctx, { expertId: ravi.expertId })
  expect(await onlineNotices(asha.id)).toHaveLength(1)
  expect(matched()).toBe(requestAlertsPageSize + 2)
  expect(await onlineNotices(older.id)).toEqual([])
})

/** Copies a closed request, with an alert that is older than all others. */
async function copyWithAlert(id: string): Promise<void> {
  await sql`with copy as (
    insert into requests
    select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).* from requests r where id = ${id}
    returning id, student_id
  ) insert into request_alerts
  select id, student_id, ${daysLater(cast.clock.now(), -1)}, ${daysLater(cast.clock.now(), 1)} from copy`.execute(db())
}

/** A context that counts how often the experts of an alert are matched. */
function countMatches() {
  let matches = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('user_id as \\"accountId')) matches += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const ctx = cast.system()
  return { ctx: { ...ctx, db: ctx.db.withPlugin(plugin) }, matched: () => matches }
}

test('an expert whose price has risen above the limit is not reported, and the alert stays', async () => {
  const { asha, ravi, requestId } = await createUnanswered()
  await alert(asha, requestId)
  await changeRate(cast.system(), ravi.expertId, rupees(25))
  await setOnline(cast.ctxAs(ravi.person), true)
  await sendRequestAlerts(cast.system(), { expertId: ravi.expertId })
  expect(await onlineNotices(asha.id)).toEqual([])
  expect(await getOwnRequest(cast.ctxAs(asha), requestId)).toMatchObject({ hasAlert: true })
})

test('alerts can be cancelled, end after some days, and are limited in number', async () => {
  const { asha, askAnyone, requestId } = await createUnanswered()
  await alert(asha, requestId)
  await alert(asha, requestId, false)
  expect(await getOwnRequest(cast.ctxAs(asha), requestId)).toMatchObject({ hasAlert: false })
  for (let count = 1; count < requestAlertsMax; count += 1) await alert(asha, await askAnyone(asha))
  const others = [await askAnyone(asha), await askAnyone(asha), await askAnyone(asha)]
  const results = await runAtOnce(
    db(),
    'request_alerts',
    others.map((other) => () => alert(asha, other)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(alert(asha, requestId)).rejects.toMatchObject({ code: 'too_many_request_alerts' })
  cast.clock.advance(requestAlertDays * 86_400_000)
  await alert(asha, requestId)
  await deleteOldRequests(cast.system())
  const left = await db().selectFrom('request_alerts').select('request_id').where('student_id', '=', asha.id).execute()
  expect(left).toEqual([{ request_id: requestId }])
})

test('closed requests are deleted after some weeks, with their offers', async () => {
  const { requestId } = await createUnanswered()
  await deleteOldRequests(cast.system())
  cast.clock.advance((closedRequestsKeptDays + 1) * 86_400_000)
  await deleteOldRequests(cast.system())
  const left = await db().selectFrom('requests').select('id').where('id', '=', requestId).execute()
  expect(left).toEqual([])
})

test('only the student of a closed request can set an alert for it', async () => {
  const { asha, ravi, askAnyone, requestId } = await createUnanswered()
  await expect(alert(await cast.student(), requestId)).rejects.toMatchObject({ code: 'no_such_request' })
  await expect(alert(asha, randomUUID())).rejects.toMatchObject({ code: 'no_such_request' })
  await expect(alert(ravi.person, requestId)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(sendRequestAlerts(cast.ctxAs(asha), { expertId: ravi.expertId })).rejects.toMatchObject({
    code: 'not_allowed',
  })
  await setOnline(cast.ctxAs(ravi.person), true)
  const open = await askAnyone(asha)
  await expect(alert(asha, open)).rejects.toMatchObject({ code: 'request_moved_on' })
  await stopRequest(cast.ctxAs(asha), { id: open })
  await alert(asha, open)
})

test('the alternatives are the next times of matching experts, and a higher price', async () => {
  const { asha, ravi, expert, askAnyone } = await createUnanswered()
  const weekly = Array.from({ length: 7 }, (_, index) => ({ weekday: index + 1, fromMinute: 0, toMinute: 1_440 }))
  const schedule = { zone: 'Asia/Kolkata', bufferMinutes: 0, noticeMinutes: 60, weekly }
  await saveSchedule(cast.ctxAs(ravi.person), schedule)
  const [expensive, moreExpensive] = [await expert(), await expert()]
  await changeRate(cast.system(), expensive.expertId, rupees(25))
  await changeRate(cast.system(), moreExpensive.expertId, rupees(30))
  const requestId = await askAnyone(asha)
  const alternatives = await listRequestAlternatives(cast.ctxAs(asha), requestId)
  expect(alternatives.times).toMatchObject([{ expertId: ravi.expertId, name: 'Ravi Nair', startsAt: expect.any(Date) }])
  expect(alternatives.times[0]).not.toHaveProperty('accountId')
  expect(alternatives.higherPrice).toEqual({ ratePaisePerMinute: rupees(25), experts: 1 })
  await expect(listRequestAlternatives(cast.ctxAs(await cast.student()), requestId)).rejects.toMatchObject({
    code: 'no_such_request',
  })
})
