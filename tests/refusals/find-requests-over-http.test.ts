import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { pdfBytes } from '#tests/documents.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { collectSignIns } from '#tests/refusals/everybody.ts'
import { expectRefused } from '#tests/refusals/expect-refused.ts'
import { newRequestToAnyone } from '#tests/requests.ts'
import { useVisits } from '#tests/visits.ts'

// Tries the JSON routes of a question to several experts, and reads an offer, as everyone else.
const { product, send, sendJson, rows, count } = useVisits()
let cookies: Record<string, string>
let studentId: string
/** No other expert of the shared demo has this subject. */
const subject = 'Basket Weaving'

beforeAll(async () => {
  const people = await openPeople(product.dataDir)
  const student = await people.student()
  const expert = await people.expert({ keySubjects: [subject] })
  const all = {
    student,
    stranger: await people.student(),
    expert,
    'other expert': await people.expert(),
    team: await people.team(),
  }
  ;({ cookies } = collectSignIns(all))
  studentId = student.person.id
  await giveMoney(people.ctxAs({ kind: 'system' }), student.person.id, rupees(500))
  const node = randomUUID()
  await rows(`insert into live_nodes values ($1, 'infinity')`, [node])
  await rows('insert into expert_sockets values ($1, $2)', [expert.expertId, node])
  await rows('update experts set is_online = true, reachable = true where id = $1', [expert.expertId])
  await people.close()
})

const cookieFor = (who: string) => cookies[who] ?? ''
const startRequest = (who: string, changes = {}) =>
  sendJson('/find-request', newRequestToAnyone({ question: `About ${subject}`, ...changes }), cookieFor(who))

test('only students can send a request', async () => {
  await expectRefused(await startRequest('visitor'), 401, 'not_signed_in_to_ask')
  for (const who of ['expert', 'team']) await expectRefused(await startRequest(who), 403, 'not_allowed')
  expect(await count(`select 1 from requests where question like '%${subject}%'`)).toBe(0)
})

test('bad input is refused, and nothing is held', async () => {
  const ask = (body: object) => sendJson('/find-request', body, cookieFor('student'))
  await expectRefused(await ask({}), 400, 'invalid_input')
  await expectRefused(await ask([]), 400, 'invalid_input')
  await expectRefused(await startRequest('student', { question: ' ' }), 422, 'nothing_asked')
  await expectRefused(await startRequest('student', { maxRatePaisePerMinute: 1 }), 422, 'highest_price')
  await expectRefused(await startRequest('stranger'), 409, 'less_than_a_minute')
  expect(await count(`select 1 from requests where student_id = '${studentId}'`)).toBe(0)
})

describe('a request', () => {
  let id = ''
  let offerId = ''
  beforeAll(async () => {
    const answer = await startRequest('student', { id: (id = randomUUID()) })
    expect(await answer.json()).toEqual({ requestId: id })
    const [offer] = await rows<{ id: string }>('select id from offers where request_id = $1', [id])
    offerId = offer?.id ?? ''
  })

  test('is read, stopped and continued by its student alone', async () => {
    for (const who of ['visitor', 'stranger', 'expert', 'team']) {
      expect((await send('GET', `/find-request/${id}`, undefined, cookieFor(who))).status).toBeGreaterThanOrEqual(400)
      expect(
        (await send('GET', `/find-request/${id}/alternatives`, undefined, cookieFor(who))).status,
      ).toBeGreaterThanOrEqual(400)
      for (const act of ['stop', 'alert']) {
        const answer = await send('POST', `/find-request/${id}`, { act }, cookieFor(who))
        expect(answer.status).not.toBe(200)
      }
    }
    expect(await count(`select 1 from requests where id = '${id}' and state = 'open'`)).toBe(1)
    const own = await send('GET', `/find-request/${id}`, undefined, cookieFor('student'))
    expect(await own.json()).toMatchObject({ state: 'open', asked: 1 })
  })

  test('prevents a second request while it is open', async () => {
    await expectRefused(await startRequest('student'), 409, 'own_request_open')
    expect(await count(`select 1 from requests where student_id = '${studentId}'`)).toBe(1)
  })

  test('cannot be declined by an expert who was not asked', async () => {
    const answer = await send('POST', `/sessions/${offerId}/step`, { act: 'decline' }, cookieFor('other expert'))
    expect(await answer.text()).toContain('no_such_session')
    expect(await count(`select 1 from offers where id = '${offerId}' and state = 'open'`)).toBe(1)
  })

  test('shows its file to the asked expert, and only while the offer is open', async () => {
    const pdf = await send('POST', '/question-files?name=sums.pdf', pdfBytes, cookieFor('student'))
    const { file } = (await pdf.json()) as { file: { key: string } }
    await rows('update requests set file_key = $1, file_name = $2 where id = $3', [file.key, 'sums.pdf', id])
    const read = async (who: string) =>
      (await send('GET', `/sessions/${offerId}/file`, undefined, cookieFor(who))).status
    expect(await read('expert')).toBe(200)
    expect(await read('other expert')).toBe(404)
    expect(await read('stranger')).toBe(404)
    const stopped = await send('POST', `/find-request/${id}`, { act: 'stop' }, cookieFor('student'))
    expect(stopped.status).toBe(200)
    expect(await read('expert')).toBe(404)
  })
})
