import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import type { Person } from '#domain/policy.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import { declineSession } from '#domain/sessions/decline-session.server.ts'
import { expireSession } from '#domain/sessions/expire-session.server.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { findOwnFile } from '#domain/sessions/session-question-file.server.ts'
import { settleSession } from '#domain/sessions/settle-session.server.ts'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import { saveQuestionFile } from '#domain/files/save-question-file.server.ts'
import { setDailyLimit } from '#domain/wallet/set-daily-limit.server.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import {
  freeCallsPerDay,
  freeCallsPerPairAndDay,
  unconnectedCallsPerDay,
  unconnectedCallsPerPairAndDay,
} from '#kernel/limits.ts'
import type { Storage } from '#platform/storage/port.ts'
import { afterStatementOn, requestTables } from '#tests/after-statement.ts'
import { useDatabase } from '#tests/database.ts'
import { pdfBytes } from '#tests/documents.ts'
import { changeRate, newExpert } from '#tests/experts.ts'
import { listJobsWith } from '#tests/jobs.ts'
import { balanceOf, sumOfBooks } from '#tests/money.ts'
import { completeCall, connectCall, createCast, newRequest, sessionRow, timeline } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const db = () => database.db()
const cast = createCast(database.as)
const refusal = (code: string) => expect.objectContaining({ code })
const storage = { put: async () => undefined } as unknown as Storage
const saveFile = (student: Person) =>
  saveQuestionFile(
    { ...cast.ctxAs(student), storage, decodeQueue: createDecodeQueue() },
    { name: 'top.pdf', bytes: pdfBytes },
  )
const wallet = (id: string) => balanceOf(db(), 'student_wallet', id)
const escrow = (id: string) => balanceOf(db(), 'session_escrow', id)

afterEach(async () => {
  if ((await sumOfBooks(db())) !== 0) throw new Error('the books do not balance')
})

test('a request holds money for five minutes, reserves both people, rings, and enqueues its expiry', async () => {
  const asha = await cast.student(72)
  const ravi = await cast.expert()
  cast.publishedTopics.length = 0
  const file = await saveFile(asha)
  const id = await cast.ask(asha, ravi.expertId, { file, question: '  Why?  ', callType: 'audio' })
  expect(await findOwnFile(cast.ctxAs(asha), id)).toEqual(file)
  expect(await findOwnFile(cast.ctxAs(ravi.person), id)).toBeNull()
  expect(await findOwnFile(cast.ctxAs(await cast.student()), id)).toBeNull()
  await expect(findOwnFile(cast.ctxAs({ kind: 'visitor', address: '' }), id)).rejects.toEqual(refusal('not_signed_in'))
  expect(await wallet(asha.id)).toBe(22_00)
  expect(await escrow(id)).toBe(50_00)
  const row = await sessionRow(db(), id)
  const terms = { rate_paise_per_minute: 10_00, share_percent: 80, held_paise: 50_00, hold_steps: 1 }
  expect(row).toMatchObject({ state: 'ringing', question: 'Why?', file_name: 'top.pdf', call_type: 'audio' })
  expect(row).toMatchObject({ student_id: asha.id, expert_id: ravi.person.id, ...terms })
  expect(row.ring_until.getTime() - row.asked_at.getTime()).toBe(45_000)
  expect(await timeline(db(), id)).toEqual(['asked (student)', 'rang (expert)'])
  const listed = await sql<{
    busy: boolean
  }>`select busy from listings where expert_id = ${ravi.expertId}`.execute(db())
  expect(listed.rows).toEqual([{ busy: true }])
  expect(await listJobsWith(db(), { sessionId: id })).toMatchObject([{ runAt: row.ring_until }])
  expect(cast.publishedTopics.toSorted()).toEqual(
    [
      `session:${id}`,
      `rings:${ravi.person.id}`,
      `rings:${asha.id}`,
      `expert:${ravi.expertId}`,
      `wallet:${asha.id}`,
    ].toSorted(),
  )
  // The session is not yet in the specified `sessions` view, and its hold is not reported as forgotten.
  expect(await db().selectFrom('sessions').selectAll().where('id', '=', id).execute()).toEqual([])
  cast.clock.advance(48 * 3_600_000)
  expect(await auditMoney(cast.system())).toEqual([])
  cast.clock.advance(-48 * 3_600_000)
})

test('the same id returns the same session, and is refused with any other content', async () => {
  const asha = await cast.student()
  const [ravi, kavita] = [await cast.expert(), await cast.expert()]
  const id = randomUUID()
  await cast.ask(asha, ravi.expertId, { id })
  await cast.ask(asha, ravi.expertId, { id })
  expect(await escrow(id)).toBe(50_00)
  await expect(cast.ask(asha, kavita.expertId, { id })).rejects.toEqual(refusal('other_request'))
  await expect(cast.ask(asha, ravi.expertId, { id, question: 'Other' })).rejects.toEqual(refusal('other_request'))
  await expect(cast.ask(asha, ravi.expertId, { id, file: await saveFile(asha) })).rejects.toEqual(
    refusal('other_request'),
  )
  await expect(cast.ask(await cast.student(), ravi.expertId, { id })).rejects.toEqual(refusal('other_request'))
})

describe('a request is refused', () => {
  test('at a rate other than the one shown', async () => {
    const [asha, { expertId }] = [await cast.student(), await cast.expert()]
    await changeRate(cast.system(), expertId, 8_00)
    const request = cast.ask(asha, expertId)
    await expect(request).rejects.toThrow(
      'The price of this expert has just changed. A minute costs ₹8 now. Nothing was held.',
    )
    await expect(request).rejects.toMatchObject({ details: { ratePaisePerMinute: 8_00 } })
    expect(await wallet(asha.id)).toBe(100_00)
    expect(await escrow(await cast.ask(asha, expertId, { ratePaisePerMinute: 8_00 }))).toBe(40_00)
  })

  test('without a question or a file, with the specified text', async () => {
    const asha = await cast.student()
    const { expertId } = await cast.expert()
    await expect(cast.ask(asha, expertId, { question: '  ' })).rejects.toThrow(
      'Please enter a question or upload a file',
    )
    await expect(cast.ask(asha, expertId, { question: 'x'.repeat(2_001) })).rejects.toEqual(refusal('invalid_input'))
    const other = await cast.student(0)
    const file = await saveFile(other)
    await expect(cast.ask(asha, expertId, { file })).rejects.toEqual(refusal('no_such_question_file'))
    expect(await wallet(asha.id)).toBe(100_00)
  })

  test('with a character that the database cannot store', async () => {
    const asha = await cast.student()
    const { expertId } = await cast.expert()
    const file = { key: 'questions/\0', name: 'a.pdf', type: 'application/pdf' }
    for (const wrong of [{ question: 'Why\0?' }, { file }]) {
      await expect(cast.ask(asha, expertId, wrong)).rejects.toEqual(refusal('invalid_input'))
    }
  })

  test('for visitors with the specified text, and for everyone who is not a student', async () => {
    const { expertId, person } = await cast.expert()
    const visitor = cast.ctxAs({ kind: 'visitor', address: '' })
    await expect(requestSession(visitor, newRequest(expertId))).rejects.toThrow(
      'You need to be logged in to send a request',
    )
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    for (const actor of [person, meera]) {
      await expect(cast.ask(actor, expertId)).rejects.toEqual(refusal('not_allowed'))
    }
    await expect(requestSession(cast.system(), newRequest(expertId))).rejects.toEqual(refusal('not_allowed'))
  })

  test('while the expert is offline, unreachable, or does not exist', async () => {
    const asha = await cast.student()
    const offline = await newExpert(database.as)
    await expect(cast.ask(asha, offline.expertId)).rejects.toThrow('This expert is currently offline')
    await setOnline(database.as({ ...offline.person, approval: 'approved' }), true)
    await expect(cast.ask(asha, offline.expertId)).rejects.toEqual(refusal('expert_offline'))
    const ravi = await cast.expert()
    await setApproval(cast.system(), { expertId: ravi.expertId, approval: 'suspended' })
    await expect(cast.ask(asha, ravi.expertId)).rejects.toEqual(refusal('no_such_expert'))
    await expect(cast.ask(asha, randomUUID())).rejects.toEqual(refusal('no_such_expert'))
    expect(await wallet(asha.id)).toBe(100_00)
  })

  test('with money for less than one minute in the wallet or under the daily limit', async () => {
    const { expertId } = await cast.expert()
    const asha = await cast.student(9.99)
    await expect(cast.ask(asha, expertId)).rejects.toEqual(refusal('less_than_a_minute'))
    await expect(cast.ask(await cast.student(0), expertId)).rejects.toEqual(refusal('less_than_a_minute'))
    const limited = await cast.student(100)
    await setDailyLimit(cast.ctxAs(limited), { amount: '9' })
    await expect(cast.ask(limited, expertId)).rejects.toEqual(refusal('above_daily_limit'))
    await setDailyLimit(cast.ctxAs(limited), { amount: '25' })
    expect(await escrow(await cast.ask(limited, expertId))).toBe(20_00)
  })

  test('while the student or the expert is in a session', async () => {
    const [asha, other] = [await cast.student(), await cast.student()]
    const [ravi, kavita] = [await cast.expert(), await cast.expert()]
    await cast.ask(asha, ravi.expertId)
    await expect(cast.ask(asha, kavita.expertId)).rejects.toEqual(refusal('own_session_open'))
    await expect(cast.ask(other, ravi.expertId)).rejects.toEqual(refusal('expert_busy'))
    expect(await wallet(other.id)).toBe(100_00)
  })

  test('when either person has blocked the other', async () => {
    const asha = await cast.student()
    const ravi = await cast.expert()
    for (const [blocker, blocked] of [
      [asha.id, ravi.person.id],
      [ravi.person.id, asha.id],
    ] as const) {
      await db()
        .insertInto('blocks')
        .values({ blocker_id: blocker, blocked_id: blocked, created_at: new Date() })
        .execute()
      await expect(cast.ask(asha, ravi.expertId)).rejects.toEqual(refusal('expert_not_for_you'))
      await db().deleteFrom('blocks').where('blocker_id', '=', blocker).execute()
    }
    await cast.ask(asha, ravi.expertId)
  })

  test('after two rings to one expert within ten minutes', async () => {
    const asha = await cast.student()
    const [ravi, kavita] = [await cast.expert(), await cast.expert()]
    const id = await cast.ask(asha, ravi.expertId)
    await declineSession(cast.ctxAs(ravi.person), { id, reason: 'At lunch' })
    await cancelSession(cast.ctxAs(asha), { id: await cast.ask(asha, ravi.expertId) })
    await expect(cast.ask(asha, ravi.expertId)).rejects.toEqual(refusal('rang_already'))
    expect(await wallet(asha.id)).toBe(100_00)
    await cancelSession(cast.ctxAs(asha), { id: await cast.ask(asha, kavita.expertId) })
    cast.clock.advance(10 * 60_000)
    await cast.ask(asha, ravi.expertId)
  })

  test('after five unanswered rings in one hour', async () => {
    const asha = await cast.student()
    for (let times = 0; times < 5; times += 1) {
      const { expertId } = await cast.expert()
      const id = await cast.ask(asha, expertId)
      if (times % 2 === 0) await cancelSession(cast.ctxAs(asha), { id })
      else {
        cast.clock.advance(45_000)
        await expireSession(cast.system(), { sessionId: id })
      }
    }
    const { expertId, person: ravi } = await cast.expert()
    await expect(cast.ask(asha, expertId)).rejects.toEqual(refusal('too_many_rings'))
    cast.clock.advance(3_600_000)
    // Answered rings do not count, even if the call never connected.
    const answered = await cast.ask(asha, expertId)
    await cast.accept(ravi, answered)
    await cancelSession(cast.ctxAs(asha), { id: answered })
    for (let times = 0; times < 5; times += 1) {
      const another = await cast.expert()
      await cancelSession(cast.ctxAs(asha), { id: await cast.ask(asha, another.expertId) })
    }
    await expect(cast.ask(asha, expertId)).rejects.toEqual(refusal('too_many_rings'))
  })
})

describe('free short calls of one pair', () => {
  const talk = async (student: Person, ravi: Awaited<ReturnType<typeof cast.expert>>, liveMs: number) => {
    const id = await cast.ask(student, ravi.expertId)
    await completeCall(cast.ctxAs, { student, expert: ravi.person, id, liveMs })
  }

  test('are refused after three in a day, without any change, and are possible again the next day', async () => {
    const [asha, ravi] = [await cast.student(), await cast.expert()]
    for (let call = 1; call <= freeCallsPerPairAndDay; call += 1) await talk(asha, ravi, 29_000)
    const request = newRequest(ravi.expertId)
    await expect(requestSession(cast.ctxAs(asha), request)).rejects.toEqual(refusal('free_calls_used'))
    expect(await wallet(asha.id)).toBe(100_00)
    expect(
      await db().selectFrom('help_sessions').select('id').where('student_id', '=', asha.id).execute(),
    ).toHaveLength(3)
    cast.clock.advance(24 * 3_600_000)
    await talk(asha, ravi, 29_000)
    cast.clock.advance(-24 * 3_600_000)
  })

  test('do not include paid calls, calls without a conversation, or calls with other people', async () => {
    const [asha, omar, ravi, kavita] = [
      await cast.student(1_000),
      await cast.student(),
      await cast.expert(),
      await cast.expert(),
    ]
    for (const liveMs of [29_000, 29_000, 0, 0, 31_000, 31_000]) await talk(asha, ravi, liveMs)
    await talk(asha, kavita, 29_000)
    await talk(omar, ravi, 29_000)
    await talk(asha, ravi, 29_000)
    await expect(cast.ask(asha, ravi.expertId)).rejects.toEqual(refusal('free_calls_used'))
    await talk(asha, kavita, 29_000)
  })
})

describe('free short calls with different experts', () => {
  const newExperts = (count: number) => Promise.all(Array.from({ length: count }, () => cast.expert()))
  const talk = async (student: Person, ravi: Awaited<ReturnType<typeof cast.expert>>, liveMs = 29_000) => {
    const id = await cast.ask(student, ravi.expertId)
    await completeCall(cast.ctxAs, { student, expert: ravi.person, id, liveMs })
  }

  test('are refused after ten in a day, without any change, and are possible again the next day', async () => {
    const [asha, omar, experts] = [await cast.student(), await cast.student(), await newExperts(5)]
    for (let call = 0; call < freeCallsPerDay; call += 1) await talk(asha, experts[call % experts.length]!)
    const [kavita] = await newExperts(1)
    const askKavita = () => requestSession(cast.ctxAs(asha), newRequest(kavita!.expertId))
    await expect(askKavita()).rejects.toEqual(refusal('free_calls_of_day_used'))
    expect(await wallet(asha.id)).toBe(100_00)
    const sessions = db().selectFrom('help_sessions').select('id').where('student_id', '=', asha.id)
    expect(await sessions.execute()).toHaveLength(freeCallsPerDay)
    await talk(omar, kavita!)
    cast.clock.advance(24 * 3_600_000)
    await talk(asha, kavita!)
    cast.clock.advance(-24 * 3_600_000)
  })

  test('do not include paid calls, or those in which nobody talked', async () => {
    const [asha, experts] = [await cast.student(1_000), await newExperts(5)]
    for (let call = 0; call < freeCallsPerDay - 1; call += 1) await talk(asha, experts[call % experts.length]!)
    for (const liveMs of [0, 31_000, 61_000]) await talk(asha, experts[4]!, liveMs)
    await talk(asha, experts[4]!)
    await expect(cast.ask(asha, experts[0]!.expertId)).rejects.toEqual(refusal('free_calls_of_day_used'))
  })

  test('are counted one after another when the student asks several experts at the same time', async () => {
    const [asha, experts] = [await cast.student(), await newExperts(5)]
    for (let call = 0; call < freeCallsPerDay - 1; call += 1) await talk(asha, experts[call % experts.length]!)
    const last = await cast.ask(asha, experts[4]!.expertId)
    await connectCall(cast.ctxAs, { student: asha, expert: experts[4]!.person, id: last, liveMs: 29_000 })
    await hangUp(cast.ctxAs(asha), { id: last })
    const others = await newExperts(4)
    const codes = await Promise.all([
      settleSession(cast.system(), { id: last }).then(() => 'settled'),
      ...others.map(({ expertId }) =>
        cast.ask(asha, expertId).then(
          () => 'rings',
          (error) => String(error.code),
        ),
      ),
    ])
    // Until the last free call is billed, it is open. Afterwards, it counts.
    expect(codes.shift()).toBe('settled')
    for (const code of codes) expect(['own_session_open', 'free_calls_of_day_used']).toContain(code)
    await expect(cast.ask(asha, others[0]!.expertId)).rejects.toEqual(refusal('free_calls_of_day_used'))
  })
})

describe('calls that never connect', () => {
  test('are refused after ten in a day, without any change, and are possible again the next day', async () => {
    const [asha, ravi, kavita] = [await cast.student(), await cast.expert(), await cast.expert()]
    const failToConnect = async (expert: typeof ravi, call: number) => {
      const id = await cast.ask(asha, expert.expertId)
      if (call % 3 === 0) return completeCall(cast.ctxAs, { student: asha, expert: expert.person, id, liveMs: 0 })
      await cast.accept(expert.person, id)
      cast.clock.advance(call % 3 === 1 ? 5_000 : 20_000)
      if (call % 3 === 1) await cancelSession(cast.ctxAs(asha), { id })
      else await expireSession(cast.system(), { sessionId: id })
      expect((await sessionRow(db(), id)).state).toBe(call % 3 === 1 ? 'cancelled' : 'failed_to_connect')
      // Two cancelled rings of one expert in ten minutes are a limit of their own.
      cast.clock.advance(6 * 60_000)
    }
    for (let call = 1; call <= unconnectedCallsPerPairAndDay; call += 1) await failToConnect(ravi, call)
    await failToConnect(kavita, 1)
    await expect(cast.ask(asha, ravi.expertId)).rejects.toEqual(refusal('unconnected_calls_used'))
    expect(await wallet(asha.id)).toBe(100_00)
    cast.clock.advance(24 * 3_600_000)
    await failToConnect(ravi, 0)
    cast.clock.advance(-24 * 3_600_000)
  })

  test('are refused after thirty with different experts', async () => {
    const asha = await cast.student()
    const experts = await Promise.all(Array.from({ length: 4 }, () => cast.expert()))
    for (let call = 0; call < unconnectedCallsPerDay; call += 1) {
      const { expertId, person } = experts[call % experts.length]!
      const id = await cast.ask(asha, expertId)
      await completeCall(cast.ctxAs, { student: asha, expert: person, id, liveMs: 0 })
    }
    const kavita = await cast.expert()
    await expect(cast.ask(asha, kavita.expertId)).rejects.toEqual(refusal('unconnected_calls_of_day_used'))
    expect(await wallet(asha.id)).toBe(100_00)
  })
})

test('a request is recognized as repeated when a copy commits between two of its statements', async () => {
  const [asha, ravi] = [await cast.student(), await cast.expert()]
  const request = newRequest(ravi.expertId)
  const copy = () => requestSession(cast.ctxAs(asha), request)
  expect(await requestSession(afterStatementOn(cast.ctxAs(asha), requestTables, copy), request)).toBe(request.id)
  expect(await wallet(asha.id)).toBe(50_00)
})

test('of fifty students who ring one expert at the same time, one gets a session and 49 keep their money', async () => {
  const ravi = await cast.expert()
  const students = await Promise.all(Array.from({ length: 50 }, () => cast.student()))
  const results = await Promise.allSettled(students.map((student) => cast.ask(student, ravi.expertId)))
  const counts = Object.groupBy(results, (result) =>
    result.status === 'fulfilled' ? 'rings' : String(result.reason.code),
  )
  expect(Object.entries(counts).map(([name, all]) => [name, all?.length])).toEqual(
    expect.arrayContaining([
      ['rings', 1],
      ['expert_busy', 49],
    ]),
  )
  const balances = await Promise.all(students.map(({ id }) => wallet(id)))
  expect(balances.toSorted((a, b) => a - b)).toEqual([50_00, ...Array.from({ length: 49 }, () => 100_00)])
  const { rows } = await sql<{ count: number }>`
    select count(*) from help_sessions where expert_id = ${ravi.person.id}`.execute(db())
  expect(rows).toEqual([{ count: 1 }])
})

test('one student who asks ten experts at the same time gets one session', async () => {
  const asha = await cast.student(500)
  const experts = await Promise.all(Array.from({ length: 10 }, () => cast.expert()))
  const results = await Promise.allSettled(experts.map(({ expertId }) => cast.ask(asha, expertId)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(refused).toEqual(Array.from({ length: 9 }, () => 'own_session_open'))
  expect(await wallet(asha.id)).toBe(450_00)
})
