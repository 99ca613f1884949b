import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import type { NewMessage } from '#domain/sessions/contract.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { findChatState, listMessages } from '#domain/sessions/message-queries.server.ts'
import { readChat } from '#domain/sessions/read-chat.server.ts'
import { writeMessage } from '#domain/sessions/write-message.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { messageMaxLength, messagesOfSessionMax, messagesPerMinute } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { newSessionId } from '#tests/money.ts'
import { scriptPayload } from '#tests/reviews.ts'
import { connectCall, createCast } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { ctxAs, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const visitor = { kind: 'visitor', address: '203.0.113.9' } as const

/** Creates a request of Asha, which rings at Ravi. */
async function newRing() {
  const [asha, { person: ravi, expertId, password }] = [await cast.student(), await cast.expert()]
  return { asha, ravi, password, id: await cast.ask(asha, expertId) }
}

/** The same request after Ravi has accepted it. */
async function newCall() {
  const ring = await newRing()
  await cast.accept(ring.ravi, ring.id)
  return ring
}

const newMessage = (sessionId: SessionId, changes: Partial<NewMessage> = {}): NewMessage => ({
  id: randomUUID(),
  sessionId,
  text: 'Which book do you use?',
  ...changes,
})

const listTexts = async (ctx: Parameters<typeof listMessages>[0], sessionId: SessionId, after?: number) =>
  (await listMessages(ctx, { sessionId, after })).map(({ text }) => text)

describe('a message', () => {
  test('reaches the other side and is stored with the session as plain text', async () => {
    const { asha, ravi, id } = await newCall()
    cast.publishedTopics.length = 0
    const question = newMessage(id, { text: `  ${scriptPayload}\nhttps://samjhao.example  ` })
    expect(await writeMessage(ctxAs(asha), question)).toMatchObject({
      id: question.id,
      number: 1,
      side: 'student',
    })
    expect(cast.publishedTopics).toEqual([`chat:${id}`])
    expect(await writeMessage(ctxAs(ravi), newMessage(id))).toMatchObject({ number: 2, side: 'expert' })
    await hangUp(ctxAs(ravi), { id })
    for (const reader of [asha, ravi]) {
      expect(await listMessages(ctxAs(reader), { sessionId: id })).toMatchObject([
        { number: 1, side: 'student', text: question.text.trim(), saidAt: clock.now() },
        { number: 2, side: 'expert', text: 'Which book do you use?' },
      ])
    }
    expect(await listTexts(ctxAs(asha), id, 1)).toEqual(['Which book do you use?'])
    expect(await findChatState(cast.system(), id)).toEqual({ last: 2 })
  })

  test('is stored once when it is sent again, even after the call', async () => {
    const { asha, ravi, id } = await newCall()
    const sentMessage = newMessage(id)
    const first = await writeMessage(ctxAs(asha), sentMessage)
    await writeMessage(ctxAs(ravi), newMessage(id))
    clock.advance(5_000)
    cast.publishedTopics.length = 0
    expect(await writeMessage(ctxAs(asha), sentMessage)).toEqual(first)
    expect(cast.publishedTopics).toEqual([])
    await hangUp(ctxAs(asha), { id })
    expect(await writeMessage(ctxAs(asha), sentMessage)).toEqual(first)
    expect(await listTexts(ctxAs(asha), id)).toHaveLength(2)
  })

  test('cannot reuse an id for another text, author or session', async () => {
    const { asha, ravi, id } = await newCall()
    const sentMessage = newMessage(id)
    await writeMessage(ctxAs(asha), sentMessage)
    const other = await newCall()
    const reuses = [
      [asha, { ...sentMessage, text: 'Something else' }],
      [ravi, sentMessage],
      [other.asha, { ...sentMessage, sessionId: other.id }],
    ] as const
    for (const [user, input] of reuses) {
      await expect(writeMessage(ctxAs(user), input)).rejects.toEqual(refusal('other_request'))
    }
    expect(await listTexts(ctxAs(asha), id)).toHaveLength(1)
    expect(await listTexts(ctxAs(other.asha), other.id)).toEqual([])
  })

  test('sent with the same id to two sessions at the same time is stored in only one of them', async () => {
    const calls = [await newCall(), await newCall()]
    const id = randomUUID()
    const attempts = await Promise.allSettled(
      calls.map(({ asha, id: sessionId }) => writeMessage(ctxAs(asha), newMessage(sessionId, { id }))),
    )
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('gets the next number, without gaps, however many messages arrive at the same time', async () => {
    const { asha, ravi, id } = await newCall()
    const attempts = Array.from({ length: 50 }, (_, index) =>
      writeMessage(ctxAs(index % 2 ? ravi : asha), newMessage(id, { text: String(index) })),
    )
    const numbers = (await Promise.all(attempts)).map(({ number }) => number)
    const inOrder = Array.from({ length: 50 }, (_, index) => index + 1)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(inOrder)
    expect((await listMessages(ctxAs(asha), { sessionId: id })).map(({ number }) => number)).toEqual(inOrder)
  })

  test('loses its text when the author deletes the account, and keeps its number', async () => {
    const { asha, ravi, id, password } = await newCall()
    await writeMessage(ctxAs(asha), newMessage(id, { text: 'From Asha' }))
    await writeMessage(ctxAs(ravi), newMessage(id, { text: 'From Ravi' }))
    await hangUp(ctxAs(ravi), { id })
    await deleteAccount(ctxAs(ravi), { password })
    expect(await listTexts(ctxAs(asha), id)).toEqual(['From Asha', null])
  })

  test('is immutable: the database refuses another text or number', async () => {
    const { asha, id } = await newCall()
    const { id: messageId } = await writeMessage(ctxAs(asha), newMessage(id))
    const change = (set: object) =>
      database.db().updateTable('session_messages').set(set).where('id', '=', messageId).execute()
    for (const set of [{ text: 'Other words' }, { number: 9 }, { said_at: new Date(0) }]) {
      await expect(change(set)).rejects.toThrow('what was written stays as it was')
    }
  })
})

describe('writing is refused', () => {
  test('to people outside the session', async () => {
    const { asha, id } = await newCall()
    const other = await newCall()
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    for (const stranger of [other.asha, other.ravi, meera]) {
      await expect(writeMessage(ctxAs(stranger), newMessage(id))).rejects.toEqual(refusal('no_such_session'))
    }
    await expect(writeMessage(ctxAs(visitor), newMessage(id))).rejects.toEqual(refusal('not_signed_in'))
    await expect(writeMessage(cast.system(), newMessage(id))).rejects.toEqual(refusal('not_allowed'))
    const toUnknownSession = newMessage(newSessionId())
    await expect(writeMessage(ctxAs(asha), toUnknownSession)).rejects.toEqual(refusal('no_such_session'))
    expect(await listTexts(ctxAs(asha), id)).toEqual([])
  })

  test('before Accept and after the end', async () => {
    const { asha, ravi, id } = await newRing()
    const attempt = (user = asha) => writeMessage(ctxAs(user), newMessage(id))
    for (const user of [asha, ravi]) await expect(attempt(user)).rejects.toEqual(refusal('chat_closed'))
    await connectCall(ctxAs, { student: asha, expert: ravi, id, liveMs: 1_000 })
    await attempt()
    await hangUp(ctxAs(asha), { id })
    for (const user of [asha, ravi]) await expect(attempt(user)).rejects.toEqual(refusal('chat_closed'))
    const cancelled = await newRing()
    await cancelSession(ctxAs(cancelled.asha), { id: cancelled.id })
    const late = writeMessage(ctxAs(cancelled.asha), newMessage(cancelled.id))
    await expect(late).rejects.toEqual(refusal('chat_closed'))
  })

  test.each([
    ['for a blank text', '  \n '],
    ['for a text that is too long', 'x'.repeat(messageMaxLength + 1)],
    ['for a character that the database cannot store', 'a\0b'],
  ])('%s', async (_what, text) => {
    const { asha, id } = await newCall()
    await expect(writeMessage(ctxAs(asha), newMessage(id, { text }))).rejects.toEqual(refusal('invalid_input'))
  })

  test('for a malformed id', async () => {
    const { asha, id } = await newCall()
    await expect(writeMessage(ctxAs(asha), newMessage(id, { id: 'x' }))).rejects.toEqual(refusal('invalid_input'))
    await writeMessage(ctxAs(asha), newMessage(id, { text: 'x'.repeat(messageMaxLength) }))
  })

  test('after too many messages in a minute, but not to the other side', async () => {
    const { asha, ravi, id } = await newCall()
    const attempts = await Promise.allSettled(
      Array.from({ length: messagesPerMinute + 5 }, () => writeMessage(ctxAs(asha), newMessage(id))),
    )
    const refused = attempts.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(5)
    for (const attempt of refused) expect(attempt).toMatchObject({ reason: refusal('too_many_messages') })
    await writeMessage(ctxAs(ravi), newMessage(id))
    clock.advance(60_000)
    await writeMessage(ctxAs(asha), newMessage(id))
  })

  test('when the session has the maximum number of messages', async () => {
    const { asha, id } = await newCall()
    const values = Array.from({ length: messagesOfSessionMax }, (_, index) => ({
      id: randomUUID(),
      session_id: id,
      number: index + 1,
      author_id: asha.id,
      text: 'Again',
      said_at: new Date(0),
    }))
    await database.db().insertInto('session_messages').values(values).execute()
    await expect(writeMessage(ctxAs(asha), newMessage(id))).rejects.toEqual(refusal('chat_full'))
  })
})

describe('reading is refused', () => {
  test('to strangers, as if the session did not exist', async () => {
    const { asha, id } = await newCall()
    await writeMessage(ctxAs(asha), newMessage(id))
    const other = await newCall()
    for (const stranger of [other.asha, other.ravi]) {
      for (const sessionId of [id, randomUUID(), 'no-id']) {
        await expect(listMessages(ctxAs(stranger), { sessionId })).rejects.toEqual(refusal('no_such_session'))
      }
    }
    await expect(listMessages(ctxAs(visitor), { sessionId: id })).rejects.toEqual(refusal('not_signed_in'))
    await expect(findChatState(ctxAs(asha), id)).rejects.toEqual(refusal('not_allowed'))
    expect(await findChatState(cast.system(), newSessionId())).toBeNull()
    expect(await findChatState(cast.system(), other.id)).toEqual({ last: 0 })
  })
})

describe('reading a chat as the team', () => {
  const listReadings = (id: SessionId) =>
    database
      .db()
      .selectFrom('audit_log')
      .selectAll()
      .where('act', '=', 'chat read')
      .where('thing_id', '=', id)
      .execute()

  test('requires a reason, which is written to the audit log', async () => {
    const { asha, id } = await newCall()
    await writeMessage(ctxAs(asha), newMessage(id, { text: 'Hello?' }))
    const { person: tara } = await newSignedInPerson(database.as, 'team', 'Tara Bose', 'support')
    expect(await readChat(ctxAs(tara), { id, why: '  A report of abuse. ' })).toMatchObject([
      { number: 1, side: 'student', text: 'Hello?' },
    ])
    expect(await listReadings(id)).toMatchObject([
      { actor_id: tara.id, thing: 'session', thing_id: id, why: 'A report of abuse.' },
    ])
  })

  test('is refused without a reason, for an unknown session, and through listMessages', async () => {
    const { id } = await newCall()
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    const why = 'A report of abuse.'
    await expect(readChat(ctxAs(meera), { id, why: ' ' })).rejects.toEqual(refusal('why_missing'))
    await expect(readChat(ctxAs(meera), { id, why: 'x'.repeat(501) })).rejects.toEqual(refusal('invalid_input'))
    await expect(readChat(ctxAs(meera), { id: 'no-id', why })).rejects.toEqual(refusal('invalid_input'))
    const unknown = newSessionId()
    await expect(readChat(ctxAs(meera), { id: unknown, why })).rejects.toEqual(refusal('no_such_session'))
    await expect(listMessages(ctxAs(meera), { sessionId: id })).rejects.toEqual(refusal('chat_needs_reason'))
    expect([...(await listReadings(id)), ...(await listReadings(unknown))]).toEqual([])
  })

  test('is refused to finance, to the participants, to the system and to visitors', async () => {
    const { asha, ravi, id } = await newCall()
    const { person: vikram } = await newSignedInPerson(database.as, 'team', 'Vikram Shah', 'finance')
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    const input = { id, why: 'Curious.' }
    await expect(readChat(ctxAs(vikram), input)).rejects.toEqual(refusal('other_team_role'))
    await expect(listMessages(ctxAs(vikram), { sessionId: id })).rejects.toEqual(refusal('no_such_session'))
    for (const actor of [asha, ravi, { ...meera, secondFactorMissing: true }]) {
      await expect(readChat(ctxAs(actor), input)).rejects.toEqual(refusal('not_allowed'))
    }
    await expect(readChat(cast.system(), input)).rejects.toEqual(refusal('not_allowed'))
    await expect(readChat(ctxAs(visitor), input)).rejects.toEqual(refusal('not_signed_in'))
    expect(await listReadings(id)).toEqual([])
  })
})
