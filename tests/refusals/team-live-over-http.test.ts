import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { openPeople, type People } from '#tests/e2e/expert-people.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest } from '#tests/sessions.ts'
import { collectSignIns, createCookie } from '#tests/refusals/everybody.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'
import { useVisits } from '#tests/visits.ts'

// Tries the team’s live page and session pages as everyone without access, even as both people of the session.
const visits = useVisits()
const { send, count } = visits
let people: People
let cookies: Record<string, string>
let sessionPath = ''
let sessionId = ''
let expertAccountId = ''
const question = 'Why does a spinning top not fall over?'

beforeAll(async () => {
  people = await openPeople(visits.product.dataDir)
  const [student, expert, team] = [await people.student(), await people.expert(), await people.team()]
  ;({ cookies } = collectSignIns({ student, expert, team }))
  await giveMoney(people.ctxAs({ kind: 'system' }), student.person.id, rupees(100))
  await people.putOnline(expert)
  const id = await requestSession(people.ctxAs(student.person), newRequest(expert.expertId, { question }))
  const ravi = { ...expert.person, approval: 'approved' as const }
  await people.connectCall({ student: student.person, expert: ravi, id, liveMs: 1_000 })
  sessionPath = `/team/sessions/${id}`
  sessionId = id
  expertAccountId = expert.person.id
})
afterAll(() => people.close())

const listScreens = () => ['/team/live', '/team/sessions', sessionPath]

describe('the live page and the session pages of the team', () => {
  test('redirect a visitor to the login page and keep the target', async () => {
    for (const path of listScreens()) {
      expect((await send('GET', path)).headers.get('location')).toBe(`/login?redirect=${path}`)
    }
    expect((await send('GET', '/team/live/now')).status).toBe(401)
  })

  test.each(['student', 'expert'])('are refused for the %s', async (who) => {
    for (const path of [...listScreens(), '/team/live/now']) {
      const answer = await send('GET', path, undefined, cookies[who])
      expect([path, answer.status]).toEqual([path, 403])
      expect(await answer.text()).not.toContain(question)
    }
  })

  test('open for the team with any query string', async () => {
    for (const path of listScreens()) expect((await send('GET', path, undefined, cookies.team)).status).toBe(200)
    for (const query of ['sort=held', 'after=x', 'q=%27%3B--%25_', 'state=lost&before=1.x', 'person=no-id']) {
      expect((await send('GET', `/team/sessions?${query}`, undefined, cookies.team)).status).toBe(200)
    }
    for (const unknownId of ['x', randomUUID()]) {
      expect((await send('GET', `/team/sessions/${unknownId}`, undefined, cookies.team)).status).toBe(404)
    }
    const now = await send('GET', '/team/live/now', undefined, cookies.team)
    expect(now.headers.get('cache-control')).toBe('no-store')
    const { board, vitals } = await now.json()
    expect(board.sessions.count).toBeGreaterThanOrEqual(1)
    expect(board.sessions.rows).toContainEqual(expect.objectContaining({ id: sessionId, state: 'live' }))
    const unanswered = board.rings.map((ring: { expert: { id: string } }) => ring.expert.id)
    expect(unanswered).not.toContain(expertAccountId)
    expect(vitals).toMatchObject({
      sockets: expect.any(Number),
      databaseMs: expect.any(Number),
      queue: { failed: 0 },
    })
  })
})

describe('checking the installation again', () => {
  const checkAgain = (cookie?: string) => send('POST', '/team/live', { act: 'check_again' }, cookie)

  test.each(['visitor', 'student', 'expert'])('is refused for the %s', async (who) => {
    expect((await checkAgain(cookies[who])).status).toBe(who === 'visitor' ? 401 : 403)
  })

  test.each(['support', 'finance'] as const)('is refused for the role %s of the team', async (role) => {
    const { token } = await newSignedInPerson(people.ctxAs, 'team', undefined, role)
    const answer = await checkAgain(createCookie(token))
    expect(answer.status).toBe(403)
  })

  test('is allowed for an administrator, but not twice at once, and support sees the table', async () => {
    const answers = await Promise.all([checkAgain(cookies.team), checkAgain(cookies.team)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429])
    const { token } = await newSignedInPerson(people.ctxAs, 'team', undefined, 'support')
    const page = await (await send('GET', '/team/live', undefined, createCookie(token))).text()
    expect(page).toContain('fsync, synchronous_commit and full_page_writes are on.')
    expect(page).not.toContain('>Check again<')
    expect(await (await send('GET', '/team/live', undefined, cookies.team)).text()).toContain('>Check again<')
  })

  test('without an act is refused', async () => {
    expect((await send('POST', '/team/live', {}, cookies.team)).status).toBe(400)
  })
})

describe('ending a session', () => {
  const expectLive = async () =>
    expect(await count(`select 1 from help_sessions where state = 'live' and id = '${sessionId}'`)).toBe(1)

  test.each(['visitor', 'student', 'expert'])('is refused for the %s', async (who) => {
    for (const reason of ['stuck', 'safety']) {
      const answer = await send('POST', sessionPath, { act: 'end', reason, why: 'x' }, cookies[who])
      expect(answer.status).toBe(who === 'visitor' ? 401 : 403)
    }
    await expectLive()
  })

  test('needs a reason, and is refused for a session that works normally', async () => {
    const end = (form: Record<string, string>) => send('POST', sessionPath, { act: 'end', ...form }, cookies.team)
    expect((await end({ reason: 'safety', why: ' ' })).status).toBe(400)
    expect((await end({ reason: 'stuck', why: 'x' })).status).toBe(409)
    expect((await end({ why: 'x' })).status).toBe(400)
    await expectLive()
    expect((await end({ reason: 'safety', why: 'x' })).status).toBe(200)
    expect((await end({ reason: 'safety', why: 'x' })).status).toBe(409)
    const ended = `select 1 from audit_log where act = 'session ended' and thing_id = '${sessionId}'`
    expect(await count(ended)).toBe(1)
  })
})
