import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasDuty, type TeamDuty } from '#domain/policy.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { collectSignIns } from '#tests/refusals/everybody.ts'
import { listHandlers, routes } from '#tests/refusals/handlers.ts'
import { useVisits } from '#tests/visits.ts'
import { expertWith, withdraw } from '#tests/withdrawals.ts'

// Tries every page and action of the team as everyone without access.
const visits = useVisits()
const { send, count } = visits
let cookies: Record<string, string>
let withdrawalId = ''
let ticket = ''

beforeAll(async () => {
  const people = await openPeople(visits.product.dataDir)
  const all = {
    student: await people.student(),
    expert: await people.expert(),
    team: await people.team(),
    support: await people.team('support'),
    finance: await people.team('finance'),
  }
  ;({ cookies } = collectSignIns(all))
  withdrawalId = await withdraw(await expertWith(people.ctxAs, { minutes: 100 }))
  await people.close()
  const entered = await send(
    'POST',
    '/team/tickets/new',
    { email: all.student.email, session: '', words: 'It is slow.' },
    cookies.team,
  )
  ticket = entered.headers.get('location') ?? ''
})

const listScreens = () => [
  '/team',
  '/team/withdrawals',
  `/team/withdrawals/${withdrawalId}`,
  '/team/tickets',
  '/team/tickets/new',
  ticket,
  '/team/audit',
]
const listForms = (): [string, Record<string, string>][] => [
  [`/team/withdrawals/${withdrawalId}`, { act: 'approve' }],
  [`/team/withdrawals/${withdrawalId}`, { act: 'reject', reason: 'No.' }],
  [`/team/withdrawals/${withdrawalId}`, { act: 'process', bankReference: 'x' }],
  [`/team/withdrawals/${withdrawalId}`, { act: 'came_back', reason: 'No.' }],
  [`/team/withdrawals/${withdrawalId}`, { act: 'details' }],
  ['/team/withdrawals.csv', { id: withdrawalId }],
  ['/team/tickets/new', { email: 'asha@samjhao.example', session: '', words: 'x' }],
  [ticket, { act: 'acknowledge' }],
  [ticket, { act: 'decide', outcome: 'none', answer: 'x' }],
]
const expectUnchanged = async () => {
  expect(await count(`select 1 from withdrawals where status = 'pending' and id = '${withdrawalId}'`)).toBe(1)
  const number = ticket.split('/').at(-1)
  expect(await count(`select 1 from tickets where state = 'open' and number = ${number}`)).toBe(1)
  const read = `select 1 from audit_log where act = 'bank details read' and thing_id = '${withdrawalId}'`
  expect(await count(read)).toBe(0)
}

describe('the team’s pages', () => {
  test('redirect a visitor to the login page and keep the target', async () => {
    for (const path of listScreens()) {
      expect((await send('GET', path)).headers.get('location')).toBe(`/login?redirect=${path}`)
    }
    const filtered = await send('GET', '/team/withdrawals?status=all&sort=-amount')
    expect(filtered.headers.get('location')).toBe(
      `/login?redirect=/team/withdrawals${encodeURIComponent('?status=all&sort=-amount')}`,
    )
  })

  test.each(['student', 'expert'])('are closed to the %s', async (who) => {
    for (const path of listScreens()) {
      const answer = await send('GET', path, undefined, cookies[who])
      expect(answer.status).toBe(403)
      expect(await answer.text()).not.toContain('It is slow.')
    }
  })

  test('open for the team with any query string', async () => {
    for (const path of listScreens()) expect((await send('GET', path, undefined, cookies.team)).status).toBe(200)
    for (const table of ['withdrawals', 'tickets', 'audit']) {
      for (const query of ['sort=password', 'after=x', 'q=%27%3B--%25_', 'status=paid&before=1.x', 'person=no-id']) {
        expect((await send('GET', `/team/${table}?${query}`, undefined, cookies.team)).status).toBe(200)
      }
    }
    for (const unknownPath of [
      `/team/withdrawals/${randomUUID()}`,
      '/team/withdrawals/x',
      '/team/tickets/999999',
      '/team/tickets/x',
    ]) {
      expect((await send('GET', unknownPath, undefined, cookies.team)).status).toBe(404)
    }
  })
})

test('only administrators read the mails in files, which contain links that give access to accounts', async () => {
  await send('POST', '/forgot-password', { email: 'meera@samjhao.example' })
  const readOutbox = async (role: string) => (await send('GET', '/team/outbox', undefined, cookies[role])).text()
  await expect.poll(() => readOutbox('team')).toContain('/reset-password/')
  expect(await readOutbox('support')).not.toContain('/reset-password/')
})

describe('the roles of the team', () => {
  const teamRoutes = routes.filter(({ path }) => /^\/(team|application-documents)(\/|$)/.test(path))
  const open = (path: string) => path.replace(/:\w+/g, () => randomUUID())

  test.each(['support', 'finance', 'administrator'] as const)(
    '%s: every route outside the duties of the role is refused',
    async (role) => {
      const cookie = cookies[role === 'administrator' ? 'team' : role]
      for (const { path, file } of teamRoutes) {
        for (const { kind, policy } of listHandlers(file)) {
          const answer = await send(
            kind === 'loader' ? 'GET' : 'POST',
            open(path),
            kind === 'loader' ? undefined : { act: 'nothing' },
            cookie,
          )
          const isAllowed = policy === 'team' || hasDuty(role, policy as TeamDuty)
          // Some acts need a password that was confirmed minutes ago, which is another reason for 403.
          const isRefused = (await answer.text()).includes('Your role in the team does not include this.')
          expect([path, kind, isRefused]).toEqual([path, kind, !isAllowed])
          expect(isRefused && answer.status !== 403).toBe(false)
        }
      }
      await expectUnchanged()
    },
  )
})

describe('the team’s actions', () => {
  test.each(['visitor', 'student', 'expert'])('are closed to the %s', async (who) => {
    for (const [path, form] of listForms()) {
      const answer = await send('POST', path, form, cookies[who])
      expect([path, answer.status]).toEqual([path, who === 'visitor' ? 401 : 403])
    }
    await expectUnchanged()
  })

  test('that move money need the password again', async () => {
    for (const [path, form] of listForms().slice(0, 2)) {
      expect((await send('POST', path, form, cookies.team)).status).toBe(403)
      expect((await send('POST', path, { ...form, password: 'a guess' }, cookies.team)).status).toBe(422)
    }
    const csv = await send('POST', '/team/withdrawals.csv', { id: withdrawalId }, cookies.team)
    expect(csv.status).toBe(403)
    await expectUnchanged()
  })
})
