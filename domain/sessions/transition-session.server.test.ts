import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { getOwnExpert } from '#domain/experts/queries.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import type { Person } from '#domain/policy.ts'
import { acceptSession } from '#domain/sessions/accept-session.server.ts'
import { setBlocked } from '#domain/sessions/block-person.server.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import { declineSession } from '#domain/sessions/decline-session.server.ts'
import { expireSession } from '#domain/sessions/expire-session.server.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { joinSession } from '#domain/sessions/join-session.server.ts'
import { leaseSession, saveReadings } from '#domain/sessions/meter-rows.server.ts'
import { findOpenSession, findRing, getSession, isParticipant, listEvents } from '#domain/sessions/queries.server.ts'
import { reportPerson } from '#domain/sessions/report-person.server.ts'
import { settleSession } from '#domain/sessions/settle-session.server.ts'
import { sweepSessions } from '#domain/sessions/sweep-sessions.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { openDatabaseClock } from '#platform/db/database-clock.ts'
import { useDatabase } from '#tests/database.ts'
import { balanceOf, statementOf, sumOfBooks } from '#tests/money.ts'
import { createCast, sessionRow, timeline } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const db = () => database.db()
const cast = createCast(database.as)
const { ctxAs, system, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const wallet = (id: string) => balanceOf(db(), 'student_wallet', id)
const escrow = (id: string) => balanceOf(db(), 'session_escrow', id)

afterEach(async () => {
  if ((await sumOfBooks(db())) !== 0) throw new Error('the books do not balance')
})

async function newRing() {
  const [asha, ravi] = [await cast.student(), await cast.expert()]
  const id = await cast.ask(asha, ravi.expertId)
  return { asha, ravi: ravi.person, expertId: ravi.expertId, id }
}

/** Creates a call that a process meters, with `liveMs` of counted time. */
async function newCall(liveMs: number) {
  const session = await newRing()
  await cast.accept(session.ravi, session.id)
  const nodeId = randomUUID()
  await leaseSession(system(), { id: session.id, nodeId })
  const reading = {
    sessionId: session.id,
    state: 'live' as const,
    liveMs,
    interruptions: 0,
    interruptedMs: 0,
  }
  await saveReadings(system(), { nodeId, readings: [reading], events: [] })
  return { ...session, nodeId }
}

async function readStatus(expertId: string) {
  const { rows } = await sql`
    select is_online, in_session, session_count, switched_off_at is not null as switched_off
    from experts where id = ${expertId}`.execute(db())
  return rows[0]
}

/** Checks that the hold was released, both people are free and nothing was charged. */
async function expectNoCharge(
  { asha, expertId, id }: { asha: Person; expertId: string; id: SessionId },
  state: string,
) {
  expect(await sessionRow(db(), id)).toMatchObject({ state, charged_paise: null, ended_at: expect.any(Date) })
  expect(await wallet(asha.id)).toBe(100_00)
  expect(await escrow(id)).toBe(0)
  expect(await statementOf(db(), asha.id)).toEqual([100_00])
  expect(await readStatus(expertId)).toMatchObject({ in_session: false, session_count: 0 })
  const { rows } = await sql`select from sessions where id = ${id}`.execute(db())
  expect(rows).toEqual([])
}

describe('a ring', () => {
  test('shows the student and the question to the expert only', async () => {
    const { asha, ravi, id } = await newRing()
    const { ring, open } = await findRing(ctxAs(ravi), ravi.id)
    expect(ring).toMatchObject({
      sessionId: id,
      callType: 'video',
      ratePaisePerMinute: 10_00,
      fileName: null,
    })
    expect(ring?.question).toMatch(/spinning top/)
    expect(open).toMatchObject({ sessionId: id, side: 'expert', state: 'ringing' })
    const ashasView = await findRing(ctxAs(asha), asha.id)
    expect(ashasView).toMatchObject({ ring: null, open: { sessionId: id, side: 'student' } })
    await expect(findRing(ctxAs(asha), ravi.id)).rejects.toEqual(refusal('not_allowed'))
    await cast.accept(ravi, id)
    expect(await findRing(ctxAs(ravi), ravi.id)).toMatchObject({ ring: null, open: { sessionId: id } })
  })

  test('is accepted by its expert, once', async () => {
    const { asha, ravi, id } = await newRing()
    const stranger = await cast.expert()
    await expect(acceptSession(ctxAs(stranger.person), { id })).rejects.toEqual(refusal('no_such_session'))
    await expect(acceptSession(ctxAs(asha), { id })).rejects.toEqual(refusal('not_allowed'))
    await expect(acceptSession(ctxAs({ ...ravi, approval: 'suspended' }), { id })).rejects.toEqual(
      refusal('not_allowed'),
    )
    const results = await Promise.allSettled([cast.accept(ravi, id), cast.accept(ravi, id)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const row = await sessionRow(db(), id)
    expect(row.state).toBe('connecting')
    expect(Number(row.connect_until) - Number(row.answered_at)).toBe(20_000)
    await expect(declineSession(ctxAs(ravi), { id, reason: '' })).rejects.toEqual(refusal('session_moved_on'))
  })

  test('is declined with a reason and costs nothing', async () => {
    const session = await newRing()
    const { asha, ravi, id } = session
    await expect(declineSession(ctxAs(asha), { id, reason: '' })).rejects.toEqual(refusal('not_allowed'))
    await expect(declineSession(ctxAs(ravi), { id, reason: 'No\0' })).rejects.toEqual(refusal('invalid_input'))
    cast.publishedTopics.length = 0
    await declineSession(ctxAs(ravi), { id, reason: ' Not my subject ' })
    await expectNoCharge(session, 'declined')
    expect((await getSession(ctxAs(asha), id)).declineReason).toBe('Not my subject')
    expect(await timeline(db(), id)).toEqual(['asked (student)', 'rang (expert)', 'declined (expert)'])
    expect(cast.publishedTopics).toEqual(
      expect.arrayContaining([`session:${id}`, `rings:${ravi.id}`, `wallet:${asha.id}`, `expert:${session.expertId}`]),
    )
  })

  test('can be cancelled by the student only, even while connecting', async () => {
    const session = await newRing()
    await expect(cancelSession(ctxAs(session.ravi), session)).rejects.toEqual(refusal('not_allowed'))
    await expect(cancelSession(ctxAs(await cast.student(0)), session)).rejects.toEqual(refusal('no_such_session'))
    await cancelSession(ctxAs(session.asha), session)
    await expectNoCharge(session, 'cancelled')
    const other = await newRing()
    await cast.accept(other.ravi, other.id)
    await cancelSession(ctxAs(other.asha), other)
    await expectNoCharge(other, 'cancelled')
  })

  test('without an answer becomes missed exactly at its deadline, through the job or the sweeper', async () => {
    const session = await newRing()
    clock.advance(44_999)
    await expireSession(system(), { sessionId: session.id })
    expect((await sessionRow(db(), session.id)).state).toBe('ringing')
    clock.advance(1)
    await Promise.all([expireSession(system(), { sessionId: session.id }), sweepSessions(system())])
    await expireSession(system(), { sessionId: session.id })
    await expectNoCharge(session, 'missed')
    expect(await timeline(db(), session.id)).toEqual(['asked (student)', 'rang (expert)', 'missed'])
    await expect(expireSession(ctxAs(session.asha), { sessionId: session.id })).rejects.toEqual(refusal('not_allowed'))
  })

  test('is not missed when a machine’s clock is minutes ahead: the database’s clock decides', async () => {
    const clock = await openDatabaseClock({ pool: database.pool() })
    const databaseCast = createCast(database.as, { clock: { ...clock, advance: () => undefined } })
    const [asha, { expertId }] = [await databaseCast.student(50), await databaseCast.expert()]
    const id = await databaseCast.ask(asha, expertId)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    await Promise.all([expireSession(databaseCast.system(), { sessionId: id }), sweepSessions(databaseCast.system())])
    vi.useRealTimers()
    clock.close()
    expect((await sessionRow(db(), id)).state).toBe('ringing')
    await cancelSession(databaseCast.ctxAs(asha), { id })
  })

  test('that was accepted but did not connect within 20 s costs nothing', async () => {
    const session = await newRing()
    await cast.accept(session.ravi, session.id)
    clock.advance(19_999)
    await sweepSessions(system())
    expect((await sessionRow(db(), session.id)).state).toBe('connecting')
    clock.advance(1)
    await sweepSessions(system())
    await expectNoCharge(session, 'failed_to_connect')
  })
})

describe('an expert who misses two rings', () => {
  async function miss(student: Person, expertId: string) {
    clock.advance(11 * 60_000)
    const id = await cast.ask(student, expertId)
    clock.advance(45_000)
    await expireSession(system(), { sessionId: id })
    return id
  }

  test('in a row from different students is switched off, and the count then restarts', async () => {
    const { expertId, person } = await cast.expert()
    const [asha, vikram] = [await cast.student(), await cast.student()]
    await miss(asha, expertId)
    await miss(asha, expertId)
    expect(await readStatus(expertId)).toMatchObject({ is_online: true, switched_off: false })
    cast.publishedTopics.length = 0
    const last = await miss(vikram, expertId)
    expect((await timeline(db(), last)).slice(-2)).toEqual(['missed', 'switched off (expert)'])
    expect(await readStatus(expertId)).toMatchObject({
      is_online: false,
      in_session: false,
      switched_off: true,
    })
    expect(cast.publishedTopics).toContain(`account:${person.id}`)
    expect((await getOwnExpert(ctxAs(person))).switchedOffAt).toEqual(clock.now())
    await setOnline(ctxAs(person), true)
    expect((await getOwnExpert(ctxAs(person))).switchedOffAt).toBeNull()
    await miss(asha, expertId)
    expect(await readStatus(expertId)).toMatchObject({ is_online: true })
    await miss(vikram, expertId)
    expect(await readStatus(expertId)).toMatchObject({ is_online: false })
  })

  test('with a declined ring in between stays online, but a cancelled ring makes no difference', async () => {
    const { expertId, person } = await cast.expert()
    const [asha, vikram] = [await cast.student(), await cast.student()]
    await miss(asha, expertId)
    await declineSession(ctxAs(person), { id: await cast.ask(vikram, expertId), reason: '' })
    await miss(vikram, expertId)
    expect(await readStatus(expertId)).toMatchObject({ is_online: true })
    await cancelSession(ctxAs(asha), { id: await cast.ask(asha, expertId) })
    await miss(asha, expertId)
    expect(await readStatus(expertId)).toMatchObject({ is_online: false })
  })
})

describe('joining', () => {
  test('increases the epoch, and is refused to experts before Accept, to strangers, and after the end', async () => {
    const { asha, ravi, id } = await newRing()
    expect(await joinSession(ctxAs(asha), { id })).toEqual({ id, side: 'student', epoch: 1, state: 'ringing' })
    await expect(joinSession(ctxAs(ravi), { id })).rejects.toEqual(refusal('session_moved_on'))
    await cast.accept(ravi, id)
    expect(await joinSession(ctxAs(ravi), { id })).toEqual({ id, side: 'expert', epoch: 1, state: 'connecting' })
    const epochs = await Promise.all(Array.from({ length: 5 }, () => joinSession(ctxAs(asha), { id })))
    expect(epochs.map(({ epoch }) => epoch).toSorted()).toEqual([2, 3, 4, 5, 6])
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    for (const stranger of [await cast.student(0), meera]) {
      await expect(joinSession(ctxAs(stranger), { id })).rejects.toEqual(refusal('no_such_session'))
      expect(await isParticipant(ctxAs(stranger), id)).toBe(false)
    }
    expect(await isParticipant(ctxAs(ravi), id)).toBe(true)
    await hangUp(ctxAs(asha), { id })
    await expect(joinSession(ctxAs(asha), { id })).rejects.toEqual(refusal('session_moved_on'))
  })
})

describe('the end of a session', () => {
  test('settles the shared minutes once, visible to both sides', async () => {
    const { asha, ravi, expertId, id, nodeId } = await newCall(125_000)
    expect(await db().selectFrom('sessions').selectAll().where('id', '=', id).execute()).toMatchObject([
      { status: 'active', student_id: asha.id, expert_id: ravi.id, call_type: 'video', end_time: null },
    ])
    await hangUp(ctxAs(ravi), { id })
    // The sweeper leaves the session to its metering process, which is still alive.
    await sweepSessions(system())
    expect((await sessionRow(db(), id)).state).toBe('ended')
    cast.publishedTopics.length = 0
    expect(await settleSession(system(), { id, metered: { nodeId, liveMs: 127_300.4 } })).toBe(true)
    expect(await settleSession(system(), { id, metered: { nodeId, liveMs: 500_000 } })).toBe(false)
    expect(await wallet(asha.id)).toBe(70_00)
    expect(await escrow(id)).toBe(0)
    expect(await balanceOf(db(), 'expert_earnings', ravi.id)).toBe(24_00)
    expect(await statementOf(db(), asha.id)).toEqual([100_00, -30_00])
    const row = {
      state: 'settled',
      live_ms: 127_300,
      billed_minutes: 3,
      charged_paise: 30_00,
      end_reason: 'hung_up',
    }
    expect(await sessionRow(db(), id)).toMatchObject(row)
    expect(await db().selectFrom('sessions').selectAll().where('id', '=', id).execute()).toMatchObject([
      { status: 'completed', duration_minutes: 3, end_time: expect.any(Date) },
    ])
    expect(await readStatus(expertId)).toMatchObject({ in_session: false, session_count: 1 })
    const { rows } = await sql`select past_sessions from students where id = ${asha.id}`.execute(db())
    expect(rows).toEqual([{ past_sessions: 1 }])
    expect(cast.publishedTopics).toEqual(
      expect.arrayContaining([`wallet:${asha.id}`, `wallet:${ravi.id}`, `session:${id}`]),
    )
    expect((await timeline(db(), id)).slice(3)).toEqual(['hung up (expert)', 'billed'])
    expect((await listEvents(ctxAs(ravi), id)).at(-1)?.details).toEqual({
      liveMs: 127_300,
      minutes: 3,
      chargedPaise: 30_00,
    })
  })

  test('costs nothing after less than 30 seconds of shared time', async () => {
    const { asha, id, nodeId, expertId } = await newCall(29_999)
    await hangUp(ctxAs(asha), { id })
    await settleSession(system(), { id, metered: { nodeId, liveMs: 29_999 } })
    expect(await wallet(asha.id)).toBe(100_00)
    expect(await statementOf(db(), asha.id)).toEqual([100_00])
    expect(await sessionRow(db(), id)).toMatchObject({
      state: 'settled',
      billed_minutes: 0,
      charged_paise: 0,
    })
    expect(await readStatus(expertId)).toMatchObject({ in_session: false, session_count: 0 })
  })

  test('happens once, however many callers end it at the same time', async () => {
    const { asha, ravi, id, nodeId } = await newCall(60_000)
    const ended = { reason: 'side_lost', lost: 'student' as const }
    await Promise.allSettled([
      hangUp(ctxAs(asha), { id }),
      hangUp(ctxAs(ravi), { id }),
      ...Array.from({ length: 20 }, () => settleSession(system(), { id, ended, metered: { nodeId, liveMs: 60_000 } })),
      sweepSessions(system()),
    ])
    expect(await sessionRow(db(), id)).toMatchObject({ state: 'settled', charged_paise: 10_00 })
    expect(await wallet(asha.id)).toBe(90_00)
    expect((await timeline(db(), id)).filter((what) => what === 'billed')).toHaveLength(1)
  })

  test('never charges more than was held, and a process that lost the lease cannot settle', async () => {
    const { asha, id, nodeId } = await newCall(0)
    const ended = { reason: 'money_spent', lost: null }
    expect(await settleSession(system(), { id, ended, metered: { nodeId: randomUUID(), liveMs: 60_000 } })).toBe(false)
    expect(await settleSession(system(), { id, ended, metered: { nodeId, liveMs: 99_999_999 } })).toBe(true)
    expect(await wallet(asha.id)).toBe(50_00)
  })

  test('while connecting, by either side, costs nothing and needs no meter', async () => {
    const { asha, ravi, id } = await newRing()
    await cast.accept(ravi, id)
    await hangUp(ctxAs(ravi), { id })
    expect(await sessionRow(db(), id)).toMatchObject({
      state: 'settled',
      charged_paise: 0,
      connected_at: null,
    })
    expect(await wallet(asha.id)).toBe(100_00)
    const other = await newRing()
    await hangUp(ctxAs(other.asha), other)
    await expectNoCharge(other, 'cancelled')
  })

  test('is settled by the sweeper when the lease of the metering process has expired', async () => {
    const { asha, id } = await newCall(61_000)
    await hangUp(ctxAs(asha), { id })
    await sql`update help_sessions set meter_until = now() - interval '1 second' where id = ${id}`.execute(db())
    await sweepSessions(system())
    expect(await sessionRow(db(), id)).toMatchObject({
      state: 'settled',
      live_ms: 61_000,
      charged_paise: 20_00,
    })
  })

  test('is refused to strangers, and settling is refused to all people', async () => {
    const { asha, ravi, id } = await newCall(60_000)
    await expect(hangUp(ctxAs(await cast.student(0)), { id })).rejects.toEqual(refusal('no_such_session'))
    for (const actor of [asha, ravi]) {
      await expect(settleSession(ctxAs(actor), { id })).rejects.toEqual(refusal('not_allowed'))
    }
    await expect(hangUp(ctxAs({ kind: 'visitor', address: '' }), { id })).rejects.toEqual(refusal('not_signed_in'))
    await expect(hangUp(ctxAs(asha), { id: 'x' })).rejects.toEqual(refusal('invalid_input'))
  })
})

describe('after a session', () => {
  test('the participants and the team see the session with its timeline, and others do not', async () => {
    const { asha, ravi, id } = await newRing()
    expect(await findOpenSession(ctxAs(asha))).toMatchObject({ id, side: 'student', state: 'ringing' })
    expect(await findOpenSession(ctxAs(ravi))).toMatchObject({ id, side: 'expert' })
    await cancelSession(ctxAs(asha), { id })
    expect(await findOpenSession(ctxAs(asha))).toBeNull()
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    expect(await getSession(ctxAs(meera), id)).toMatchObject({ id, side: null })
    expect(await listEvents(ctxAs(meera), id)).toHaveLength(3)
    const stranger = await cast.student(0)
    await expect(getSession(ctxAs(stranger), id)).rejects.toEqual(refusal('no_such_session'))
    await expect(listEvents(ctxAs(stranger), id)).rejects.toEqual(refusal('no_such_session'))
  })

  test('either side can block, unblock and report the other', async () => {
    const { asha, ravi, expertId, id } = await newRing()
    await declineSession(ctxAs(ravi), { id, reason: '' })
    await setBlocked(ctxAs(ravi), { id, blocked: true })
    await setBlocked(ctxAs(ravi), { id, blocked: true })
    await expect(cast.ask(asha, expertId)).rejects.toEqual(refusal('expert_not_for_you'))
    await setBlocked(ctxAs(ravi), { id, blocked: false })
    await cast.ask(asha, expertId)
    for (const text of ['Was rude', 'Again']) await reportPerson(ctxAs(asha), { id: randomUUID(), sessionId: id, text })
    const reports = await db().selectFrom('reports').selectAll().where('session_id', '=', id).execute()
    expect(reports).toMatchObject([{ reporter_id: asha.id, reported_id: ravi.id, words: 'Was rude' }])
    const stranger = ctxAs(await cast.student(0))
    await expect(setBlocked(stranger, { id, blocked: true })).rejects.toEqual(refusal('no_such_session'))
    await expect(reportPerson(stranger, { id: randomUUID(), sessionId: id, text: 'x' })).rejects.toEqual(
      refusal('no_such_session'),
    )
    for (const text of [' ', 'No\0']) {
      await expect(reportPerson(ctxAs(asha), { id: randomUUID(), sessionId: id, text })).rejects.toEqual(
        refusal('invalid_input'),
      )
    }
  })

  test('the database refuses to delete a session or to reopen one that is over', async () => {
    const { id, nodeId } = await newCall(60_000)
    const ended = { reason: 'money_spent', lost: null }
    await settleSession(system(), { id, ended, metered: { nodeId, liveMs: 60_000 } })
    for (const statement of [
      sql`delete from help_sessions where id = ${id}`,
      sql`delete from session_events where session_id = ${id}`,
      sql`update session_events set what = 'x' where session_id = ${id}`,
      sql`update help_sessions set charged_paise = 0 where id = ${id}`,
      sql`update help_sessions set state = 'live', charged_paise = null, billed_minutes = null where id = ${id}`,
      sql`update help_sessions set rate_paise_per_minute = 1 where id = ${id}`,
    ]) {
      await expect(statement.execute(db())).rejects.toThrow(/permission denied|stays what it is/)
    }
  })
})
