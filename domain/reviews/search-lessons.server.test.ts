import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#domain/policy.ts'
import { giveFeedback } from '#domain/reviews/give-feedback.server.ts'
import { hideSummary } from '#domain/reviews/hide-summary.server.ts'
import { lessonStatement, searchLessons } from '#domain/reviews/search-lessons.server.ts'
import { writeSummary } from '#domain/reviews/write-summary.server.ts'
import { writeMessage } from '#domain/sessions/write-message.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { useDatabase } from '#tests/database.ts'
import { newFeedback, newSummary } from '#tests/reviews.ts'
import { completeCall, createCast } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { ctxAs } = cast
const refusal = (code: string) => expect.objectContaining({ code })

let asha: Person
let ravi: Person
let id: SessionId

beforeAll(async () => {
  asha = await cast.student()
  const expert = await cast.expert()
  ravi = expert.person
  id = await cast.ask(asha, expert.expertId, { question: 'Why does ICE float on Café water?\n100% sure' })
  const say = (person: Person, text: string) => writeMessage(ctxAs(person), { id: randomUUID(), sessionId: id, text })
  const duringCall = async () => {
    await say(asha, 'Is it the hydrogen bond?')
    await say(ravi, 'बर्फ़ का घनत्व पानी से कम है')
    await say(ravi, 'हाइड्रोजन bond again')
  }
  await completeCall(ctxAs, { student: asha, expert: ravi, id, liveMs: 60_000, duringCall })
  await writeSummary(ctxAs(ravi), newSummary(id, { done: 'Density of solids', next: 'Pressure at depth' }))
  await giveFeedback(ctxAs(ravi), newFeedback(id, { note: 'Sleep before the exam.' }))
})

const find = async (person: Person, words: string) => (await searchLessons(ctxAs(person), words)).get(id) ?? null

describe('a search over one’s own lessons', () => {
  test.each([
    ['ice', { part: 'question', text: 'Why does ICE float on Café water?\n100% sure' }],
    ['cafe WATER', { part: 'question', text: 'Why does ICE float on Café water?\n100% sure' }],
    ['100%', { part: 'question', text: 'Why does ICE float on Café water?\n100% sure' }],
    ['density', { part: 'done', text: 'Density of solids' }],
    ['three problems', { part: 'practice', text: 'Three problems about ice' }],
    ['depth', { part: 'next', text: 'Pressure at depth' }],
    ['sleep exam', { part: 'feedback', text: 'Sleep before the exam.' }],
    ['keeps', { part: 'feedback', text: 'Keeps trying' }],
    ['hydrogen', { part: 'own message', text: 'Is it the hydrogen bond?' }],
    ['bond', { part: 'own message', text: 'Is it the hydrogen bond?' }],
    ['घनत्व', { part: 'message', text: 'बर्फ़ का घनत्व पानी से कम है' }],
    ['बर्फ़ पानी', { part: 'message', text: 'बर्फ़ का घनत्व पानी से कम है' }],
    ['हाइड्रोजन BOND', { part: 'message', text: 'हाइड्रोजन bond again' }],
  ])('finds "%s" for Asha', async (words, line) => {
    expect(await find(asha, words)).toEqual(line)
  })

  test.each([
    'ice hydrogen',
    'photosynthesis',
    '',
    '   ',
    '\0',
    '_____',
    '50%',
    String.raw`\d`,
    `'; drop table reviews; --`,
  ])('finds nothing for "%s", because all words must be in one text', async (words) => {
    expect(await find(asha, words)).toBeNull()
  })

  test('finds the same for Ravi, except his feedback, which only Asha reads', async () => {
    expect(await find(ravi, 'घनत्व')).toEqual({ part: 'own message', text: 'बर्फ़ का घनत्व पानी से कम है' })
    expect(await find(ravi, 'depth')).toMatchObject({ part: 'next' })
    expect(await find(ravi, 'sleep exam')).toBeNull()
  })

  test('finds nothing for others', async () => {
    const [vikram, { person: kavita }] = [await cast.student(), await cast.expert()]
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    for (const stranger of [vikram, kavita, meera]) expect(await find(stranger, 'ice')).toBeNull()
    const visitor = { kind: 'visitor', address: '203.0.113.9' } as const
    await expect(searchLessons(ctxAs(visitor), 'ice')).rejects.toEqual(refusal('not_signed_in'))
  })

  test('does not find a hidden summary for its student', async () => {
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    await hideSummary(ctxAs(meera), { sessionId: id, why: 'Rude.' })
    expect(await find(asha, 'depth')).toBeNull()
    expect(await find(ravi, 'depth')).toMatchObject({ part: 'next' })
  })

  test.each(['hydrogen', 'because'])('reads only the messages of one’s own sessions for "%s"', async (word) => {
    await fillWithOthers()
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain ${lessonStatement(asha, [`%${word}%`])}`.execute(database.db())
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index Scan (using|on) session_messages_session_id_number_key/)
    expect(plan).not.toContain('Seq Scan on session_messages')
    expect(plan).not.toContain('Seq Scan on help_sessions')
  })
})

/** 1,000 sessions of others with 20,000 messages, in which one word is common. */
async function fillWithOthers(): Promise<void> {
  const [vikram, { person: kavita }] = [await cast.student(), await cast.expert()]
  const owner = connectDatabase(database.ownerUrl(), () => undefined, 1)
  await sql`
    with others as (
      insert into help_sessions (id, student_id, expert_id, call_type, state, rate_paise_per_minute, share_percent, asked_at,
        ring_until, ended_at, settled_at, live_ms, held_paise, billed_minutes, charged_paise)
      select gen_random_uuid(), ${vikram.id}, ${kavita.id}, 'audio', 'settled', 1000, 80,
        now() - n * interval '1 minute', now(), now(), now(), 60000, 1000, 1, 1000
      from generate_series(1, 1000) n
      returning id
    )
    insert into session_messages (id, session_id, number, author_id, text, said_at)
    select gen_random_uuid(), id, number, ${vikram.id}, 'because ' || md5(id::text || number), now()
    from others, generate_series(1, 20) number`.execute(owner.db)
  await sql`analyze help_sessions, session_messages`.execute(owner.db)
  await owner.close()
}
