import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import { bookSession } from '#domain/bookings/book-session.server.ts'
import type { Actor, Role } from '#domain/policy.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { aroundTheClock, newBooking } from '#tests/bookings.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import type { Product } from '#tests/product.ts'
import { createCookie } from '#tests/refusals/everybody.ts'
import { listOddRequests, type OddRequest } from '#tests/refusals/odd-requests.ts'

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

/** The people who send odd requests, with what they own. */
export type OddPeople = Awaited<ReturnType<typeof createOddPeople>>
export type OddAnswer = { request: OddRequest; status: number; isReached: boolean }

/** Sends odd requests until the deadline. The same seed makes the same requests. */
export async function sendOddRequests(
  { origin }: Pick<Product, 'origin'>,
  { people, seed, untilMs }: { people: OddPeople; seed: number; untilMs: number },
): Promise<{ all: OddRequest[]; answers: OddAnswer[] }> {
  const all = listOddRequests({ seed, ...people })
  const answers: OddAnswer[] = []
  const waiting = all.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const request of waiting) {
        if (Date.now() > untilMs) return
        const { status, headers } = await sendPatiently(origin, request, people.cookies)
        answers.push({ request, status, isReached: request.isAimed && !isTurnedAway(status, headers) })
      }
    }),
  )
  return { all, answers }
}

/** Lists errors of the server, and unknown acts that were taken for a known one. */
export function listProblems(answers: OddAnswer[]): string[] {
  const problems = answers.filter(
    ({ request, status }) => status >= 500 || (request.oddity.startsWith('act=') && status !== 400),
  )
  const texts = problems.map(
    ({ request: { who, method, path, oddity }, status }) =>
      `${status} ${who} ${method} ${path.slice(0, 90)}: ${oddity}`,
  )
  return [...new Set(texts)].toSorted()
}

type Cookies = Record<string, { usual: string; spare: string; party: string }>

/** A busy machine may say 503, 'try again in a moment'. A second one is an error. */
async function sendPatiently(origin: string, request: OddRequest, cookies: Cookies) {
  const answer = await send(origin, request, cookies)
  return answer.status === 503 ? send(origin, request, cookies) : answer
}

/** The cookie of the person who sends this request. */
export function cookieOf({ file, who }: OddRequest, cookies: Cookies): string {
  return cookies[who]?.[endsSignIns.has(file) ? 'spare' : ofSession.has(file) ? 'party' : 'usual'] ?? ''
}

async function send(origin: string, request: OddRequest, cookies: Cookies) {
  const { method, path, type, body } = request
  const headers = new Headers({ Origin: origin, Cookie: cookieOf(request, cookies) })
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
function isTurnedAway(status: number, headers: Headers): boolean {
  const isSentToLogIn = headers.get('location')?.startsWith('/login') ?? false
  return [401, 403, 405, 413, 415, 421].includes(status) || isSentToLogIn
}

/** Creates people in the database of a running product. Call `done` when the last request has been sent. */
export async function createOddPeople(dataDir: string) {
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
export function errorsIn(output: string): string {
  const lines = output.split('\n').filter((line) => /unexpected error|database unavailable/.test(line))
  const causes = new Map(
    lines.map((line) => [/"path":"[^"]*"/.exec(line)?.[0] ?? line.slice(0, 80), line.slice(0, 900)]),
  )
  return [...causes.values()].slice(0, 20).join('\n')
}
