import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import { savePreparedBoard } from '#domain/boards/prepared-boards.server.ts'
import { bookSession } from '#domain/bookings/book-session.server.ts'
import { proposeCorrection } from '#domain/books/propose-correction.server.ts'
import type { Actor, Role } from '#domain/policy.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { startPayment } from '#domain/wallet/start-payment.server.ts'
import { type AccountId, boardId } from '#kernel/ids.ts'
import { systemClock } from '#kernel/time.ts'
import { createDemoPayments } from '#platform/payments/demo.ts'
import { enterApplicationOfKavita } from '#tests/applications.ts'
import { aroundTheClock, newBooking } from '#tests/bookings.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { nextQuarterHour } from '#tests/quarter-hours.ts'
import { createCookie } from '#tests/refusals/everybody.ts'

const sparesOfAKind = 5

/** People of each kind, their cookies, and the records that paths name. */
export type PeopleAndRecords = Awaited<ReturnType<typeof createPeopleAndRecords>>

/** Creates people of each kind and a record for each path that names one, in the database of a running product. */
export async function createPeopleAndRecords(dataDir: string) {
  const people = await openPeople(dataDir)
  const database = new pg.Pool({ connectionString: await readFile(join(dataDir, 'database-url'), 'utf8'), max: 1 })
  const find = async (statement: string, values: unknown[] = []) => (await database.query(statement, values)).rows[0]
  const { ctxAs } = people
  const expert = await people.expert()
  const student = await people.student()
  const all = { student, expert, pending: await people.pendingExpert(), team: await people.team() }
  // Wrong passwords lock an account for a while, so these people send such requests in turn. There are few of them,
  // because each password check is slow.
  const spares = {
    student: await createSpares(people.student),
    expert: await createSpares(people.expert),
    pending: [await people.pendingExpert()],
    team: [await people.team()],
    newcomer: [],
  }
  // Only experts, whose accounts the team may have created, can be newcomers.
  const newcomer = await people.expert()
  await database.query('delete from terms_acceptances where profile_id = $1', [newcomer.person.id])
  const victim = await people.student()
  const otherExpert = await people.expert()
  // The team confirmed its password a moment ago.
  await database.query('update sign_ins set password_confirmed_at = now() where profile_id = any ($1)', [
    [all.team, ...spares.team].map(({ person }) => person.id),
  ])
  await giveMoney(ctxAs({ kind: 'system' }), student.person.id, rupees(5_000))
  const approved = { ...expert.person, approval: 'approved' as const }
  await saveSchedule(ctxAs(approved), aroundTheClock)
  const startsAt = nextQuarterHour(Date.now() + 3 * 86_400_000)
  const bookingId = await bookSession(ctxAs(student.person), newBooking(expert.expertId, startsAt))
  // A settled session of the demo's past, and its two people.
  const past = await find(
    `select id, student_id, expert_id from help_sessions where state = 'settled' order by id limit 1`,
  )
  const session = String(past?.id)
  const finance = await people.team('finance')
  const proposer = { ...finance.person, teamRole: 'finance' as const }
  await database.query('update sign_ins set password_confirmed_at = now() where profile_id = $1', [proposer.id])
  const correction = randomUUID()
  await proposeCorrection(ctxAs(proposer), {
    id: correction,
    person: student.email,
    from: 'gateway_clearing',
    to: 'student_wallet',
    amount: '5',
    cause: 'payment_missing',
    reason: 'Paid on Friday.',
  })
  const { id: application } = await enterApplicationOfKavita(ctxAs(all.team.person), { id: randomUUID() })
  const payment = randomUUID()
  const payments = createDemoPayments({ db: ctxAs(student.person).db, clock: systemClock })
  await startPayment({ ...ctxAs(student.person), payments }, { id: payment, amount: '100' })
  const request = randomUUID()
  await database.query(
    `insert into requests (id, student_id, call_type, question, max_rate_paise_per_minute, held_paise, state, asked_at,
      open_until, next_at, closed_at)
    values ($1, $2, 'video', 'Why is the sky blue?', 1000, 5000, 'unanswered', now(), now() + '1 minute', now(), now())`,
    [request, student.person.id],
  )
  const prepared = randomUUID()
  await savePreparedBoard(ctxAs(approved), { id: boardId.parse(prepared), name: 'Integration' })
  const review = String((await find('select id from reviews limit 1'))?.id)
  const withdrawal = String((await find(`select id from withdrawals order by status limit 1`))?.id)
  const records: Record<string, string> = {
    SESSION: session,
    REVIEW: review,
    EXPERT: expert.expertId,
    WITHDRAWAL: withdrawal,
    STUDENT_EMAIL: student.email,
    LOGIN_EMAIL: (await people.student()).email,
    PARTY_EMAIL: String((await find('select email from profiles where id = $1', [past.student_id]))?.email),
    MEMBER: finance.person.id,
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
    'app/boards/board-changes.route.ts': session,
    'app/boards/board-copy.route.ts': session,
    'app/boards/board-pictures.route.ts': session,
    'app/boards/prepared-board.route.tsx': prepared,
    'app/team/sessions/session.route.tsx': session,
    'app/team/reviews/review.route.tsx': review,
    'app/team/search/topic.route.tsx': 'mathematics',
    'app/team/withdrawals/withdrawal.route.tsx': withdrawal,
    'app/team/people/person.route.tsx': victim.person.id,
    'app/team/experts/expert.route.tsx': otherExpert.expertId,
    'app/team/tickets/ticket.route.tsx': String((await find('select number from tickets limit 1'))?.number ?? 1),
    'app/team/applications/application.route.tsx': application,
    'app/team/books/correction.route.tsx': correction,
    'app/wallet/wallet-pay.route.tsx': payment,
    'app/requests/request.route.ts': request,
    'app/requests/request-alternatives.route.ts': request,
    'app/team/books/operation.route.tsx': String((await find('select id from ledger_operations limit 1'))?.id),
  }
  const actors: Record<string, Actor> = {
    visitor: { kind: 'visitor', address: '127.0.0.1' },
    student: student.person,
    expert: approved,
    pending: all.pending.person,
    team: all.team.person,
    newcomer: { kind: 'newcomer', id: newcomer.person.id, signInId: newcomer.person.signInId },
  }
  const system = ctxAs({ kind: 'system' })
  const signInAs = async (id: AccountId, role: Role) =>
    (await startSignIn(system, system.db, { id, role }, { address: '127.0.0.1', userAgent: 'a test' })).token
  const party: Record<string, string> = {
    student: await signInAs(past.student_id, 'student'),
    expert: await signInAs(past.expert_id, 'expert'),
  }
  const leaving: Record<string, string> = {}
  for (const [who, [first]] of Object.entries(spares))
    if (first) leaving[who] = await signInAs(first.person.id, first.person.role)
  const cookies = Object.fromEntries(
    Object.entries({ ...all, newcomer }).map(([who, { token }]) => [
      who,
      {
        usual: createCookie(token),
        spares: spares[who as keyof typeof spares].map((spare) => createCookie(spare.token)),
        party: createCookie(party[who] ?? token),
        leaving: createCookie(leaving[who] ?? token),
      },
    ]),
  )
  return { actors, cookies, records, done: () => Promise.all([people.close(), database.end()]) }
}

async function createSpares<Spare>(create: () => Promise<Spare>): Promise<Spare[]> {
  const spares: Spare[] = []
  while (spares.length < sparesOfAKind) spares.push(await create())
  return spares
}
