import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { avoidMidnight } from '#tests/midnight.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { collectSignIns } from '#tests/refusals/everybody.ts'
import type { SessionId } from '#kernel/ids.ts'
import { expectRefused } from '#tests/refusals/expect-refused.ts'
import { newRequest } from '#tests/sessions.ts'
import { useVisits } from '#tests/visits.ts'

// The JSON routes for session requests, top-ups and alternative experts.
const { product, send, sendJson, rows, count } = useVisits()
let cookies: Record<string, string>
/** SQL condition for the records of the requesting student. */
let ofStudent: string
const experts: string[] = []
/** No demo expert has these subjects, so the second expert is the best alternative to the first. */
const subjects = { keySubjects: ['Bookbinding', 'Letterpress', 'Paper Marbling'] }

beforeAll(async () => {
  const people = await openPeople(product.dataDir)
  const student = await people.student()
  const all = {
    student,
    stranger: await people.student(),
    expert: await people.expert(),
    team: await people.team(),
  }
  ;({ cookies } = collectSignIns(all))
  ofStudent = `student_id = '${student.person.id}'`
  for (const _ of [1, 2]) experts.push((await people.expert(subjects)).expertId)
  await people.close()
})

const cookieFor = (who: string) => cookies[who] ?? ''

/** Puts these experts online, with sockets at a node that never expires. */
async function putOnline(ids: string[]): Promise<void> {
  const node = randomUUID()
  await rows(`insert into live_nodes values ($1, 'infinity')`, [node])
  await rows('insert into expert_sockets select id, $1::uuid from unnest($2::uuid[]) id', [node, ids])
  await rows('update experts set is_online = true, reachable = true where id = any ($1::uuid[])', [ids])
}

describe('a session request', () => {
  test('returns 401 without a login', async () => {
    const answer = await sendJson('/session-request', newRequest(randomUUID()))
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({
      refusal: {
        code: 'not_signed_in_to_ask',
        text: 'You need to be logged in to send a request',
      },
    })
  })

  test.each(['expert', 'team'])('is not for the %s', async (who) => {
    await expectRefused(
      await sendJson('/session-request', newRequest(randomUUID()), cookieFor(who)),
      403,
      'not_allowed',
    )
    expect((await send('GET', '/session-request', undefined, cookieFor(who))).status).toBe(403)
  })

  test('is refused for invalid input, an unknown or offline expert, and a balance below one minute', async () => {
    const ask = (body: object) => sendJson('/session-request', body, cookieFor('student'))
    const [expertId = ''] = experts
    await expectRefused(await ask({}), 400, 'invalid_input')
    await expectRefused(await ask([]), 400, 'invalid_input')
    const form = await send('POST', '/session-request', { no: 'JSON' }, cookieFor('student'))
    await expectRefused(form, 400, 'invalid_input')
    await expectRefused(await ask(newRequest(expertId, { question: '  ' })), 422, 'nothing_asked')
    await expectRefused(await ask(newRequest(randomUUID())), 404, 'no_such_expert')
    await expectRefused(await ask(newRequest(expertId)), 409, 'expert_offline')
    await putOnline(experts)
    await expectRefused(await ask(newRequest(expertId)), 409, 'less_than_a_minute')
    expect(await count(`select 1 from help_sessions where ${ofStudent}`)).toBe(0)
  })
})

describe('a top-up', () => {
  const add = (who: string, id: string = randomUUID(), amount = '100') =>
    sendJson('/top-up', { id, amount }, cookieFor(who))

  test.each(['visitor', 'expert', 'team'])('is not for the %s', async (who) => {
    const code = who === 'visitor' ? 'not_signed_in' : 'not_allowed'
    await expectRefused(await add(who), who === 'visitor' ? 401 : 403, code)
    expect((await send('GET', '/top-up', undefined, cookieFor(who))).status).toBe(who === 'visitor' ? 401 : 403)
  })

  test('is refused for an invalid amount', async () => {
    await expectRefused(await add('student', randomUUID(), '-5'), 422, 'not_an_amount')
    await expectRefused(await add('student', randomUUID(), '50001'), 422, 'too_much_at_once')
    await expectRefused(await add('student', 'no id'), 400, 'invalid_input')
    await expectRefused(await sendJson('/top-up', [], cookieFor('student')), 422, 'not_an_amount')
    expect(await count(`select 1 from payments where ${ofStudent}`)).toBe(0)
  })

  test('is credited once, even if it is requested repeatedly', async () => {
    const provider = await send('GET', '/top-up', undefined, cookieFor('student'))
    expect(await provider.json()).toEqual({ provider: 'demo' })
    const id = randomUUID()
    for (const answer of [await add('student', id), await add('student', id)]) {
      expect(await answer.json()).toEqual({ state: 'paid' })
    }
    await expectRefused(await add('stranger', id), 409, 'other_request')
    expect(await count(`select 1 from payments where state = 'paid' and ${ofStudent}`)).toBe(1)
  })
})

describe('a student with money', () => {
  const request = () => newRequest(experts[0] ?? '', { id })
  const id = randomUUID()

  test('rings once, even if the request is repeated', async () => {
    await avoidMidnight()
    for (const answer of [
      await sendJson('/session-request', request(), cookieFor('student')),
      await sendJson('/session-request', request(), cookieFor('student')),
    ]) {
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({ sessionId: id })
    }
    expect(await count(`select 1 from help_sessions where ${ofStudent}`)).toBe(1)
    const spending = await send('GET', '/session-request', undefined, cookieFor('student'))
    expect(await spending.json()).toEqual({ dailyLimit: null, spentToday: 50_00 })
  })

  test('cannot continue a board of other people, or one with another expert', async () => {
    const ask = (who: string, expertId = '') =>
      sendJson('/session-request', newRequest(expertId, { continues: id as SessionId }), cookieFor(who))
    await expectRefused(await ask('stranger', experts[0]), 404, 'no_such_session')
    await expectRefused(await ask('student', experts[1]), 404, 'no_such_session')
    expect(await count(`select 1 from help_sessions where continues_id = '${id}'`)).toBe(0)
  })

  test('sees alternative experts', async () => {
    const answer = await send('GET', `/sessions/${id}/alternatives`, undefined, cookieFor('student'))
    expect(answer.status).toBe(200)
    const found = (await answer.json()) as { id: string; status: string }[]
    expect(found.map((expert) => expert.id)).toContain(experts[1])
    expect(found.map((expert) => expert.id)).not.toContain(experts[0])
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['online']))
  })

  test('is the only person who sees alternative experts', async () => {
    const readStatus = async (who: string, session: string = id) =>
      (await send('GET', `/sessions/${session}/alternatives`, undefined, cookieFor(who))).status
    expect(await readStatus('visitor')).toBe(401)
    expect(await readStatus('expert')).toBe(403)
    expect(await readStatus('stranger')).toBe(404)
    expect(await readStatus('student', randomUUID())).toBe(404)
    expect(await readStatus('student', 'no-id')).toBe(404)
  })
})
