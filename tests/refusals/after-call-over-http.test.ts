import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { giveFeedback } from '#domain/reviews/give-feedback.server.ts'
import { reviewSession } from '#domain/reviews/review-session.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { feedbackMaxLength, reviewMaxLength, summaryFieldMaxLength } from '#kernel/limits.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newFeedback, scriptPayload } from '#tests/reviews.ts'
import { newRequest, completeCall } from '#tests/sessions.ts'
import { createEverybody } from '#tests/refusals/everybody.ts'
import { useVisits } from '#tests/visits.ts'

// Sends feedback, reviews and refund requests as everyone else, and with invalid input.
const visits = useVisits()
const { send, count, rows } = visits
let cookies: Record<string, string>
let expertId: string
/** A billed session, a session with feedback and an old review, and a free session. */
const ids = { billed: '' as SessionId, withFeedback: '' as SessionId, free: '' as SessionId }
const secret = 'Only Asha may read this'

beforeAll(async () => {
  const people = await openPeople(visits.product.dataDir)
  const { student, expert, ...signIns } = await createEverybody(people)
  cookies = signIns.cookies
  const { ctxAs } = people
  await giveMoney(ctxAs({ kind: 'system' }), student.person.id, rupees(100))
  await people.putOnline(expert)
  const ravi = { ...expert.person, approval: 'approved' as const }
  expertId = expert.expertId
  for (const [key, liveMs] of [
    ['billed', 121_000],
    ['withFeedback', 121_000],
    ['free', 12_000],
  ] as const) {
    ids[key] = await requestSession(ctxAs(student.person), newRequest(expertId))
    await completeCall(ctxAs, { student: student.person, expert: ravi, id: ids[key], liveMs })
  }
  await giveFeedback(ctxAs(ravi), newFeedback(ids.withFeedback, { note: secret }))
  const weekAgo = { now: () => new Date(Date.now() - 7 * 86_400_000 - 60_000) }
  const old = { sessionId: ids.withFeedback, rating: 5, comment: '' }
  await reviewSession({ ...ctxAs(student.person), clock: weekAgo }, old)
  await people.close()
})

type Fields = Record<string, string>
const feedback: Fields = { act: 'feedback', strengths: 'Clear questions', note: scriptPayload }
const review: Fields = { act: 'review', rating: '4', comment: scriptPayload }
const newRefund = (): Fields => ({ act: 'refund', id: randomUUID(), reason: 'Nobody spoke.' })

const post = async (who: string, path: string, form: Fields) => (await send('POST', path, form, cookies[who])).status
const asStudent = (id: string, form: Fields) => post('student', `/user/sessions/${id}`, form)
const asExpert = (id: string, form: Fields) => post('expert', `/expert/sessions/${id}`, form)
const countWritten = () =>
  count(
    `select from (
      select session_id from session_feedback union all select session_id from reviews union all select session_id from refund_requests
    ) each_one where session_id in ('${Object.values(ids).join(`', '`)}')`,
  )

describe('feedback, review and refund request', () => {
  test.each(['visitor', 'other student', 'other expert', 'pending', 'team'])('are refused for: %s', async (who) => {
    for (const own of ['/user', '/expert']) {
      for (const form of [feedback, review, { ...review, act: 'change_review' }, newRefund()]) {
        const status = await post(who, `${own}/sessions/${ids.billed}`, form)
        // The form is refused, or the role is redirected to its own page.
        expect(who === 'visitor' ? [401] : [302, 403, 404]).toContain(status)
      }
    }
    expect(await countWritten()).toBe(2)
  })

  test('are each limited to one side', async () => {
    expect(await asStudent(ids.billed, feedback)).toBe(403)
    for (const form of [review, { ...review, act: 'change_review' }, newRefund()]) {
      expect(await asExpert(ids.billed, form)).toBe(403)
    }
    expect(await asStudent(ids.billed, { act: 'answer', reviewId: randomUUID(), words: 'Hm' })).toBe(403)
    expect(await countWritten()).toBe(2)
  })

  test('need a paid session', async () => {
    for (const form of [review, newRefund()]) expect(await asStudent(ids.free, form)).toBe(409)
    expect(await asExpert(ids.free, feedback)).toBe(409)
    for (const name of [randomUUID(), 'no-id']) {
      for (const form of [review, newRefund()]) expect([400, 404]).toContain(await asStudent(name, form))
      expect([400, 404]).toContain(await asExpert(name, feedback))
    }
    expect(await countWritten()).toBe(2)
  })

  test('need valid input', async () => {
    for (const rating of ['', '0', '6', '4.5', 'five']) {
      expect(await asStudent(ids.billed, { ...review, rating })).toBe(422)
    }
    expect(await asStudent(ids.billed, { ...review, comment: 'x'.repeat(reviewMaxLength + 1) })).toBe(400)
    expect(await asStudent(ids.billed, { ...newRefund(), reason: '  ' })).toBe(422)
    expect(await asStudent(ids.billed, { ...newRefund(), id: 'x' })).toBe(400)
    expect(await asExpert(ids.billed, { act: 'feedback' })).toBe(422)
    expect(await asExpert(ids.billed, { act: 'feedback', strengths: 'Pays well' })).toBe(400)
    const long = 'x'.repeat(feedbackMaxLength + 1)
    expect(await asExpert(ids.billed, { act: 'feedback', note: long })).toBe(400)
    expect(await countWritten()).toBe(2)
  })

  test('are written once, and a review is answered once, by its expert', async () => {
    expect([await asExpert(ids.billed, feedback), await asExpert(ids.billed, feedback)]).toEqual([200, 409])
    const change = { ...review, act: 'change_review' }
    expect(await asStudent(ids.billed, change)).toBe(404)
    expect([await asStudent(ids.billed, review), await asStudent(ids.billed, review)]).toEqual([200, 409])
    expect(await asStudent(ids.billed, change)).toBe(200)
    expect([await asStudent(ids.billed, newRefund()), await asStudent(ids.billed, newRefund())]).toEqual([200, 409])
    expect(await countWritten()).toBe(5)

    const [row] = await rows<{ id: string }>('select id from reviews where session_id = $1', [ids.billed])
    const answer = { act: 'answer', reviewId: row?.id ?? '', words: scriptPayload }
    for (const path of ['/expert/profile', `/expert/sessions/${ids.billed}`]) {
      expect(await post('visitor', path, answer)).toBe(401)
      for (const who of ['other student', 'pending']) {
        expect([302, 403, 404]).toContain(await post(who, path, answer))
      }
      expect(await post('other expert', path, answer)).toBe(404)
    }
    expect(await count(`select 1 from reviews where answer is not null and session_id = '${ids.billed}'`)).toBe(0)
    expect(await post('expert', '/expert/profile', { ...answer, words: ' ' })).toBe(422)
    expect(await post('expert', '/expert/profile', answer)).toBe(200)
    expect(await asExpert(ids.billed, answer)).toBe(409)
  })

  test('are closed after 72 hours, and changes after 7 days', async () => {
    expect(await asStudent(ids.withFeedback, { ...review, act: 'change_review' })).toBe(409)
    await rows(`update help_sessions set ended_at = now() - interval '72 hours 1 minute' where id = $1`, [
      ids.withFeedback,
    ])
    expect(await asStudent(ids.withFeedback, newRefund())).toBe(409)
  })
})

describe('a summary', () => {
  const form: Fields = { act: 'summary', done: scriptPayload, practice: 'Sharks and buoyancy', next: '' }
  const change: Fields = { ...form, act: 'change_summary', suggestsBooking: 'yes' }
  const countSummaries = () => count('select from session_summaries')

  test.each(['visitor', 'other student', 'other expert', 'pending', 'team'])('is refused for: %s', async (who) => {
    for (const own of ['/user', '/expert']) {
      for (const sent of [form, change]) {
        const status = await post(who, `${own}/sessions/${ids.free}`, sent)
        expect(who === 'visitor' ? [401] : [302, 403, 404]).toContain(status)
      }
    }
    expect(await asStudent(ids.free, form)).toBe(403)
    expect(await asStudent(ids.free, change)).toBe(403)
  })

  test('needs valid input and a session of the expert', async () => {
    expect(await asExpert(ids.free, { act: 'summary', done: ' ', practice: '', next: '' })).toBe(422)
    expect(await asExpert(ids.free, { ...form, done: 'x'.repeat(summaryFieldMaxLength + 1) })).toBe(400)
    for (const name of [randomUUID(), 'no-id']) expect([400, 404]).toContain(await asExpert(name, form))
    expect(await asExpert(ids.free, change)).toBe(404)
  })

  test('is written once, changed, and found only by its two people', async () => {
    const before = await countSummaries()
    expect([await asExpert(ids.free, form), await asExpert(ids.free, form)]).toEqual([200, 409])
    expect(await asExpert(ids.free, change)).toBe(200)
    expect(await countSummaries()).toBe(before + 1)
    const read = async (who: string, path: string) => (await send('GET', path, undefined, cookies[who])).text()
    for (const [who, own] of [
      ['student', '/user'],
      ['expert', '/expert'],
    ] as const) {
      const page = await read(who, `${own}/sessions/${ids.free}`)
      expect(page).toContain('Sharks and buoyancy')
      expect(page).not.toContain('<script>alert(1)')
      const found = await read(who, `${own}/sessions?words=sharks+buoyancy`)
      expect(found).toContain('>Sharks</mark> and <mark')
      expect(await read(who, `${own}/sessions?words=sharks+whales`)).toContain('No matching sessions')
    }
    for (const [who, own] of [
      ['other student', '/user'],
      ['other expert', '/expert'],
    ] as const) {
      expect(await read(who, `${own}/sessions?words=sharks+buoyancy`)).not.toContain('</mark>')
    }
    for (const words of ['%00', '%25', '%27%3B--', 'x'.repeat(5_000)]) {
      const answer = await send('GET', `/user/sessions?words=${words}`, undefined, cookies.student)
      expect([200, 302]).toContain(answer.status)
    }
  })
})

describe('reading', () => {
  const read = async (who: string, path: string) => {
    const answer = await send('GET', path, undefined, cookies[who])
    return { status: answer.status, text: await answer.text() }
  }

  test('feedback is for its student only', async () => {
    expect((await read('student', `/user/sessions/${ids.withFeedback}`)).text).toContain(secret)
    expect((await read('student', '/user/profile')).text).toContain(secret)
    expect((await read('expert', `/expert/sessions/${ids.withFeedback}`)).text).not.toContain(secret)
    expect((await read('other student', '/user/profile')).text).not.toContain(secret)
    for (const [who, own] of [
      ['other student', '/user'],
      ['other expert', '/expert'],
    ] as const) {
      const { status, text } = await read(who, `${own}/sessions/${ids.withFeedback}`)
      expect(status).toBe(404)
      expect(text).not.toContain(secret)
    }
  })

  test('refunds are for the student who requested them', async () => {
    expect((await read('student', '/user/refunds')).text).toContain('Nobody spoke.')
    for (const path of ['/expert/sessions', `/expert/sessions/${ids.billed}`]) {
      const { status, text } = await read('expert', path)
      expect(status).toBe(200)
      expect(text).not.toContain('Nobody spoke.')
    }
    for (const before of ['no-id', randomUUID(), '%27%3B--']) {
      const { status, text } = await read('other student', `/user/refunds?before=${before}`)
      expect(status).toBe(200)
      expect(text).not.toContain('Nobody spoke.')
    }
    for (const [who, where] of [
      ['visitor', '/login?redirect=/user/refunds'],
      ['expert', '/expert/sessions?show=refunded'],
      ['pending', '/expert/sessions?show=refunded'],
      ['team', '/team/experts'],
    ] as const) {
      const answer = await send('GET', '/user/refunds', undefined, cookies[who])
      expect(answer.headers.get('location')).toBe(where)
    }
  })

  test('user text is escaped for every reader', async () => {
    const pages = [
      ['visitor', `/expert/details/${expertId}`],
      ['visitor', `/expert/details/${expertId}?reviews=all`],
      ['student', `/user/sessions/${ids.billed}`],
      ['student', '/user/profile?feedback=all'],
      ['expert', `/expert/sessions/${ids.billed}`],
      ['expert', '/expert/profile?reviews=all'],
    ] as const
    for (const [who, path] of pages) {
      const { status, text } = await read(who, path)
      expect(status).toBe(200)
      expect(text).toContain('&lt;script&gt;alert(1)')
      expect(text).not.toContain('<script>alert(1)')
      expect(text).not.toContain('<img src=x')
    }
  })

  test('the expert’s pages do not reveal the reviewer’s account', async () => {
    const [row] = await rows<{ id: string }>('select student_id as id from reviews where session_id = $1', [ids.billed])
    const { text } = await read('visitor', `/expert/details/${expertId}`)
    expect(text).toContain('&lt;script&gt;alert(1)')
    expect(row).toBeDefined()
    expect(text).not.toContain(row?.id ?? '')
  })

  test.each(['no-id', randomUUID(), '%27%3B--'])('a page that begins at %s does not fail', async (before) => {
    expect((await read('visitor', `/expert/details/${expertId}?reviews=${before}`)).status).toBe(200)
    expect((await read('student', `/user/profile?feedback=${before}`)).status).toBe(200)
    expect((await read('expert', `/expert/profile?reviews=${before}`)).status).toBe(200)
  })
})

describe('favourites', () => {
  test('are for students and existing experts, and adding twice is harmless', async () => {
    const form = { act: 'favourite', wanted: 'true' }
    for (const page of ['/expert', '/expert/details']) {
      expect(await post('visitor', `${page}/${expertId}`, form)).toBe(401)
      for (const who of ['expert', 'team']) expect(await post(who, `${page}/${expertId}`, form)).toBe(403)
      for (const name of [randomUUID(), 'no-id']) {
        expect(await post('student', `${page}/${name}`, form)).toBe(404)
      }
    }
    const countFavourites = () => count(`select 1 from favourite_experts where expert_id = '${expertId}'`)
    expect(await countFavourites()).toBe(0)
    for (const page of ['/expert', '/expert/details']) {
      expect(await post('student', `${page}/${expertId}`, form)).toBe(200)
    }
    expect(await countFavourites()).toBe(1)
    expect(await post('other student', `/expert/${expertId}`, { ...form, wanted: 'false' })).toBe(200)
    expect(await countFavourites()).toBe(1)
    expect(await post('student', `/expert/${expertId}`, { ...form, wanted: 'false' })).toBe(200)
    expect(await countFavourites()).toBe(0)
  })
})
