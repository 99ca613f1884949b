import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import type { Attack, Outcome } from '#tests/attack/attack.ts'
import { aroundTheClock } from '#tests/bookings.ts'
import { openPeople, type People } from '#tests/e2e/expert-people.ts'
import { balanceOf, earnMinutes, giveMoney, rupees } from '#tests/money.ts'
import type { Product } from '#tests/product.ts'
import { createCookie } from '#tests/refusals/everybody.ts'
import { completeCall, newRequest } from '#tests/sessions.ts'
import { bank } from '#tests/withdrawals.ts'

const rounds = 3
const atOnce = 8

export const moneyRaces: Attack = {
  name: 'races',
  what: 'races on every route of money',
  seconds: 120,
  async run(product, stop) {
    const people = await openPeople(product.dataDir)
    try {
      return await race(product, people, stop)
    } finally {
      await people.close()
    }
  },
}

type Fields = Record<string, string>
type Post = { token: string; path: string; form?: Fields; json?: object }

async function race(product: Product, people: People, stop: AbortSignal): Promise<Outcome> {
  const system = people.ctxAs({ kind: 'system' })
  const { db } = system
  const findings: string[] = []
  let requests = 0

  /** Sends all of them at once. Nobody may get an error, and the test says what must be true afterwards. */
  async function together(posts: Post[]): Promise<void> {
    requests += posts.length
    const statuses = await Promise.all(posts.map((one) => post(product, one)))
    const errors = statuses.filter((status) => status >= 500)
    if (errors.length > 0) findings.push(`${errors.length} times ${errors[0]} from ${posts[0]?.path}`)
  }
  const often = (create: () => Post) => Array.from({ length: atOnce }, create)
  function expectEqual(what: string, actual: unknown, wanted: unknown): void {
    if (actual !== wanted) findings.push(`${what}: ${String(actual)}, not ${String(wanted)}`)
  }
  const walletOf = (id: string) => balanceOf(db, 'student_wallet', id)
  const count = async (table: string, column: string, value: string) => {
    const where = sql`select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${value}`
    return (await where.execute(db)).rows.map((row) => (row as { count: number }).count)[0] ?? 0
  }

  for (let round = 0; round < rounds && !stop.aborted; round += 1) {
    await addAndSendBack()
    await withdraw()
    await bookAndCancel()
    await callAndRefund()
    await requestAndCancel()
  }
  const mismatches = await auditMoney(system)
  findings.push(...mismatches.map(({ check, what }) => `the books: ${check}: ${what}`))
  return { requests, findings, note: mismatches.length === 0 ? 'the books balance' : 'the books do not balance' }

  async function addAndSendBack(): Promise<void> {
    const { token, person } = await people.student()
    const id = randomUUID()
    const wallet = (act: string, amount: string, own = id) => ({
      token,
      path: '/user/wallet',
      form: { act, id: own, amount },
    })
    await together(often(() => wallet('add', '100')))
    await together(often(() => ({ token, path: `/user/wallet/pay/${id}`, form: { choice: 'pay' } })))
    const other = randomUUID()
    await together(often(() => ({ token, path: '/top-up', json: { id: other, amount: '50' } })))
    expectEqual('after adding ₹100 and ₹50, the wallet', await walletOf(person.id), rupees(150))
    const returned = randomUUID()
    await together(often(() => wallet('send_back', '100', returned)))
    expectEqual('after sending back ₹100 once, the wallet', await walletOf(person.id), rupees(50))
    await together(often(() => wallet('send_back', '50', randomUUID())))
    expectEqual('after sending back the rest, the wallet', await walletOf(person.id), 0)
  }

  async function withdraw(): Promise<void> {
    const { token, password, person } = await people.expert()
    await earnMinutes(system, person.id, 100)
    const form = () => ({ id: randomUUID(), amount: '800', notes: '', account: '', ...bank, password })
    await together(often(() => ({ token, path: '/expert/wallet', form: form() })))
    expectEqual('withdrawals of all earnings', await count('withdrawals', 'expert_id', person.id), 1)
    const { rows } = await sql<{ id: string }>`select id from withdrawals where expert_id = ${person.id}`.execute(db)
    const path = `/team/withdrawals/${rows[0]?.id}`
    const team = await createTeam()
    const act = (name: string, more: Fields = {}) => ({ token: team.token, path, form: { act: name, ...more } })
    await together([...often(() => act('approve')), ...often(() => act('reject', { reason: 'No' }))])
    await together([
      ...often(() => act('process', { bankReference: `UTR${randomUUID().slice(0, 8)}` })),
      ...often(() => act('came_back', { reason: 'Wrong name' })),
    ])
    const { rows: after } = await sql<{ status: string }>`
      select status from withdrawals where expert_id = ${person.id}`.execute(db)
    const isBack = ['rejected', 'returned'].includes(String(after[0]?.status))
    const left = await balanceOf(db, 'expert_earnings', person.id)
    expectEqual(`earnings of a withdrawal that is ${after[0]?.status}`, left, isBack ? rupees(800) : 0)
  }

  async function bookAndCancel(): Promise<void> {
    const [asha, bela, ravi] = [await people.student(), await people.student(), await people.expert()]
    for (const { person } of [asha, bela]) await giveMoney(system, person.id, rupees(1_000))
    await saveSchedule(people.ctxAs({ ...ravi.person, approval: 'approved' }), aroundTheClock)
    const startsAt = new Date(Math.ceil((Date.now() + 3 * 86_400_000) / 900_000) * 900_000).toISOString()
    const fixed = { minutes: '30', zone: 'Asia/Kolkata', callType: 'video', rate: '1000', question: 'Why?', startsAt }
    const book = (token: string) => ({
      token,
      path: `/expert/details/${ravi.expertId}/book`,
      form: { ...fixed, id: randomUUID() },
    })
    await together([...often(() => book(asha.token)), ...often(() => book(bela.token))])
    expectEqual('bookings of one slot', await count('bookings', 'expert_id', ravi.person.id), 1)
    const { rows } = await sql<{ id: string }>`select id from bookings where expert_id = ${ravi.person.id}`.execute(db)
    const cancel = (token: string, side: string) => ({
      token,
      path: `/${side}/bookings/${rows[0]?.id}`,
      form: { act: 'cancel', shownFeePaise: '0' },
    })
    await together([
      ...often(() => cancel(asha.token, 'user')),
      ...often(() => cancel(bela.token, 'user')),
      ...often(() => cancel(ravi.token, 'expert')),
    ])
    const sum = (await walletOf(asha.person.id)) + (await walletOf(bela.person.id))
    expectEqual('two wallets after a cancelled booking', sum, rupees(2_000))
  }

  async function callAndRefund(): Promise<void> {
    const [asha, ravi] = [await people.student(), await people.expert()]
    await giveMoney(system, asha.person.id, rupees(100))
    await people.putOnline(ravi)
    const expert = { ...ravi.person, approval: 'approved' as const }
    const id = await requestSession(people.ctxAs(asha.person), newRequest(ravi.expertId))
    await completeCall(people.ctxAs, { student: asha.person, expert, id, liveMs: 121_000 })
    await people.putOffline(ravi)
    expectEqual('the wallet after three minutes', await walletOf(asha.person.id), rupees(70))
    const form = (fields: Fields) => ({ token: asha.token, path: `/user/sessions/${id}`, form: fields })
    await together([
      ...often(() => form({ act: 'refund', id: randomUUID(), reason: 'Nobody spoke.' })),
      ...often(() => form({ act: 'review', rating: '5', comment: 'Good' })),
    ])
    expectEqual('refund requests of one session', await count('refund_requests', 'session_id', id), 1)
    expectEqual('reviews of one session', await count('reviews', 'session_id', id), 1)
    const { rows } = await sql<{ number: number }>`select number from tickets where session_id = ${id}`.execute(db)
    const team = await createTeam()
    const decide = (outcome: string) => ({
      token: team.token,
      path: `/team/tickets/${rows[0]?.number}`,
      form: { act: 'decide', outcome, amount: '5', answer: 'We looked at it.' },
    })
    await together([...often(() => decide('whole')), ...often(() => decide('part'))])
    const { rows: refunds } = await sql<{ refunded_paise: number }>`
      select refunded_paise from refund_requests where session_id = ${id}`.execute(db)
    const refunded = Number(refunds[0]?.refunded_paise)
    expectEqual('the wallet after one refund', await walletOf(asha.person.id), rupees(70) + refunded)
  }

  async function requestAndCancel(): Promise<void> {
    const [asha, ravi] = [await people.student(), await people.expert()]
    await giveMoney(system, asha.person.id, rupees(100))
    await people.putOnline(ravi)
    const request = () => newRequest(ravi.expertId)
    await together(often(() => ({ token: asha.token, path: '/session-request', json: request() })))
    expectEqual('rings of one student', await count('help_sessions', 'student_id', asha.person.id), 1)
    const { rows } = await sql<{ id: string }>`
      select id from help_sessions where student_id = ${asha.person.id}`.execute(db)
    const step = (token: string, act: string) => ({ token, path: `/sessions/${rows[0]?.id}/step`, form: { act } })
    await together([...often(() => step(asha.token, 'cancel')), ...often(() => step(ravi.token, 'decline'))])
    await people.putOffline(ravi)
    expectEqual('the wallet after a ring without an answer', await walletOf(asha.person.id), rupees(100))
  }

  /** A member who has just confirmed the password, as decisions about money need. */
  async function createTeam() {
    const team = await people.team()
    await sql`update sign_ins set password_confirmed_at = now() where profile_id = ${team.person.id}`.execute(db)
    return team
  }
}

async function post({ origin }: Product, { token, path, form, json }: Post): Promise<number> {
  const answer = await fetch(origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      Origin: origin,
      Cookie: createCookie(token),
      ...(json && { 'Content-Type': 'application/json' }),
    },
    body: json ? JSON.stringify(json) : new URLSearchParams(form),
  })
  await answer.arrayBuffer()
  return answer.status
}
