import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { reviewSession } from '#domain/reviews/review-session.server.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import { writeMessage } from '#domain/sessions/write-message.server.ts'
import { sessionTable } from '#domain/team/contract.ts'
import { getSessionEvidence } from '#domain/team/session-evidence.server.ts'
import { readSessionTable } from '#domain/team/session-table.server.ts'
import { readTableQuery } from '#kernel/table.ts'
import { useDatabase } from '#tests/database.ts'
import { createCast, completeCall } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { ctxAs, clock } = cast
const tableQuery = (query: string) => readTableQuery(sessionTable, new URLSearchParams(query))

test('sessions are found by state, person, name, id and receipt number, latest first', async () => {
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  const [asha, ravi] = [await cast.student(), await cast.expert()]
  const paid = await cast.ask(asha, ravi.expertId)
  const duringCall = () => writeMessage(ctxAs(asha), { id: randomUUID(), sessionId: paid, text: 'Is it right?' })
  await completeCall(ctxAs, {
    student: asha,
    expert: ravi.person,
    id: paid,
    liveMs: 61_000,
    duringCall,
  })
  await reviewSession(ctxAs(asha), { sessionId: paid, rating: 4, comment: 'Patient.' })
  clock.advance(1_000)
  const cancelled = await cast.ask(asha, ravi.expertId)
  await cancelSession(ctxAs(asha), { id: cancelled })
  clock.advance(1_000)
  const other = await cast.expert()
  const open = await cast.ask(asha, other.expertId)
  const listIds = async (query: string) =>
    (await readSessionTable(ctxAs(meera), tableQuery(query))).rows.map(({ id }) => id)

  expect(await listIds('')).toEqual([open, cancelled, paid])
  expect(await listIds('sort=asked')).toEqual([paid, cancelled, open])
  expect(await listIds('state=open')).toEqual([open])
  expect(await listIds('state=settled')).toEqual([paid])
  expect(await listIds(`person=${ravi.person.id}`)).toEqual([cancelled, paid])
  expect(await listIds('person=nobody')).toEqual([])
  expect(await listIds(`q=${paid}`)).toEqual([paid])
  expect(await listIds(`q=${paid.slice(0, 8).toUpperCase()}`)).toEqual([paid])
  expect(await listIds('q=nobody+of+this+name')).toEqual([])
  const { rows } = await readSessionTable(ctxAs(meera), tableQuery('state=settled'))
  expect(rows[0]).toMatchObject({
    student: { id: asha.id },
    expert: { id: ravi.person.id },
    chargedPaise: 20_00,
    refundedPaise: null,
    billedMinutes: 2,
    liveMs: 61_000,
    stuck: null,
  })

  const evidence = await getSessionEvidence(ctxAs(meera), paid)
  expect(evidence).toMatchObject({
    session: { id: paid, side: null, state: 'settled' },
    studentAccount: asha.id,
    expertAccount: ravi.person.id,
    messages: [],
    messageCount: 1,
    review: { rating: 4, comment: 'Patient.' },
    feedback: null,
    refund: null,
    stuck: null,
    trail: [],
  })
  expect(JSON.stringify(evidence)).not.toContain('Is it right?')
  expect(evidence.events.map(({ what }) => what)).toContain('billed')
  await expect(getSessionEvidence(ctxAs(meera), 'x')).rejects.toMatchObject({ code: 'no_such_session' })
})

test('the session table and the evidence are refused to everyone except the team, even to participants', async () => {
  const [asha, ravi] = [await cast.student(), await cast.expert()]
  const id = await cast.ask(asha, ravi.expertId)
  for (const user of [asha, ravi.person]) {
    await expect(readSessionTable(ctxAs(user), tableQuery(''))).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(getSessionEvidence(ctxAs(user), id)).rejects.toMatchObject({ code: 'not_allowed' })
  }
})
