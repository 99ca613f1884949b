import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { findSessionReview } from '#domain/reviews/review-queries.server.ts'
import { reviewSession } from '#domain/reviews/review-session.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest, completeCall } from '#tests/sessions.ts'
import { collectSignIns } from '#tests/refusals/everybody.ts'
import { useVisits } from '#tests/visits.ts'

// Tries people, reviews and session evidence as everyone without access, and as the team with invalid input.
const visits = useVisits()
const { send, count, linkMailedTo } = visits
let cookies: Record<string, string>
const comment = 'His brother is a thief.'
const why = 'It names a third person.'
let student: { id: string; email: string; password: string }
let otherStudent: typeof student
let teamPassword: string
let ids: { review: string; session: string; team: string; expert: string }
let expertPage: string
let accountIds: string[]

beforeAll(async () => {
  const people = await openPeople(visits.product.dataDir)
  const { ctxAs } = people
  const [asha, ravi, meera] = [await people.student(), await people.expert(), await people.team()]
  const bela = await people.student()
  const all = { asha, student: bela, expert: ravi, team: meera }
  ;({ cookies, accountIds } = collectSignIns(all))
  await giveMoney(ctxAs({ kind: 'system' }), asha.person.id, rupees(100))
  await people.putOnline(ravi)
  const session = await requestSession(ctxAs(asha.person), newRequest(ravi.expertId))
  const expert = { ...ravi.person, approval: 'approved' as const }
  await completeCall(ctxAs, { student: asha.person, expert, id: session, liveMs: 60_000 })
  await reviewSession(ctxAs(asha.person), { sessionId: session, rating: 1, comment })
  const review = (await findSessionReview(ctxAs(asha.person), session))?.id ?? ''
  student = { id: asha.person.id, email: asha.email, password: asha.password }
  otherStudent = { id: bela.person.id, email: bela.email, password: bela.password }
  teamPassword = meera.password
  ids = { review, session, team: meera.person.id, expert: ravi.person.id }
  expertPage = `/expert/details/${ravi.expertId}`
  await people.close()
})

const listScreens = () => [
  '/team/people',
  `/team/people/${student.id}`,
  '/team/reviews',
  `/team/reviews/${ids.review}`,
  `/team/sessions/${ids.session}`,
]
const personActs = ['reveal', 'suspend', 'lift', 'end_sign_ins', 'reset_link']
const listForms = (): [string, Record<string, string>][] => [
  ...[...personActs, 'reset_second_factor'].map((act): [string, Record<string, string>] => [
    `/team/people/${student.id}`,
    { act, why },
  ]),
  [`/team/reviews/${ids.review}`, { act: 'hide', why }],
  [`/team/reviews/${ids.review}`, { act: 'show', why }],
]
const postAsTeam = async (path: string, form: Record<string, string>) => {
  const answer = await send('POST', path, form, cookies.team)
  return { status: answer.status, text: await answer.text() }
}

describe('the team’s people pages', () => {
  test('redirect a visitor to the login page and keep the target', async () => {
    for (const path of listScreens()) {
      expect((await send('GET', path)).headers.get('location')).toBe(`/login?redirect=${path}`)
    }
  })

  test.each(['student', 'expert'])('are closed to the %s', async (who) => {
    for (const path of listScreens()) {
      const answer = await send('GET', path, undefined, cookies[who])
      expect(answer.status).toBe(403)
      expect(await answer.text()).not.toContain(comment)
    }
  })

  test('open for the team with any query string, and mask personal data', async () => {
    for (const path of listScreens()) {
      const answer = await send('GET', path, undefined, cookies.team)
      expect(answer.status).toBe(200)
      expect(await answer.text()).not.toContain(student.email)
    }
    for (const table of ['people', 'reviews']) {
      for (const query of ['sort=email', 'after=x', 'q=%27%3B--%25_', 'stars=9&state=x', 'expert=no-id']) {
        expect((await send('GET', `/team/${table}?${query}`, undefined, cookies.team)).status).toBe(200)
      }
      for (const id of [randomUUID(), 'x']) {
        expect((await send('GET', `/team/${table}/${id}`, undefined, cookies.team)).status).toBe(404)
      }
    }
    expect((await send('GET', '/team/sessions/x', undefined, cookies.team)).status).toBe(404)
  })
})

describe('the team’s actions on people', () => {
  const countActions = () =>
    count(
      `select 1 from audit_log where thing in ('person', 'review')
       and (actor_id = any ($1) or subject_id = any ($1) or thing_id = $2)`,
      [accountIds, ids.review],
    )

  test.each(['visitor', 'student', 'expert'])('are closed to the %s', async (who) => {
    for (const [path, form] of listForms()) {
      const answer = await send('POST', path, form, cookies[who])
      expect([form.act, answer.status]).toEqual([form.act, who === 'visitor' ? 401 : 403])
      expect(await answer.text()).not.toContain(student.email)
    }
    expect(await countActions()).toBe(0)
    expect(await count(`select 1 from reviews where id = '${ids.review}' and hidden_at is not null`)).toBe(0)
  })

  test('need a reason and a valid target', async () => {
    for (const [path, { act = '' }] of listForms()) expect((await postAsTeam(path, { act, why: ' ' })).status).toBe(422)
    for (const act of personActs) {
      expect((await postAsTeam(`/team/people/${ids.team}`, { act, why })).status).toBe(409)
      expect((await postAsTeam(`/team/people/${randomUUID()}`, { act, why })).status).toBe(404)
    }
    expect((await postAsTeam(`/team/people/${ids.expert}`, { act: 'suspend', why })).status).toBe(409)
    expect((await postAsTeam(`/team/people/${student.id}`, { act: 'promote', why })).status).toBe(400)
    expect(await countActions()).toBe(0)
  })

  test('reveal the email address for a reason, and mail a password link to it', async () => {
    const shown = await postAsTeam(`/team/people/${student.id}.data`, { act: 'reveal', why: 'They called.' })
    expect(shown.text).toContain(student.email)
    expect((await postAsTeam(`/team/people/${student.id}`, { act: 'reset_link', why: 'They called.' })).status).toBe(
      200,
    )
    expect(await linkMailedTo(student.email)).toMatch(/^\/reset-password\//)
    expect(await count(`select 1 from audit_log where subject_id = '${student.id}'`)).toBe(2)
  })

  test('reset a lost second factor with the password, once, and end all sign-ins', async () => {
    const { id } = otherStudent
    const path = `/team/people/${id}`
    const reset = (password: string) => postAsTeam(path, { act: 'reset_second_factor', why, password })
    await visits.rows('insert into second_factors (profile_id, secret, confirmed_at) values ($1, $2, now())', [
      id,
      Buffer.alloc(20),
    ])
    expect((await postAsTeam(path, { act: 'reset_second_factor', why })).status).toBe(403)
    expect((await reset('a guess')).status).not.toBe(200)
    expect(await count('select 1 from second_factors where profile_id = $1', [id])).toBe(1)
    expect((await reset(teamPassword)).status).toBe(200)
    expect(await count('select 1 from second_factors where profile_id = $1', [id])).toBe(0)
    expect((await send('GET', '/own-data', undefined, cookies.student)).status).toBe(401)
    expect((await reset(teamPassword)).status).toBe(409)
    expect(await count(`select 1 from audit_log where subject_id = $1 and act = 'second factor reset'`, [id])).toBe(1)
    expect((await send('POST', '/login', otherStudent)).status).toBe(302)
  })

  test('suspend an account, which then has no access until the suspension is lifted', async () => {
    const path = `/team/people/${student.id}`
    const logIn = () => send('POST', '/login', { email: student.email, password: student.password })
    expect((await postAsTeam(path, { act: 'lift', why })).status).toBe(409)
    expect((await postAsTeam(path, { act: 'suspend', why })).status).toBe(200)
    expect((await postAsTeam(path, { act: 'suspend', why })).status).toBe(409)
    expect((await send('GET', '/own-data', undefined, cookies.asha)).status).toBe(401)
    const refused = await logIn()
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain(`Your account is suspended. The reason: ${why}`)
    expect((await postAsTeam(path, { act: 'lift', why })).status).toBe(200)
    expect((await logIn()).status).toBe(302)
  })

  test('hide a review, and the page then shows only the reason', async () => {
    const readPage = async () => (await send('GET', expertPage)).text()
    expect(await readPage()).toContain(comment)
    expect((await postAsTeam(`/team/reviews/${ids.review}`, { act: 'hide', why })).status).toBe(200)
    expect((await postAsTeam(`/team/reviews/${ids.review}`, { act: 'hide', why })).status).toBe(409)
    await expect.poll(readPage).toContain(why)
    expect(await readPage()).not.toContain(comment)
    expect((await postAsTeam(`/team/reviews/${ids.review}`, { act: 'show', why })).status).toBe(200)
    await expect.poll(readPage).toContain(comment)
  })
})
