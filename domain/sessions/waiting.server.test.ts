import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Person } from '#domain/policy.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { readMessages } from '#domain/sessions/read-messages.server.ts'
import { transitionSession } from '#domain/sessions/transition-session.server.ts'
import { listWaiting } from '#domain/sessions/waiting.server.ts'
import { writeMessage } from '#domain/sessions/write-message.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { waitingShownMax } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { createCast, completeCall } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { ctxAs, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const hour = 3_600_000

async function newPair() {
  const { person: asha } = await newSignedInPerson(database.as, 'student', 'Asha Rao')
  await giveMoney(cast.system(), asha.id, rupees(1_000))
  const { person: ravi, expertId } = await cast.expert()
  return { asha, ravi, expertId }
}

const write = (person: Person, sessionId: SessionId, text: string) =>
  writeMessage(ctxAs(person), { id: randomUUID(), sessionId, text })

/** Asha writes to Ravi twice in a call, and hangs up. */
async function newChat() {
  const pair = await newPair()
  const id = await cast.ask(pair.asha, pair.expertId)
  await cast.accept(pair.ravi, id)
  await write(pair.asha, id, 'One more thing.')
  clock.advance(1_000)
  await write(pair.asha, id, 'Which book do you use?')
  return { ...pair, id }
}

const miss = (id: SessionId) => transitionSession(cast.system(), { id, transition: 'miss', what: 'missed' })

describe('unread messages', () => {
  test('are those of the student that the expert has not seen', async () => {
    const { asha, ravi, id } = await newChat()
    const writtenAt = clock.now()
    const chat = { sessionId: id, studentName: 'Asha R.', count: 2, at: writtenAt }
    expect(await listWaiting(ctxAs(ravi))).toEqual({
      chats: { latest: [chat], total: 1 },
      calls: { latest: [], total: 0 },
    })
    await readMessages(ctxAs(asha), { sessionId: id })
    expect((await listWaiting(ctxAs(ravi))).chats.latest).toEqual([chat])
    await readMessages(ctxAs(ravi), { sessionId: id })
    expect((await listWaiting(ctxAs(ravi))).chats).toEqual({ latest: [], total: 0 })
    await write(asha, id, 'Thank you!')
    expect((await listWaiting(ctxAs(ravi))).chats.latest).toMatchObject([{ count: 1 }])
    // An older page that is loaded again does not make newer messages unread.
    await readMessages(ctxAs(ravi), { sessionId: id, after: 2 })
    await readMessages(ctxAs(ravi), { sessionId: id })
    expect((await listWaiting(ctxAs(ravi))).chats.total).toBe(0)
  })

  test('do not include messages of the expert or to other experts', async () => {
    const { asha, ravi, expertId } = await newPair()
    const id = await cast.ask(asha, expertId)
    await cast.accept(ravi, id)
    await write(ravi, id, 'Can you hear me?')
    expect((await listWaiting(ctxAs(ravi))).chats.total).toBe(0)
    const other = await newChat()
    expect((await listWaiting(ctxAs(ravi))).chats.total).toBe(0)
    expect((await listWaiting(ctxAs(other.ravi))).chats.total).toBe(1)
  })

  test('are not read by people who may not read the chat', async () => {
    const { ravi, id } = await newChat()
    const [stranger, { person: meera }] = [await cast.expert(), await newSignedInPerson(database.as, 'team')]
    await expect(readMessages(ctxAs(stranger.person), { sessionId: id })).rejects.toEqual(refusal('no_such_session'))
    await expect(readMessages(ctxAs(meera), { sessionId: id })).rejects.toEqual(refusal('chat_needs_reason'))
    expect((await listWaiting(ctxAs(ravi))).chats.total).toBe(1)
  })
})

describe('missed calls', () => {
  test('are listed with the question until the expert answers the student, for a day', async () => {
    const { asha, ravi, expertId } = await newPair()
    const missedAt = clock.now()
    const id = await cast.ask(asha, expertId, { callType: 'audio', question: 'What is torque?' })
    clock.advance(60_000)
    await miss(id)
    const call = {
      sessionId: id,
      studentName: 'Asha R.',
      callType: 'audio',
      question: 'What is torque?',
      at: missedAt,
    }
    expect((await listWaiting(ctxAs(ravi))).calls).toEqual({ latest: [call], total: 1 })
    clock.advance(23 * hour)
    expect((await listWaiting(ctxAs(ravi))).calls.total).toBe(1)
    clock.advance(hour)
    expect((await listWaiting(ctxAs(ravi))).calls.total).toBe(0)

    const second = await cast.ask(asha, expertId)
    await miss(second)
    clock.advance(60_000)
    const answered = await cast.ask(asha, expertId)
    expect((await listWaiting(ctxAs(ravi))).calls.total).toBe(1)
    await completeCall(ctxAs, { student: asha, expert: ravi, id: answered, liveMs: 61_000 })
    expect((await listWaiting(ctxAs(ravi))).calls.total).toBe(0)
  })

  test('include rings that the student ended, but no declined ones and no answered ones', async () => {
    const { asha, ravi, expertId } = await newPair()
    await cast.declined(asha, ravi, expertId)
    clock.advance(60_000)
    const ended = await cast.ask(asha, expertId)
    await cancelSession(ctxAs(asha), { id: ended })
    clock.advance(60_000)
    const vikram = await cast.student()
    const answered = await cast.ask(vikram, expertId)
    await cast.accept(ravi, answered)
    await hangUp(ctxAs(vikram), { id: answered })
    const { latest, total } = (await listWaiting(ctxAs(ravi))).calls
    expect(latest.map(({ sessionId }) => sessionId)).toEqual([ended])
    expect(total).toBe(1)
  })

  test('are counted beyond the latest ones', async () => {
    const { ravi, expertId } = await newPair()
    const ids: SessionId[] = []
    for (let times = 0; times <= waitingShownMax; times += 1) {
      const id = await cast.ask(await cast.student(), expertId)
      await miss(id)
      ids.unshift(id)
      clock.advance(60_000)
    }
    const { latest, total } = (await listWaiting(ctxAs(ravi))).calls
    expect(latest.map(({ sessionId }) => sessionId)).toEqual(ids.slice(0, waitingShownMax))
    expect(total).toBe(waitingShownMax + 1)
  })

  test('of a deleted account are left out', async () => {
    const { asha, ravi, expertId } = await newPair()
    await miss(await cast.ask(asha, expertId))
    expect((await listWaiting(ctxAs(ravi))).calls.total).toBe(1)
    await database.db().updateTable('profiles').set({ deleted_at: clock.now() }).where('id', '=', asha.id).execute()
    expect((await listWaiting(ctxAs(ravi))).calls.total).toBe(0)
  })
})

test('only an approved expert has such a list', async () => {
  const { asha, ravi } = await newPair()
  await expect(listWaiting(ctxAs(asha))).rejects.toEqual(refusal('not_allowed'))
  await expect(listWaiting(ctxAs({ kind: 'visitor', address: '203.0.113.9' }))).rejects.toEqual(
    refusal('not_signed_in'),
  )
  for (const approval of ['pending', 'suspended'] as const) {
    await expect(listWaiting(ctxAs({ ...ravi, approval }))).rejects.toEqual(refusal('not_allowed'))
  }
})
