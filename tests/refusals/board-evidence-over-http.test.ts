import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { storeBoardUpdate } from '#domain/boards/store-update.server.ts'
import { teamRoles } from '#domain/policy.ts'
import { acceptSession } from '#domain/sessions/accept-session.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { boardId, type SessionId } from '#kernel/ids.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest } from '#tests/sessions.ts'
import { createCookie, createEverybody } from '#tests/refusals/everybody.ts'
import { useVisits } from '#tests/visits.ts'

// Tries to read the board of a session as everyone except its two people.
const visits = useVisits()
const { send, count, rows } = visits
let cookies: Record<string, string>
let id: SessionId
let pictureId: string

beforeAll(async () => {
  const people = await openPeople(visits.product.dataDir)
  const { student, expert, ...signIns } = await createEverybody(people)
  cookies = signIns.cookies
  for (const role of teamRoles) cookies[role] = createCookie((await people.team(role)).token)
  const { ctxAs } = people
  await giveMoney(ctxAs({ kind: 'system' }), student.person.id, rupees(50))
  await people.putOnline(expert)
  id = await requestSession(ctxAs(student.person), newRequest(expert.expertId))
  await acceptSession(ctxAs({ ...expert.person, approval: 'approved' }), { id })
  const doc = new Y.Doc()
  doc.getMap('elements').set('a', { kind: 'text', text: 'F = m a', page: 'first', z: 1, x: 0, y: 0 })
  doc.getText('code').insert(0, 'print(1)')
  await storeBoardUpdate(ctxAs(student.person), { id: boardId.parse(id), data: Y.encodeStateAsUpdate(doc) })
  await people.close()
  const photo = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  const stored = await send('POST', `/boards/${id}/pictures`, photo, cookies.student)
  pictureId = ((await stored.json()) as { picture: { id: string } }).picture.id
})

const page = () => `/team/sessions/${id}`
const read = (who: string, why = 'A complaint.', path = page()) =>
  send('POST', `${path}.data`, { act: 'read_board', why }, cookies[who])
const readPicture = async (who: string) =>
  (await send('GET', `/board-pictures/${pictureId}`, undefined, cookies[who])).status
const countReadings = () => count("select 1 from audit_log where act = 'board read' and thing_id = $1", [id])

describe('the board of two people', () => {
  test('is sent as a whole to a page of the previous version, and in parts to a page that requests parts', async () => {
    const load = async (search: string) => {
      const answer = await send('GET', `/boards/${id}/changes${search}`, undefined, cookies.student)
      return (await answer.json()) as { last: number; changes: string[]; more?: boolean }
    }
    expect(await load('?after=0')).toEqual({ last: 1, changes: [expect.any(String)] })
    expect(await load('?after=0&parts=1')).toEqual({ last: 1, changes: [expect.any(String)], more: false })
    expect(await load('?after=1&parts=1')).toEqual({ last: 1, changes: [], more: false })
  })

  test.each(['visitor', 'student', 'expert', 'other student', 'other expert', 'pending', 'finance'])(
    'is not shown on the page of the team to: %s',
    async (who) => {
      const answer = await read(who)
      expect([200, 422]).not.toContain(answer.status)
      expect(await answer.text()).not.toContain('print(1)')
      expect(await countReadings()).toBe(0)
    },
  )

  test.each([
    ['visitor', 401],
    ['other student', 404],
    ['other expert', 404],
    ['pending', 404],
    ['support', 403],
    ['finance', 404],
    ['administrator', 403],
  ])('is not read at its own address by: %s', async (who, status) => {
    const answer = await send('GET', `/boards/${id}/changes?after=0`, undefined, cookies[who])
    expect(answer.status).toBe(status)
    expect(await answer.text()).not.toContain('changes')
    expect(await readPicture(who)).toBe(who === 'visitor' ? 401 : 404)
  })

  test.each(['support', 'administrator'])('is read by %s with a reason, which the audit log records', async (who) => {
    const before = await countReadings()
    expect(await (await send('GET', page(), undefined, cookies[who])).text()).not.toContain('print(1)')
    expect(await readPicture(who)).toBe(404)
    const refused = await read(who, ' ')
    expect(refused.status).toBe(422)
    expect(await countReadings()).toBe(before)
    const answer = await read(who)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('print(1)')
    expect(await countReadings()).toBe(before + 1)
    expect(await readPicture(who)).toBe(200)
    expect(await rows("select why from audit_log where act = 'board read' and thing_id = $1 limit 1", [id])).toEqual([
      { why: 'A complaint.' },
    ])
  })

  test('of an unknown session is not found', async () => {
    const answer = await read('support', 'A complaint.', `/team/sessions/${randomUUID()}`)
    expect(answer.status).toBe(404)
  })
})
