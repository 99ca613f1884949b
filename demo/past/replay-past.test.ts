import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#demo/cast.ts'
import { fillDemo } from '#demo/fill-demo.ts'
import { demoBookings } from '#demo/past/bookings.ts'
import { pastCalls } from '#demo/past/replay-past.ts'
import { isTalk } from '#demo/past/past-call.ts'
import { demoSchedules } from '#demo/past/schedules.ts'
import { demoEmails } from '#demo/people/demo-emails.ts'
import { findExpert } from '#demo/past/replay-context.ts'
import { findBoardOverview } from '#domain/boards/board-overview.server.ts'
import { resolveNoShow } from '#domain/bookings/resolve-no-show.server.ts'
import { remindOfBooking } from '#domain/bookings/remind-of-booking.server.ts'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import { refundFault } from '#domain/refunds/refund-fault.server.ts'
import { expireSession } from '#domain/sessions/expire-session.server.ts'
import { billedMinutes, callTimes } from '#domain/sessions/rules.ts'
import { openStates } from '#domain/sessions/states.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import { auditProvider } from '#domain/wallet/audit-provider.server.ts'
import { pollPayment } from '#domain/wallet/poll-payment.server.ts'
import type { PaymentId, SessionId } from '#kernel/ids.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/db/database.ts'
import { useDatabase } from '#tests/database.ts'
import { withDemo } from '#tests/payments.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })
const db = () => database.db()
let connection: DatabaseConnection
let reported: string[] = []

function fill() {
  reported = []
  const storage = {
    put: async () => undefined,
    get: async () => null,
    list: async () => [],
    remove: async () => undefined,
  }
  return fillDemo({
    system: { ...system(), storage, decodeQueue: createDecodeQueue(), log: { warn: () => undefined } },
    pool: connection.pool,
    hasDemoMoney: true,
    report: (step) => void reported.push(step),
  })
}

beforeAll(async () => {
  connection = connectDatabase(database.url(), () => undefined, 1)
  await fill()
})
afterAll(() => connection.close())

const calls = Object.values(pastCalls).flat()
const talks = calls.filter(isTalk)
const bookedTalks = demoBookings.filter(({ outcome }) => outcome && 'talkMinutes' in outcome)

test('the sessions, reviews and feedback match the scripted calls', async () => {
  const states = await db()
    .selectFrom('help_sessions')
    .select(['state', ({ fn }) => fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute()
  const count = (ends: string) => calls.filter((call) => !isTalk(call) && call.ends === ends).length
  expect(Object.fromEntries(states.map(({ state, n }) => [state, n]))).toEqual({
    settled: talks.length + bookedTalks.length,
    declined: count('declined'),
    missed: count('missed'),
    cancelled: count('cancelled'),
    failed_to_connect: count('did not connect'),
  })
  const countRows = async (table: 'reviews' | 'session_feedback') =>
    (await db().selectFrom(table).select('id').execute()).length
  expect(await countRows('reviews')).toBe(talks.filter(({ stars }) => stars).length)
  expect(await countRows('session_feedback')).toBe(talks.filter(({ feedback }) => feedback).length)
})

test('the boards and summaries of past calls are there', async () => {
  const boards = await db()
    .selectFrom('boards')
    .select(['session_id', 'last'])
    .where('session_id', 'is not', null)
    .execute()
  const drawn = talks.filter(({ board }) => board)
  expect(drawn.length).toBeGreaterThanOrEqual(3)
  expect(boards.map(({ last }) => last).toSorted()).toEqual(
    drawn.map(({ board }) => board?.flatMap(({ drawings }) => drawings).length ?? 0).toSorted(),
  )
  const asRavi = database.as({ ...(await findExpert(system(), cast.ravi.email)) })
  const overviews = await Promise.all(boards.map(({ session_id }) => findBoardOverview(asRavi, session_id ?? '')))
  for (const overview of overviews) expect(overview?.elements).toBeGreaterThan(10)
  expect(overviews.some((overview) => overview?.pages === 2)).toBe(true)
  const summaries = await db().selectFrom('session_summaries').select('session_id').execute()
  expect(summaries).toHaveLength(talks.filter(({ summary }) => summary).length)
})

test('bookings have their scripted outcomes, and future bookings block the time of the expert', async () => {
  const rows = await db().selectFrom('bookings').selectAll().orderBy('starts_at').execute()
  const now = systemClock.now()
  const toState = ({ outcome }: (typeof demoBookings)[number]) => {
    if (!outcome || 'movedDays' in outcome) return 'booked'
    if ('talkMinutes' in outcome) return 'begun'
    return 'missing' in outcome ? 'missed' : 'cancelled'
  }
  expect(rows.map(({ state }) => state).toSorted()).toEqual(demoBookings.map(toState).toSorted())
  for (const { state, starts_at } of rows) expect(starts_at > now).toBe(state === 'booked')
  expect(rows.filter(({ moves }) => moves > 0)).toHaveLength(1)
  const fees = rows.map(({ fee_paise }) => fee_paise).filter((fee) => fee !== null)
  expect(fees.toSorted()).toEqual([0, 75_00, 75_00])
  const { rows: taken } = await sql`select from expert_time`.execute(db())
  expect(taken).toHaveLength(rows.filter(({ state }) => state === 'booked').length)
  const schedules = await db().selectFrom('schedules').select('zone').execute()
  expect(schedules).toHaveLength(demoSchedules.length)
})

test('the money audit and the provider audit find no problem', async () => {
  expect(await auditMoney(system())).toEqual([])
  expect(await auditProvider(withDemo(system()))).toEqual([])
})

test('every bill equals the started minutes at the rate', async () => {
  const sessions = await db().selectFrom('help_sessions').selectAll().where('state', '=', 'settled').execute()
  for (const { live_ms, billed_minutes, charged_paise, rate_paise_per_minute, end_reason } of sessions) {
    expect(billed_minutes).toBe(billedMinutes(live_ms))
    expect(charged_paise).toBe((billed_minutes ?? 0) * rate_paise_per_minute)
    expect(end_reason).toMatch(/^(hung_up|money_spent)$/)
  }
  expect(sessions.filter(({ billed_minutes }) => billed_minutes === 0)).toHaveLength(1)
  expect(sessions.filter(({ end_reason }) => end_reason === 'money_spent')).toHaveLength(1)
  expect(sessions.filter(({ interruptions }) => interruptions === 1)).toHaveLength(1)
})

test('the metered time matches the talk time within one heartbeat per side', async () => {
  const rows = await db().selectFrom('help_sessions').select(['question', 'live_ms']).execute()
  for (const { question: asks, talkMinutes: minutes, untilWalletEmpty } of talks) {
    if (untilWalletEmpty) continue
    const meteredMs = rows.filter(({ question }) => question === asks).map(({ live_ms }) => live_ms)
    expect(meteredMs.some((ms) => Math.abs(ms - minutes * 60_000) <= 4_000)).toBe(true)
  }
})

test('ratings and counts match the reviews and sessions', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select e.review_count, e.review_stars, e.session_count, l.rating::float8 as listed,
      count(r.id)::int as reviews, coalesce(sum(r.rating), 0)::int as stars,
      (select count(*)::int from help_sessions s
        where s.expert_id = e.user_id and s.billed_minutes > 0 and not is_refunded_whole(s.id)) as sessions
    from experts e join listings l on l.expert_id = e.id left join (
      select distinct on (expert_id, student_id) * from reviews where not is_refunded_whole(session_id)
      order by expert_id, student_id, created_at desc, id desc
    ) r on r.expert_id = e.user_id
    group by e.id, l.rating`.execute(db())
  expect(rows.filter(({ reviews }) => Number(reviews) > 0)).toHaveLength(Object.keys(pastCalls).length)
  for (const { review_count, review_stars, session_count, listed, reviews, stars, sessions } of rows) {
    expect({ review_count, review_stars, session_count }).toEqual({
      review_count: reviews,
      review_stars: stars,
      session_count: sessions,
    })
    expect(listed).toBeCloseTo((4.5 * 5 + Number(stars)) / (5 + Number(reviews)), 3)
  }
})

test('session events are complete and in order', async () => {
  const events = await db().selectFrom('session_events').selectAll().orderBy('id').execute()
  const bySession = Map.groupBy(events, ({ session_id }) => session_id)
  const sessions = await db().selectFrom('help_sessions').select(['id', 'state', 'billed_minutes']).execute()
  for (const { id, state } of sessions) {
    const lines = bySession.get(id) ?? []
    const words = lines.map(({ what }) => what)
    const isBooked = words[0] === 'begun'
    expect(words.slice(0, 3)).toEqual([...(isBooked ? ['begun', 'joined'] : ['asked', 'rang']), 'joined'])
    const happened = [isBooked ? 'begun' : 'answered', 'connected', 'billed'].every((what) =>
      words.some((word) => word === what),
    )
    expect(happened).toBe(state === 'settled')
    expect(words.filter((what) => what === 'hung up' || what === 'ended')).toHaveLength(Number(happened))
    const times = lines.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  }
})

test('refunds include an automatic, a granted, a refused and an open one', async () => {
  const refunds = await db().selectFrom('refund_requests').selectAll().orderBy('asked_at').execute()
  expect(refunds.map(({ state, fault }) => fault ?? state).toSorted()).toEqual([
    'asked',
    'expert_left_early',
    'granted',
    'refused',
  ])
})

test('nothing is in the future, no session is open, and statement lines are in order', async () => {
  const { rows } = await sql<{ at: Date }>`
    select at from session_events union all select at from ledger_lines union all select at from ledger_operations
    union all select created_at from reviews union all select answered_at from reviews where answered_at is not null
    union all select changed_at from reviews where changed_at is not null union all select created_at from session_feedback
    union all select asked_at from refund_requests union all select decided_at from refund_requests where decided_at is not null
    union all select changed_at from payments union all select created_at from withdrawals union all select at from audit_log
    union all select last_seen from experts where last_seen is not null union all select created_at from favourite_experts
    union all select updated_at from profiles`.execute(db())
  const now = systemClock.now()
  expect(rows.length).toBeGreaterThan(500)
  expect(rows.filter(({ at }) => at > now)).toEqual([])
  expect(await db().selectFrom('help_sessions').select('id').where('state', 'in', openStates).execute()).toEqual([])
  const { rows: outOfOrder } = await sql`
    select from (select at, lag(at) over (partition by account_id order by id) as before from ledger_lines) l
    where at < before`.execute(db())
  expect(outOfOrder).toEqual([])
})

test('no expert is online afterwards, and Asha and Ravi have money', async () => {
  const present = await db()
    .selectFrom('experts')
    .select('id')
    .where(({ or, eb }) => or([eb('is_online', '=', true), eb('reachable', '=', true), eb('in_session', '=', true)]))
    .execute()
  expect(present).toEqual([])
  const { rows } = await sql<{ asha: number; ravi: number }>`
    select wallet_available((select id from profiles where email = ${cast.asha.email}), 'student_wallet')::int as asha,
      wallet_available((select id from profiles where email = ${cast.ravi.email}), 'expert_earnings')::int as ravi`.execute(
    db(),
  )
  expect(rows[0]?.asha).toBeGreaterThanOrEqual(50_00)
  expect(rows[0]?.ravi).toBeGreaterThan(100_00)
})

const readFigures = async () => {
  const { rows } = await sql`
    select (select count(*) from ledger_transfers) as transfers, (select count(*) from session_events) as events,
      (select count(*) from refund_requests) as refunds, (select count(*) from profiles) as people`.execute(db())
  return rows
}

type Payload = { sessionId: SessionId; paymentId: PaymentId; bookingId: SessionId; minutes: number }

test('the only queued mail is the link of the pending expert, and the queued jobs change nothing', async () => {
  const { rows: jobs } = await sql<{ name: string; payload: Payload }>`
    select t.identifier as name, j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id`.execute(db())
  expect([...new Set(jobs.map(({ name }) => name))].toSorted()).toEqual([
    'decide_booking',
    'expire_session',
    'poll_payment',
    'refund_fault',
    'remind_of_booking',
    'send_password_link',
  ])
  expect(jobs.filter(({ name }) => name === 'send_password_link')).toHaveLength(1)
  const before = await readFigures()
  for (const { name, payload } of jobs) {
    const { sessionId, paymentId, bookingId, minutes } = payload
    if (name === 'decide_booking') await resolveNoShow(system(), { bookingId })
    if (name === 'remind_of_booking') await remindOfBooking(system(), { bookingId, minutes })
    if (name === 'expire_session') await expireSession(system(), { sessionId })
    if (name === 'refund_fault') await refundFault({ ...system(), times: callTimes }, { sessionId })
    if (name === 'poll_payment') await pollPayment(withDemo(system()), { paymentId })
  }
  expect(await readFigures()).toEqual(before)
})

test('Asha has notifications and has read the old ones', async () => {
  const rows = await db()
    .selectFrom('notifications')
    .innerJoin('profiles', 'profiles.id', 'account_id')
    .select(['kind', 'read_at', 'notifications.created_at'])
    .where('email', '=', cast.asha.email)
    .orderBy('notifications.created_at', 'desc')
    .execute()
  expect(rows.filter(({ read_at }) => read_at === null).map(({ kind }) => kind)).toContain('money')
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(
    new Set(['feedback', 'low_balance', 'money', 'refund', 'summary']),
  )
  const longAgo = rows.filter(({ created_at }) => created_at.getTime() < Date.now() - 3 * 86_400_000)
  expect(longAgo.every(({ read_at }) => read_at !== null)).toBe(true)
})

test('a second fill changes nothing', async () => {
  const before = await readFigures()
  expect(before).toMatchObject([{ people: demoEmails.size }])
  await fill()
  expect(reported).toEqual([])
  expect(await readFigures()).toEqual(before)
})
