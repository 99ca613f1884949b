import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import type { Person } from '#domain/policy.ts'
import { refundFault } from '#domain/refunds/refund-fault.server.ts'
import { changeApproval } from '#domain/sessions/change-approval.server.ts'
import { endSession } from '#domain/sessions/end-session.server.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { getSession } from '#domain/sessions/queries.server.ts'
import { settleSession } from '#domain/sessions/settle-session.server.ts'
import { findStuckState } from '#domain/sessions/stuck-sessions.server.ts'
import { sweepSessions } from '#domain/sessions/sweep-sessions.server.ts'
import type { ExpertId, SessionId } from '#kernel/ids.ts'
import { useDatabase } from '#tests/database.ts'
import { balanceOf, sumOfBooks } from '#tests/money.ts'
import { connectCall, createCast, sessionRow, timeline } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const db = () => database.db()
const cast = createCast(database.as)
const { ctxAs, system, clock, publishedTopics } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const wallet = (id: string) => balanceOf(db(), 'student_wallet', id)

afterEach(async () => {
  if ((await sumOfBooks(db())) !== 0) throw new Error('the books do not balance')
})

async function newRing() {
  const [asha, ravi] = [await cast.student(), await cast.expert()]
  const id = await cast.ask(asha, ravi.expertId)
  return { asha, ravi: ravi.person, expertId: ravi.expertId, token: ravi.token, id }
}

async function newCall(liveMs: number) {
  const session = await newRing()
  const call = { student: session.asha, expert: session.ravi, id: session.id, liveMs }
  return { ...session, ...(await connectCall(ctxAs, call)) }
}

const newTeamMember = async () => (await newSignedInPerson(database.as, 'team', 'Meera Iyer')).person

/** Expires the lease of the metering process this many seconds ago. */
const expireLease = (id: SessionId, seconds: number) =>
  sql`update help_sessions set meter_until = now() - make_interval(secs => ${seconds}) where id = ${id}`.execute(db())

const endAsStuck = (user: Person, id: SessionId) =>
  endSession(ctxAs(user), { id, reason: 'stuck', why: 'It has been stuck since noon.' })
const endAsUnsafe = (user: Person, id: SessionId) =>
  endSession(ctxAs(user), { id, reason: 'safety', why: 'He shouts at her.' })

async function listAuditLines(id: string) {
  return db()
    .selectFrom('audit_log')
    .select(['actor_id', 'act', 'why', 'before', 'after'])
    .where('thing', '=', 'session')
    .where('thing_id', '=', id)
    .execute()
}

describe('endSession', () => {
  test('ends a call without a meter and bills its last checkpoint', async () => {
    const { asha, ravi, id } = await newCall(130_000)
    const team = await newTeamMember()
    await expireLease(id, 20)
    expect(await findStuckState(ctxAs(team), id)).toEqual({ isOpen: true, stuck: 'meter' })
    publishedTopics.length = 0
    await endAsStuck(team, id)
    expect(await sessionRow(db(), id)).toMatchObject({
      state: 'settled',
      end_reason: 'stuck',
      billed_minutes: 3,
    })
    expect(await wallet(asha.id)).toBe(70_00)
    expect(await timeline(db(), id)).toEqual(expect.arrayContaining(['ended', 'billed']))
    expect(publishedTopics).toEqual(
      expect.arrayContaining([`session:${id}`, `rings:${asha.id}`, `rings:${ravi.id}`, 'waiting:team']),
    )
    expect(await listAuditLines(id)).toEqual([
      {
        actor_id: team.id,
        act: 'session ended',
        why: 'It has been stuck since noon.',
        before: { state: 'live' },
        after: { reason: 'stuck', stuck: 'meter' },
      },
    ])
  })

  test('stops an overdue ring, which counts against neither side, and releases the whole hold', async () => {
    const { asha, id } = await newRing()
    clock.advance(61_000)
    await endAsStuck(await newTeamMember(), id)
    expect(await sessionRow(db(), id)).toMatchObject({ state: 'declined', end_reason: 'stuck' })
    expect(await wallet(asha.id)).toBe(100_00)
  })

  test('ends a stuck connection attempt and settles an unbilled session', async () => {
    const connecting = await newRing()
    await cast.accept(connecting.ravi, connecting.id)
    const ended = await newCall(61_000)
    await hangUp(ctxAs(ended.asha), { id: ended.id })
    await expireLease(ended.id, 20)
    clock.advance(60_000)
    const team = await newTeamMember()
    expect((await findStuckState(ctxAs(team), connecting.id))?.stuck).toBe('connection')
    expect((await findStuckState(ctxAs(team), ended.id))?.stuck).toBe('bill')
    await endAsStuck(team, connecting.id)
    await endAsStuck(team, ended.id)
    expect(await sessionRow(db(), connecting.id)).toMatchObject({ state: 'settled', charged_paise: 0 })
    expect(await sessionRow(db(), ended.id)).toMatchObject({ state: 'settled', billed_minutes: 2 })
    expect(await listAuditLines(ended.id)).toHaveLength(1)
  })

  test('is refused for a session that is not stuck, except for safety reasons', async () => {
    const { id, nodeId } = await newCall(61_000)
    const team = await newTeamMember()
    await expect(endAsStuck(team, id)).rejects.toEqual(refusal('session_is_well'))
    expect(await sessionRow(db(), id)).toMatchObject({ state: 'live' })
    await endAsUnsafe(team, id)
    // The metering process settles the session, as after every hang-up.
    expect(await sessionRow(db(), id)).toMatchObject({ state: 'ended', end_reason: 'safety' })
    await settleSession(system(), { id, metered: { nodeId, liveMs: 121_000 } })
    expect(await sessionRow(db(), id)).toMatchObject({ state: 'settled', billed_minutes: 3 })
  })

  test('succeeds once, and refuses a second colleague with the name of the first', async () => {
    const { id } = await newCall(61_000)
    await expireLease(id, 20)
    const [team, colleague] = [await newTeamMember(), await newTeamMember()]
    const results = await Promise.allSettled([endAsStuck(team, id), endAsUnsafe(colleague, id)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await listAuditLines(id)).toHaveLength(1)
    await expect(endAsUnsafe(colleague, id)).rejects.toMatchObject({
      code: 'session_moved_on',
      message: expect.stringContaining('session ended, by Meera Iyer'),
    })
  })

  test('requires the team, a written reason and an existing session', async () => {
    const { asha, ravi, id } = await newCall(61_000)
    await expireLease(id, 20)
    const team = await newTeamMember()
    for (const user of [asha, ravi, { ...team, secondFactorMissing: true }]) {
      await expect(endAsStuck(user, id)).rejects.toEqual(refusal('not_allowed'))
      await expect(endAsUnsafe(user, id)).rejects.toEqual(refusal('not_allowed'))
    }
    const visitor = ctxAs({ kind: 'visitor', address: '' })
    const act = { id, reason: 'stuck', why: 'x' } as const
    await expect(endSession(visitor, act)).rejects.toEqual(refusal('not_signed_in'))
    await expect(endSession(ctxAs(team), { ...act, why: '  ' })).rejects.toEqual(refusal('invalid_input'))
    await expect(endSession(ctxAs(team), { ...act, reason: 'mood' as never })).rejects.toEqual(refusal('invalid_input'))
    await expect(endSession(ctxAs(team), { ...act, id: randomUUID() })).rejects.toEqual(refusal('no_such_session'))
    expect(await sessionRow(db(), id)).toMatchObject({ state: 'live' })
    expect(await listAuditLines(id)).toEqual([])
  })
})

describe('a suspension', () => {
  const suspend = (user: Person, expertId: ExpertId) => {
    const input = { expertId, approval: 'suspended' as const, reason: 'Asked for money outside.' }
    return changeApproval(ctxAs(user), input)
  }

  test('ends the call as if the expert had left: bills the shared time and notifies sockets last', async () => {
    const { asha, ravi, expertId, token, id, nodeId } = await newCall(130_000)
    const team = await newTeamMember()
    publishedTopics.length = 0
    await suspend(team, expertId)
    expect(publishedTopics.indexOf(`session:${id}`)).toBeLessThan(publishedTopics.indexOf(`person:${ravi.id}`))
    expect(await findSignIn(system(), token)).toBeNull()
    expect(await sessionRow(db(), id)).toMatchObject({ state: 'ended', end_reason: 'suspended' })
    await settleSession(system(), { id, metered: { nodeId, liveMs: 131_000 } })
    expect(await wallet(asha.id)).toBe(70_00)
    expect(await balanceOf(db(), 'expert_earnings', ravi.id)).toBe(24_00)
    expect(await timeline(db(), id)).toContain('ended (expert)')
    expect(await listAuditLines(id)).toEqual([
      expect.objectContaining({
        actor_id: team.id,
        act: 'session ended',
        why: 'The expert was suspended.',
        after: { reason: 'suspended' },
      }),
    ])
    const status = await db()
      .selectFrom('experts')
      .select(['is_online', 'in_session', 'approval'])
      .where('id', '=', expertId)
      .executeTakeFirstOrThrow()
    expect(status).toEqual({ is_online: false, in_session: false, approval: 'suspended' })
    // After two minutes there is no automatic refund, but the student may request one.
    await refundFault(system(), { sessionId: id })
    expect(await wallet(asha.id)).toBe(70_00)
  })

  test('within the first two minutes refunds everything', async () => {
    const { asha, expertId, id, nodeId } = await newCall(61_000)
    await suspend(await newTeamMember(), expertId)
    await settleSession(system(), { id, metered: { nodeId, liveMs: 62_000 } })
    expect(await wallet(asha.id)).toBe(80_00)
    await refundFault(system(), { sessionId: id })
    expect(await wallet(asha.id)).toBe(100_00)
  })

  test('stops a ring, and costs nothing before both sides are connected', async () => {
    const [unanswered, answered] = [await newRing(), await newRing()]
    await cast.accept(answered.ravi, answered.id)
    const team = await newTeamMember()
    for (const { expertId } of [unanswered, answered]) await suspend(team, expertId)
    expect(await getSession(ctxAs(unanswered.asha), unanswered.id)).toMatchObject({
      state: 'declined',
      endReason: 'suspended',
    })
    expect(await sessionRow(db(), answered.id)).toMatchObject({ state: 'settled', charged_paise: 0 })
    for (const { asha } of [unanswered, answered]) expect(await wallet(asha.id)).toBe(100_00)
  })

  test('is completed by the sweeper if the suspending process died before ending the session', async () => {
    const { asha, expertId, id } = await newRing()
    await setApproval(system(), { expertId, approval: 'suspended' })
    await sweepSessions(system())
    expect(await sessionRow(db(), id)).toMatchObject({ state: 'declined', end_reason: 'suspended' })
    expect(await wallet(asha.id)).toBe(100_00)
    expect(await listAuditLines(id)).toEqual([expect.objectContaining({ actor_id: null })])
    await sweepSessions(system())
    expect(await listAuditLines(id)).toHaveLength(1)
  })

  test('is refused to everyone but the team, and the call goes on', async () => {
    const { asha, ravi, expertId, id } = await newCall(61_000)
    for (const user of [asha, ravi]) await expect(suspend(user, expertId)).rejects.toEqual(refusal('not_allowed'))
    expect(await sessionRow(db(), id)).toMatchObject({ state: 'live' })
  })
})
