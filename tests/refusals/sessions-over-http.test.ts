import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest, completeCall } from '#tests/sessions.ts'
import { createEverybody } from '#tests/refusals/everybody.ts'
import { useVisits } from '#tests/visits.ts'

// Tries the pages and actions of a session as everyone outside it.
const visits = useVisits()
const { send, count } = visits
const question = 'May anyone else read this question?'
let cookies: Record<string, string>
let id: SessionId
let accountIds: string[]
/** A session that rings until the first tests have ended it. */
let ringing: SessionId

beforeAll(async () => {
  const people = await openPeople(visits.product.dataDir)
  const { student, expert, ...signIns } = await createEverybody(people)
  ;({ cookies, accountIds } = signIns)
  const { ctxAs } = people
  await giveMoney(ctxAs({ kind: 'system' }), student.person.id, rupees(50))
  await people.putOnline(expert)
  id = await requestSession(ctxAs(student.person), newRequest(expert.expertId, { question }))
  const ravi = { ...expert.person, approval: 'approved' as const }
  await completeCall(ctxAs, { student: student.person, expert: ravi, id, liveMs: 61_000 })
  ringing = await requestSession(ctxAs(student.person), newRequest(expert.expertId))
  await people.close()
})

const open = (who: string, path: string) => send('GET', path, undefined, cookies[who])
const readRedirect = async (who: string, path: string) => (await open(who, path)).headers.get('location')

describe('declining, cancelling and hanging up', () => {
  const sendStep = async (who: string, act: string, session: string = ringing) =>
    (await send('POST', `/sessions/${session}/step`, { act, reason: 'Busy' }, cookies[who])).status
  const countRinging = () => count(`select 1 from help_sessions where id = '${ringing}' and state = 'ringing'`)

  test.each([
    ['visitor', [401, 401, 401]],
    ['other student', [403, 404, 404]],
    ['other expert', [404, 403, 404]],
    ['pending', [404, 403, 404]],
    ['team', [403, 403, 404]],
  ])('is closed to: %s', async (who, statuses) => {
    const results = []
    for (const act of ['decline', 'cancel', 'hang_up']) results.push(await sendStep(who, act))
    expect(results).toEqual(statuses)
    expect(await countRinging()).toBe(1)
  })

  test('each side has its own action, once', async () => {
    expect(await sendStep('student', 'decline')).toBe(403)
    expect(await sendStep('expert', 'cancel')).toBe(403)
    expect(await sendStep('expert', 'refund')).toBe(400)
    expect(await sendStep('expert', 'decline', 'no-id')).toBe(400)
    expect(await countRinging()).toBe(1)
    expect(await sendStep('expert', 'decline')).toBe(200)
    expect(await countRinging()).toBe(0)
    for (const who of ['student', 'expert']) expect(await sendStep(who, 'hang_up')).toBe(409)
  })
})

describe('the session pages', () => {
  test('redirect a visitor to the login page and keep the target', async () => {
    for (const own of ['/user', '/expert']) {
      for (const path of [`${own}/sessions`, `${own}/sessions/${id}`]) {
        expect(await readRedirect('visitor', path)).toBe(`/login?redirect=${path}`)
      }
    }
  })

  test('redirect each role to its own pages', async () => {
    expect(await readRedirect('student', '/expert/sessions')).toBe('/user/sessions')
    expect(await readRedirect('student', `/expert/sessions/${id}`)).toBe(`/user/sessions/${id}`)
    expect(await readRedirect('expert', '/user/sessions')).toBe('/expert/sessions')
    expect(await readRedirect('expert', `/user/sessions/${id}`)).toBe(`/expert/sessions/${id}`)
    for (const path of ['/user/sessions', `/expert/sessions/${id}`]) {
      expect(await readRedirect('team', path)).toBe('/team')
    }
  })

  test.each([
    ['student', '/user'],
    ['expert', '/expert'],
  ])('show the session to its %s and are not cached', async (who, own) => {
    for (const path of [`${own}/sessions`, `${own}/sessions/${id}`]) {
      const answer = await open(who, path)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.text()).toContain(id)
    }
    expect(await (await open(who, `${own}/sessions/${id}`)).text()).toContain(question)
  })

  test.each([
    ['other student', '/user'],
    ['other expert', '/expert'],
  ])('are not found for the %s', async (who, own) => {
    for (const name of [id, randomUUID(), 'no-id', '%27%3B--']) {
      const answer = await open(who, `${own}/sessions/${name}`)
      expect(answer.status).toBe(404)
      expect(await answer.text()).not.toContain(question)
    }
    const list = await open(who, `${own}/sessions?before=${id}`)
    expect(list.status).toBe(200)
    expect(await list.text()).toContain('No older sessions')
  })

  test.each([
    '?show=everything&call=pigeon&from=yesterday&to=2026-02-30&before=no-id',
    '?name=%27%29%3B+drop+table+help_sessions%3B+--&show=paid%00',
    '?from=9999-99-99&to=0000-00-00&name=%00',
    `?name=${'x'.repeat(4_000)}`,
  ])('ignore an invalid query: %s', async (search) => {
    for (const [who, own] of [
      ['student', '/user'],
      ['expert', '/expert'],
    ] as const) {
      const answer = await open(who, `${own}/sessions${search}`)
      expect(answer.status).toBe(200)
    }
    expect(await readRedirect('student', '/user/sessions?show=paid&name=&call=&from=&to=')).toBe(
      '/user/sessions?show=paid',
    )
  })

  test('find no other person’s sessions with any query', async () => {
    for (const search of ['?name=Ravi', '?show=paid', `?show=paid&before=${id}`]) {
      const answer = await open('other student', `/user/sessions${search}`)
      expect(await answer.text()).not.toContain(`/user/sessions/${id}`)
    }
  })

  test('are locked for an expert pending approval', async () => {
    for (const path of ['/expert/sessions', `/expert/sessions/${id}`]) {
      const answer = await open('pending', path)
      expect(answer.status).toBe(200)
      const text = await answer.text()
      expect(text).toContain('Account Pending Approval')
      expect(text).not.toContain(question)
    }
  })
})

describe('blocking and reporting', () => {
  const acts: Record<string, string>[] = [
    { act: 'block' },
    { act: 'unblock' },
    { act: 'report', id: randomUUID(), words: 'Rude.' },
  ]
  const countChanges = () =>
    count(
      `select 1 from blocks where blocker_id = any ($1) or blocked_id = any ($1)
       union all select 1 from reports where reporter_id = any ($1) or reported_id = any ($1)`,
      [accountIds],
    )

  test.each(['visitor', 'other student', 'other expert', 'pending', 'team'])('is closed to: %s', async (who) => {
    for (const own of ['/user', '/expert']) {
      for (const form of acts) {
        const answer = await send('POST', `${own}/sessions/${id}`, form, cookies[who])
        // Redirected to their own pages, or not found.
        expect(who === 'visitor' ? [401] : [302, 404]).toContain(answer.status)
      }
    }
    expect(await countChanges()).toBe(0)
  })

  test('needs a text, a valid session and a known action', async () => {
    const postForm = async (path: string, form: Record<string, string>) =>
      (await send('POST', `/user/sessions/${path}`, form, cookies.student)).status
    expect(await postForm(id, { act: 'report', id: randomUUID(), words: '  ' })).toBe(400)
    expect(await postForm(id, { act: 'report', id: 'x', words: 'Rude.' })).toBe(400)
    expect(await postForm(id, { act: 'report', id: randomUUID(), words: 'x'.repeat(1_001) })).toBe(400)
    expect(await postForm('no-id', { act: 'block' })).toBe(400)
    expect(await postForm(id, { act: 'applaud' })).toBe(400)
    expect(await countChanges()).toBe(0)
  })

  test('is open to both sides, once each', async () => {
    const path = `/expert/sessions/${id}`
    for (const form of [...acts.slice(2), ...acts.slice(2), { act: 'block' }, { act: 'block' }]) {
      expect((await send('POST', path, form, cookies.expert)).status).toBe(200)
    }
    expect(await countChanges()).toBe(2)
    expect((await send('POST', path, { act: 'unblock' }, cookies.expert)).status).toBe(200)
    expect(await countChanges()).toBe(1)
  })
})
