import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { collectSignIns } from '#tests/refusals/everybody.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'
import { useVisits } from '#tests/visits.ts'

// Tries the money desk, the content and the outbox over HTTP as everyone without access.
const { product, send, rows, count } = useVisits()
let cookies: Record<string, string>
let accountIds: string[]
let student: { email: string }
let password: string
const cookieFor = (who: string) => cookies[who] ?? ''

beforeAll(async () => {
  const people = await openPeople(product.dataDir)
  const asha = await people.student()
  const meera = await newSignedInPerson(people.ctxAs, 'team', 'Meera Desk')
  ;({ cookies, accountIds } = collectSignIns({ student: asha, expert: await people.expert(), team: meera }))
  student = asha
  password = meera.password
  await people.close()
})

const id = randomUUID()
const newProposal = (changes: Record<string, string> = {}) => ({
  id,
  person: student.email,
  from: 'platform_fee',
  to: 'student_wallet',
  amount: '100',
  cause: 'goodwill',
  reason: 'A bad line',
  ...changes,
})

const pages = [
  '/team/money',
  '/team/money/income',
  '/team/money/operations',
  '/team/money/corrections',
  '/team/money/corrections/new',
  '/team/content',
  '/team/outbox',
]

const listForms = (): [string, Record<string, string>][] => [
  ['/team/money', {}],
  ['/team/money/income', { password: 'asha-learns' }],
  ['/team/money/corrections/new', newProposal()],
  [`/team/money/corrections/${id}`, { act: 'confirm' }],
  [`/team/money/corrections/${id}`, { act: 'reject', answer: 'No' }],
  ['/team/content', { act: 'figures', version: '0', totalExperts: '1' }],
  ['/team/content', { act: 'original_answers', version: '0' }],
  ['/team/outbox', { id }],
]

const countChanges = () =>
  count(
    `select 1 from corrections where id = $1 or person_id = any ($2) or proposed_by = any ($2)
    union all select 1 from audit_log where thing in ('content', 'correction', 'mail') and actor_id = any ($2)
    union all select 1 from content_parts where version > 0`,
    [id, accountIds],
  )

describe('the money desk, the content and the outbox', () => {
  test.each(pages)('%s is shown only to the team', async (path) => {
    expect((await send('GET', path)).headers.get('location')).toBe(`/login?redirect=${path}`)
    for (const who of ['student', 'expert']) {
      expect((await send('GET', path, undefined, cookieFor(who))).status).toBe(403)
    }
    expect((await send('GET', path, undefined, cookieFor('team'))).status).toBe(200)
  })

  test.each(['visitor', 'student', 'expert'])('refuse every action of a %s', async (who) => {
    for (const [path, form] of listForms()) {
      expect((await send('POST', path, form, cookieFor(who))).status).toBe(who === 'visitor' ? 401 : 403)
    }
    expect((await send('GET', '/team/money/sessions.csv?month=2026-01', undefined, cookieFor(who))).status).toBe(
      who === 'visitor' ? 401 : 403,
    )
    expect(await countChanges()).toBe(0)
  })

  test('need the password before money moves or a month is exported', async () => {
    expect((await send('POST', '/team/money/corrections/new', newProposal(), cookieFor('team'))).status).toBe(403)
    const fetchCsv = () => send('GET', '/team/money/sessions.csv?month=2026-01', undefined, cookieFor('team'))
    expect((await fetchCsv()).status).toBe(403)
    expect(
      (await send('POST', '/team/money/income', { password: 'a guess' }, cookieFor('team'))).status,
    ).toBeGreaterThanOrEqual(400)
    expect((await fetchCsv()).status).toBe(403)
    const confirmed = await send('POST', '/team/money/income', { password }, cookieFor('team'))
    expect(confirmed.status).toBe(200)
    const file = await fetchCsv()
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(await file.text()).toMatch(/^Session,Settled at,.*\r\n$/)
    expect((await send('GET', '/team/money/sessions.csv?month=2026-99', undefined, cookieFor('team'))).status).toBe(404)
  })

  test('let no one confirm their own proposal', async () => {
    const proposed = await send('POST', '/team/money/corrections/new', newProposal(), cookieFor('team'))
    expect(proposed.headers.get('location')).toBe(`/team/money/corrections/${id}`)
    const own = await send('POST', `/team/money/corrections/${id}`, { act: 'confirm' }, cookieFor('team'))
    expect(own.status).toBe(409)
    expect(await own.text()).toContain('confirmed by someone other than the person who proposed it')
    expect(await rows(`select state from corrections where id = '${id}'`)).toEqual([{ state: 'proposed' }])
    const posted = `select 1 from ledger_operations where kind = 'correct' and (id = '${id}' or subject_id = '${id}')`
    expect(await count(posted)).toBe(0)
    const rejection = { act: 'reject', answer: 'Taken back' }
    expect((await send('POST', `/team/money/corrections/${id}`, rejection, cookieFor('team'))).status).toBe(200)
    const stale = await send('POST', `/team/money/corrections/${id}`, rejection, cookieFor('team'))
    expect(stale.status).toBe(409)
    expect(await stale.text()).toContain('Last: correction rejected, by Meera Desk')
  })

  test('refuse a form that is older than the last change', async () => {
    const figures = { totalExperts: '1000', successfulSessions: '50000', weeklyEarningsRupees: '3200' }
    const form = { act: 'figures', version: '0', ...figures, approvalHours: '48' }
    expect((await send('POST', '/team/content', form, cookieFor('team'))).status).toBe(200)
    expect((await send('POST', '/team/content', form, cookieFor('team'))).status).toBe(409)
  })
})
