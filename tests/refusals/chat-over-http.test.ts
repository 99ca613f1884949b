import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { acceptSession } from '#domain/sessions/accept-session.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { messageMaxLength } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { scriptPayload } from '#tests/reviews.ts'
import { newRequest } from '#tests/sessions.ts'
import { createEverybody } from '#tests/refusals/everybody.ts'
import { useVisits } from '#tests/visits.ts'

// Tries the chat of a call as everyone else, and with invalid input.
const visits = useVisits()
const { send, sendJson, count } = visits
let cookies: Record<string, string>
let id: SessionId
let accountIds: string[]
/** A ringing session of two other people. */
let ringing: SessionId

beforeAll(async () => {
  const people = await openPeople(visits.product.dataDir)
  const { student, expert, otherStudent, otherExpert, ...signIns } = await createEverybody(people)
  ;({ cookies, accountIds } = signIns)
  const { ctxAs } = people
  for (const { person } of [student, otherStudent]) await giveMoney(ctxAs({ kind: 'system' }), person.id, rupees(50))
  for (const person of [expert, otherExpert]) await people.putOnline(person)
  id = await requestSession(ctxAs(student.person), newRequest(expert.expertId))
  await acceptSession(ctxAs({ ...expert.person, approval: 'approved' }), { id })
  ringing = await requestSession(ctxAs(otherStudent.person), newRequest(otherExpert.expertId))
  await people.close()
})

const path = (session: string = id) => `/sessions/${session}/messages`
const newMessage = (text: string = scriptPayload) => ({ id: randomUUID(), text })
const write = async (who: string, body: object = newMessage(), session?: string) =>
  sendJson(path(session), body, cookies[who])
const read = (who: string, session?: string, query = '') => send('GET', path(session) + query, undefined, cookies[who])
const countWritten = () =>
  count('select 1 from session_messages where session_id = any ($1) or author_id = any ($2)', [
    [id, ringing],
    accountIds,
  ])

describe('a chat', () => {
  test.each([
    ['visitor', 401],
    ['other student', 404],
    ['other expert', 404],
    ['pending', 404],
    ['team', 404],
  ])('cannot be written by: %s', async (who, status) => {
    for (const session of [id, randomUUID()]) expect((await write(who, newMessage(), session)).status).toBe(status)
    expect(await countWritten()).toBe(0)
  })

  test('accepts only valid messages', async () => {
    const wrong = [
      {},
      { text: 'Hm' },
      { id: 'x', text: 'Hm' },
      newMessage(' \n'),
      newMessage('a\0b'),
      newMessage('x'.repeat(messageMaxLength + 1)),
    ]
    for (const body of wrong) expect((await write('student', body)).status).toBe(400)
    expect((await send('POST', path(), { text: 'a form' }, cookies.student)).status).toBe(400)
    expect((await write('student', newMessage(), 'no-id')).status).toBe(400)
    expect(await countWritten()).toBe(0)
  })

  test('accepts requests from our own origin only', async () => {
    const body = Buffer.from(JSON.stringify(newMessage()))
    const answer = await send('POST', path(), body, cookies.student, 'https://elsewhere.example')
    expect(answer.status).toBe(403)
    expect(await countWritten()).toBe(0)
  })

  test('is refused before the call is accepted', async () => {
    const answer = await write('other student', newMessage(), ringing)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toEqual({ refusal: { code: 'chat_closed', text: refusals.chat_closed.text } })
  })

  test('is read by both sides, not cached, and each message id is unique', async () => {
    const sentMessage = newMessage()
    for (const body of [sentMessage, sentMessage]) {
      const answer = await write('student', body)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({
        message: { number: 1, side: 'student', text: scriptPayload },
      })
    }
    expect((await write('expert', sentMessage)).status).toBe(409)
    expect((await write('expert', newMessage('Hello'))).status).toBe(200)
    for (const who of ['student', 'expert']) {
      const answer = await read(who)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect(await answer.json()).toMatchObject({ messages: [{ text: scriptPayload }, { text: 'Hello' }] })
      expect(await (await read(who, id, '?after=1')).json()).toMatchObject({ messages: [{ number: 2 }] })
    }
    for (const query of ['?after=-1', '?after=99999999999', '?after=1e3', "?after='--"]) {
      const { messages } = (await (await read('student', id, query)).json()) as { messages: unknown[] }
      expect(messages).toHaveLength(2)
    }
  })

  test('can be read by the team only with a reason', async () => {
    const asList = await read('team')
    expect(asList.status).toBe(403)
    expect(await asList.text()).not.toContain('Hello')
    const page = `/team/sessions/${id}`
    expect(await (await send('GET', page, undefined, cookies.team)).text()).not.toContain('Hello')
    const readings = () => count("select 1 from audit_log where act = 'chat read' and thing_id = $1", [id])
    expect((await send('POST', page, { act: 'read_chat', why: ' ' }, cookies.team)).status).toBe(422)
    expect(await readings()).toBe(0)
    expect((await send('POST', page, { act: 'read_chat', why: 'A report.' }, cookies.team)).status).toBe(200)
    expect(await readings()).toBe(1)
  })

  test.each([
    ['visitor', 401],
    ['other student', 404],
    ['other expert', 404],
    ['pending', 404],
  ])('cannot be read by: %s, and reveals nothing', async (who, status) => {
    const answers = []
    for (const session of [id, randomUUID(), 'no-id']) {
      const answer = await read(who, session)
      expect(answer.status).toBe(status)
      answers.push(await answer.text())
    }
    expect(new Set(answers).size).toBe(1)
  })
})
