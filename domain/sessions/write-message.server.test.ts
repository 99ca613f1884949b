import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import type { NewMessage } from '#domain/sessions/contract.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { findChatState, listMessages } from '#domain/sessions/message-queries.server.ts'
import { writeMessage } from '#domain/sessions/write-message.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { messageMaxLength, messagesOfSessionMax, messagesPerMinute } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { scriptPayload } from '#tests/reviews.ts'
import { connect, createCast } from '#tests/sessions.ts'
import { somebody } from '#tests/signed-in.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { at, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const visitor = { kind: 'visitor', address: '203.0.113.9' } as const

/** Asha rings at Ravi's. */
async function ring() {
  const [asha, { person: ravi, expertId, password }] = [await cast.student(), await cast.expert()]
  return { asha, ravi, password, id: await cast.ask(asha, expertId) }
}

/** Ravi has answered. */
async function call() {
  const both = await ring()
  await cast.accept(both.ravi, both.id)
  return both
}

const message = (sessionId: SessionId, changes: Partial<NewMessage> = {}): NewMessage => ({
  id: randomUUID(),
  sessionId,
  text: 'Which book do you use?',
  ...changes,
})

const texts = async (ctx: Parameters<typeof listMessages>[0], sessionId: SessionId, after?: number) =>
  (await listMessages(ctx, { sessionId, after })).map(({ text }) => text)

describe('a message', () => {
  test('reaches the other one and stays with the session, as the text that it is', async () => {
    const { asha, ravi, id } = await call()
    cast.told.length = 0
    const question = message(id, { text: `  ${scriptPayload}\nhttps://samjhao.example  ` })
    expect(await writeMessage(at(asha), question)).toMatchObject({
      id: question.id,
      number: 1,
      side: 'student',
    })
    expect(cast.told).toEqual([`chat:${id}`])
    expect(await writeMessage(at(ravi), message(id))).toMatchObject({ number: 2, side: 'expert' })
    const { person: meera } = await somebody(database.as, 'team')
    await hangUp(at(ravi), { id })
    for (const reader of [asha, ravi, meera]) {
      expect(await listMessages(at(reader), { sessionId: id })).toMatchObject([
        { number: 1, side: 'student', text: question.text.trim(), saidAt: clock.now() },
        { number: 2, side: 'expert', text: 'Which book do you use?' },
      ])
    }
    expect(await texts(at(asha), id, 1)).toEqual(['Which book do you use?'])
    expect(await findChatState(cast.system(), id)).toEqual({ last: 2 })
  })

  test('is the same one when it comes again, also when the call is over by then', async () => {
    const { asha, ravi, id } = await call()
    const said = message(id)
    const first = await writeMessage(at(asha), said)
    await writeMessage(at(ravi), message(id))
    clock.pass(5_000)
    cast.told.length = 0
    expect(await writeMessage(at(asha), said)).toEqual(first)
    expect(cast.told).toEqual([])
    await hangUp(at(asha), { id })
    expect(await writeMessage(at(asha), said)).toEqual(first)
    expect(await texts(at(asha), id)).toHaveLength(2)
  })

  test('keeps its id to itself: not for other words, another person or another session', async () => {
    const { asha, ravi, id } = await call()
    const said = message(id)
    await writeMessage(at(asha), said)
    const other = await call()
    const others = [
      [asha, { ...said, text: 'Something else' }],
      [ravi, said],
      [other.asha, { ...said, sessionId: other.id }],
    ] as const
    for (const [who, tried] of others) {
      await expect(writeMessage(at(who), tried)).rejects.toEqual(refusal('other_request'))
    }
    expect(await texts(at(asha), id)).toHaveLength(1)
    expect(await texts(at(other.asha), other.id)).toEqual([])
  })

  test('of one id for two sessions at once is written for one of them', async () => {
    const calls = [await call(), await call()]
    const id = randomUUID()
    const tried = await Promise.allSettled(
      calls.map(({ asha, id: sessionId }) => writeMessage(at(asha), message(sessionId, { id }))),
    )
    expect(tried.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('gets a number of its own without a gap, however many come at once', async () => {
    const { asha, ravi, id } = await call()
    const many = Array.from({ length: 50 }, (_, index) =>
      writeMessage(at(index % 2 ? ravi : asha), message(id, { text: String(index) })),
    )
    const numbers = (await Promise.all(many)).map(({ number }) => number)
    const inOrder = Array.from({ length: 50 }, (_, index) => index + 1)
    expect(numbers.toSorted((one, other) => one - other)).toEqual(inOrder)
    expect((await listMessages(at(asha), { sessionId: id })).map(({ number }) => number)).toEqual(inOrder)
  })

  test('leaves with the account of its author, and its place stays', async () => {
    const { asha, ravi, id, password } = await call()
    await writeMessage(at(asha), message(id, { text: 'From Asha' }))
    await writeMessage(at(ravi), message(id, { text: 'From Ravi' }))
    await hangUp(at(ravi), { id })
    await deleteAccount(at(ravi), { password })
    expect(await texts(at(asha), id)).toEqual(['From Asha', null])
  })

  test('stays as it was: the database refuses other words and another place', async () => {
    const { asha, id } = await call()
    const { id: own } = await writeMessage(at(asha), message(id))
    const change = (set: object) =>
      database.db().updateTable('session_messages').set(set).where('id', '=', own).execute()
    for (const set of [{ text: 'Other words' }, { number: 9 }, { said_at: new Date(0) }]) {
      await expect(change(set)).rejects.toThrow('what was written stays as it was')
    }
  })
})

describe('nobody writes', () => {
  test('who is not one of the two', async () => {
    const { asha, id } = await call()
    const other = await call()
    const { person: meera } = await somebody(database.as, 'team')
    for (const stranger of [other.asha, other.ravi, meera]) {
      await expect(writeMessage(at(stranger), message(id))).rejects.toEqual(refusal('no_such_session'))
    }
    await expect(writeMessage(at(visitor), message(id))).rejects.toEqual(refusal('not_signed_in'))
    await expect(writeMessage(cast.system(), message(id))).rejects.toEqual(refusal('not_allowed'))
    const nowhere = message(randomUUID() as SessionId)
    await expect(writeMessage(at(asha), nowhere)).rejects.toEqual(refusal('no_such_session'))
    expect(await texts(at(asha), id)).toEqual([])
  })

  test('before Accept, nor after the end', async () => {
    const { asha, ravi, id } = await ring()
    const attempt = (who = asha) => writeMessage(at(who), message(id))
    for (const who of [asha, ravi]) await expect(attempt(who)).rejects.toEqual(refusal('chat_closed'))
    await connect(at, { student: asha, expert: ravi, id, liveMs: 1_000 })
    await attempt()
    await hangUp(at(asha), { id })
    for (const who of [asha, ravi]) await expect(attempt(who)).rejects.toEqual(refusal('chat_closed'))
    const cancelled = await ring()
    await cancelSession(at(cancelled.asha), { id: cancelled.id })
    const late = writeMessage(at(cancelled.asha), message(cancelled.id))
    await expect(late).rejects.toEqual(refusal('chat_closed'))
  })

  test.each([
    ['nothing', '  \n '],
    ['too much', 'x'.repeat(messageMaxLength + 1)],
    ['what the database cannot keep', 'a\0b'],
  ])('%s', async (_what, text) => {
    const { asha, id } = await call()
    await expect(writeMessage(at(asha), message(id, { text }))).rejects.toEqual(refusal('invalid_input'))
  })

  test('under an id that is none', async () => {
    const { asha, id } = await call()
    await expect(writeMessage(at(asha), message(id, { id: 'x' }))).rejects.toEqual(refusal('invalid_input'))
    await writeMessage(at(asha), message(id, { text: 'x'.repeat(messageMaxLength) }))
  })

  test('too many in a minute; the other one still may', async () => {
    const { asha, ravi, id } = await call()
    const tried = await Promise.allSettled(
      Array.from({ length: messagesPerMinute + 5 }, () => writeMessage(at(asha), message(id))),
    )
    const refused = tried.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(5)
    for (const one of refused) expect(one).toMatchObject({ reason: refusal('too_many_messages') })
    await writeMessage(at(ravi), message(id))
    clock.pass(60_000)
    await writeMessage(at(asha), message(id))
  })

  test('more than a session holds', async () => {
    const { asha, id } = await call()
    const values = Array.from({ length: messagesOfSessionMax }, (_, index) => ({
      id: randomUUID(),
      session_id: id,
      number: index + 1,
      author_id: asha.id,
      text: 'Again',
      said_at: new Date(0),
    }))
    await database.db().insertInto('session_messages').values(values).execute()
    await expect(writeMessage(at(asha), message(id))).rejects.toEqual(refusal('chat_full'))
  })
})

describe('nobody reads', () => {
  test('what two others wrote, as if there were no such session', async () => {
    const { asha, id } = await call()
    await writeMessage(at(asha), message(id))
    const other = await call()
    for (const stranger of [other.asha, other.ravi]) {
      for (const sessionId of [id, randomUUID(), 'no-id']) {
        await expect(listMessages(at(stranger), { sessionId })).rejects.toEqual(refusal('no_such_session'))
      }
    }
    await expect(listMessages(at(visitor), { sessionId: id })).rejects.toEqual(refusal('not_signed_in'))
    await expect(findChatState(at(asha), id)).rejects.toEqual(refusal('not_allowed'))
    expect(await findChatState(cast.system(), randomUUID())).toBeNull()
    expect(await findChatState(cast.system(), other.id)).toEqual({ last: 0 })
  })
})
