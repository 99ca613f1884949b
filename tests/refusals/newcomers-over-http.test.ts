import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { acceptSession } from '#domain/sessions/accept-session.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { refusals } from '#kernel/refusals.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { LiveTestClient } from '#tests/live.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest } from '#tests/sessions.ts'
import { collectSignIns } from '#tests/refusals/everybody.ts'
import { useVisits } from '#tests/visits.ts'

// Experts who have not accepted the terms, in sessions that began before the terms had to be accepted.
const visits = useVisits()
const { send, sendJson, count, rows } = visits
let cookies: Record<string, string>
let sessions: Record<'running' | 'ringing', SessionId>

beforeAll(async () => {
  const people = await openPeople(visits.product.dataDir)
  const { ctxAs } = people
  const all = { expert: await people.expert(), rung: await people.expert() }
  ;({ cookies } = collectSignIns(all))
  const begin = async (expert: typeof all.expert) => {
    const { person } = await people.student()
    await giveMoney(ctxAs({ kind: 'system' }), person.id, rupees(50))
    await people.putOnline(expert)
    return requestSession(ctxAs(person), newRequest(expert.expertId))
  }
  sessions = { running: await begin(all.expert), ringing: await begin(all.rung) }
  await acceptSession(ctxAs({ ...all.expert.person, approval: 'approved' }), { id: sessions.running })
  for (const { person } of Object.values(all)) {
    await rows('delete from terms_acceptances where profile_id = $1', [person.id])
  }
  await people.close()
})

const write = (id: string) => sendJson(`/sessions/${id}/messages`, { id: randomUUID(), text: 'Hello' }, cookies.expert)

/** Opens a socket and returns what it receives for a join of this session. */
async function join(cookie: string | undefined, session: string) {
  const origin = visits.product.origin
  const socket = new LiveTestClient(`${origin.replace('http', 'ws')}/live`, {
    origin,
    headers: { Cookie: cookie ?? '' },
  })
  await expect.poll(() => socket.received[0]?.type).toBe('hello')
  socket.send({ type: 'join', session })
  // Meter updates may follow immediately.
  const findAnswer = () => socket.received.find(({ type }) => type === 'joined' || type === 'refused')
  await expect.poll(findAnswer).toBeDefined()
  socket.socket.close()
  return findAnswer()
}

test('a newcomer can only continue the running session until it ends', async () => {
  const { running, ringing } = sessions
  expect((await write(running)).status).toBe(200)
  expect((await send('GET', `/sessions/${running}/messages`, undefined, cookies.expert)).status).toBe(200)
  expect(await join(cookies.expert, running)).toMatchObject({ type: 'joined' })
  expect(await join(cookies.expert, ringing)).toMatchObject({ type: 'refused', text: refusals.terms_needed.text })

  expect((await write(ringing)).status).toBe(403)
  const page = await send('GET', '/expert/wallet', undefined, cookies.expert)
  expect(page.headers.get('location')).toBe('/accept-terms?redirect=%2Fexpert%2Fwallet')
  expect((await send('POST', '/expert/profile', { act: 'online' }, cookies.expert)).status).toBe(403)
  expect((await send('GET', '/own-data', undefined, cookies.expert)).status).not.toBe(200)
  // The frame, which contains the call, is still served.
  const readFrame = async () => (await send('GET', '/accept-terms', undefined, cookies.expert)).text()
  expect(await readFrame()).toContain('isNewcomer')

  const step = `/sessions/${running}/step`
  expect((await send('POST', step, { act: 'hang_up' }, cookies.expert)).status).toBe(200)
  const settled = () => count(`select 1 from help_sessions where id = $1 and state = 'settled'`, [running])
  await expect.poll(settled).toBe(1)
  expect((await write(running)).status).toBe(403)
  expect(await readFrame()).not.toContain('isNewcomer')
  expect((await send('POST', step, { act: 'hang_up' }, cookies.expert)).status).toBe(403)
})

test('a newcomer declines a ringing session', async () => {
  const step = `/sessions/${sessions.ringing}/step`
  expect((await send('POST', step, { act: 'decline', reason: '' }, cookies.rung)).status).toBe(200)
  expect(await count(`select 1 from help_sessions where id = $1 and state = 'declined'`, [sessions.ringing])).toBe(1)
  expect((await send('POST', step, { act: 'decline', reason: '' }, cookies.rung)).status).toBe(403)
})
