import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import { bookSession } from '#domain/bookings/book-session.server.ts'
import type { Actor, Role } from '#domain/policy.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { useProducts } from '#tests/demo.ts'
import { aroundTheClock, newBooking } from '#tests/bookings.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { createCookie } from '#tests/refusals/everybody.ts'
import { listOddRequests, type OddRequest } from '#tests/refusals/odd-requests.ts'

// Sends what no page sends to every route of a product of its own, because the team's forms change what others see.
const products = useProducts()
const seed = Number(process.env.ODD_SEED ?? 18)
const deadlineMs = 60_000
const atOnce = 3
/** These end sign-ins, so other people of the same kind use them. */
const endsSignIns = new Set(['app/account/logout.route.ts', 'app/account/security.route.tsx'])

/** These are about a session of the past, so its own two people use them. */
const ofSession = new Set([
  'app/sessions/session.route.tsx',
  'app/sessions/session-step.route.ts',
  'app/sessions/session-alternatives.route.ts',
  'app/call/chat/session-messages.route.ts',
])

test('odd requests to every route get a refusal, never an error, and at least half of them reach the verb', async () => {
  const product = await products.startAgain()
  await product.ready
  const { actors, cookies, records, done } = await createPeopleAndRecords(product.dataDir)
  const requests = listOddRequests({ seed, actors, records })
  const answers: { request: OddRequest; status: number; isAway: boolean }[] = []
  const endsAt = Date.now() + deadlineMs
  const waiting = requests.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const request of waiting) {
        if (Date.now() > endsAt) return
        const { status, headers } = await sendPatiently(product.origin, request, cookies)
        const isAway = isTurnedAway(request, status, headers)
        answers.push({ request, status, isAway })
      }
    }),
  )
  await done()
  const files = new Set(answers.map(({ request }) => request.file))
  const reached = answers.filter(({ request, isAway }) => request.isAimed && !isAway).length
  const share = Math.round((reached / answers.length) * 100)
  process.stdout.write(
    `${answers.length} of ${requests.length} odd requests to ${files.size} routes (seed ${seed}): ` +
      `${share}% reached the verb\n`,
  )
  // An unknown act must not be taken for the last known one.
  const taken = answers.filter(
    ({ request, status, isAway }) => request.oddity.startsWith('act=') && status !== 400 && !isAway,
  )
  const takenTexts = taken.map(({ request: { who, path, oddity }, status }) => `${status} ${who} ${path}: ${oddity}`)
  const errors = answers
    .filter(({ status }) => status >= 500)
    .map(
      ({ request: { who, method, path, oddity }, status }) =>
        `${status} ${who} ${method} ${path.slice(0, 90)}: ${oddity}`,
    )
  if (errors.length > 0) process.stdout.write(`${errorsIn(product.output())}\n`)
  expect([...new Set(errors)].toSorted()).toEqual([])
  expect(takenTexts.toSorted()).toEqual([])
  expect([...files].toSorted()).toEqual([...new Set(requests.map(({ file }) => file))].toSorted())
  expect(share).toBeGreaterThanOrEqual(50)
  // The product still works.
  expect((await fetch(`${product.origin}/readyz`)).status).toBe(200)
})

type Cookies = Record<string, { usual: string; spare: string; party: string }>

/** A busy machine may say 503, 'try again in a moment'. A second one is an error. */
async function sendPatiently(origin: string, request: OddRequest, cookies: Cookies) {
  const answer = await send(origin, request, cookies)
  return answer.status === 503 ? send(origin, request, cookies) : answer
}

async function send(origin: string, { file, who, method, path, type, body }: OddRequest, cookies: Cookies) {
  const cookie = cookies[who]?.[endsSignIns.has(file) ? 'spare' : ofSession.has(file) ? 'party' : 'usual'] ?? ''
  const headers = new Headers({ Origin: origin, Cookie: cookie })
  if (type !== undefined && typeof body === 'string') headers.set('Content-Type', type)
  const answer = await fetch(origin + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })
  await answer.arrayBuffer()
  return answer
}

/** Turned away before the verb: by the guards, the policy, or a redirect to the person's own page. */
function isTurnedAway({ path }: OddRequest, status: number, headers: Headers): boolean {
  const location = headers.get('location') ?? ''
  const ownPage = path.replace(/^\/(user|expert)\//, (_, kind) => (kind === 'user' ? '/expert/' : '/user/'))
  const isSentAway = location.startsWith('/login') || (location === ownPage && ownPage !== path)
  return [401, 403, 405, 413, 415, 421].includes(status) || isSentAway
}

async function createPeopleAndRecords(dataDir: string) {
  const people = await openPeople(dataDir)
  const database = new pg.Pool({ connectionString: await readFile(join(dataDir, 'database-url'), 'utf8'), max: 1 })
  const find = async (statement: string, values: unknown[] = []) => (await database.query(statement, values)).rows[0]
  const { ctxAs } = people
  const expert = await people.expert()
  const student = await people.student()
  const all = { student, expert, pending: await people.pendingExpert(), team: await people.team() }
  const spare = {
    student: await people.student(),
    expert: await people.expert(),
    pending: await people.pendingExpert(),
    team: await people.team(),
  }
  const victim = await people.student()
  const otherExpert = await people.expert()
  // The team confirmed its password a moment ago, and does so for the whole test.
  await database.query(
    `update sign_ins set password_confirmed_at = now() from profiles where profiles.id = profile_id and role = 'team'`,
  )
  await giveMoney(ctxAs({ kind: 'system' }), student.person.id, rupees(5_000))
  const approved = { ...expert.person, approval: 'approved' as const }
  await saveSchedule(ctxAs(approved), aroundTheClock)
  const startsAt = new Date(Math.ceil((Date.now() + 3 * 86_400_000) / 900_000) * 900_000)
  const bookingId = await bookSession(ctxAs(student.person), newBooking(expert.expertId, startsAt))
  // A settled session of the demo's past, and its two people.
  const past = await find(
    `select id, student_id, expert_id from help_sessions where state = 'settled' order by id limit 1`,
  )
  const session = String(past?.id)
  const review = String((await find('select id from reviews limit 1'))?.id)
  const withdrawal = String((await find(`select id from withdrawals order by status limit 1`))?.id)
  const records: Record<string, string> = {
    SESSION: session,
    REVIEW: review,
    EXPERT: expert.expertId,
    WITHDRAWAL: withdrawal,
    STUDENT_EMAIL: student.email,
    LATER: new Date(startsAt.getTime() + 86_400_000).toISOString(),
    'app/discovery/expert.route.tsx': expert.expertId,
    'app/discovery/expert-details.route.tsx': expert.expertId,
    'app/discovery/share-image.route.ts': expert.expertId,
    'app/bookings/book.route.tsx': expert.expertId,
    'app/bookings/booking.route.tsx': bookingId,
    'app/bookings/booking-step.route.ts': bookingId,
    'app/bookings/booking-calendar.route.ts': bookingId,
    'app/sessions/session.route.tsx': session,
    'app/sessions/session-step.route.ts': session,
    'app/sessions/session-alternatives.route.ts': session,
    'app/call/chat/session-messages.route.ts': session,
    'app/team/sessions/session.route.tsx': session,
    'app/team/reviews/review.route.tsx': review,
    'app/team/withdrawals/withdrawal.route.tsx': withdrawal,
    'app/team/people/person.route.tsx': victim.person.id,
    'app/team/experts/expert.route.tsx': otherExpert.expertId,
    'app/team/tickets/ticket.route.tsx': String((await find('select number from tickets limit 1'))?.number ?? 1),
    'app/team/applications/application.route.tsx': String((await find('select id from applications limit 1'))?.id),
    'app/team/books/operation.route.tsx': String((await find('select id from ledger_operations limit 1'))?.id),
  }
  const actors: Record<string, Actor> = {
    visitor: { kind: 'visitor', address: '127.0.0.1' },
    student: student.person,
    expert: approved,
    pending: all.pending.person,
    team: all.team.person,
  }
  const system = ctxAs({ kind: 'system' })
  const signInAs = async (id: AccountId, role: Role) =>
    (await startSignIn(system, system.db, { id, role }, { address: '127.0.0.1', userAgent: 'a test' })).token
  const party: Record<string, string> = {
    student: await signInAs(past.student_id, 'student'),
    expert: await signInAs(past.expert_id, 'expert'),
  }
  const cookies = Object.fromEntries(
    Object.entries(all).map(([who, { token }]) => [
      who,
      {
        usual: createCookie(token),
        spare: createCookie(spare[who as keyof typeof spare].token),
        party: createCookie(party[who] ?? token),
      },
    ]),
  )
  return { actors, cookies, records, done: () => Promise.all([people.close(), database.end()]) }
}

/** The first logged errors, one for each cause. */
function errorsIn(output: string): string {
  const lines = output.split('\n').filter((line) => /unexpected error|database unavailable/.test(line))
  const causes = new Map(
    lines.map((line) => [/"path":"[^"]*"/.exec(line)?.[0] ?? line.slice(0, 80), line.slice(0, 900)]),
  )
  return [...causes.values()].slice(0, 20).join('\n')
}
