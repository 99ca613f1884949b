import type { Context } from '#domain/context.server.ts'
import { holdSocket, releaseSocket } from '#domain/experts/reachability.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import type { DemoPayments } from '#platform/payments/port.ts'
import { unplanAll } from '#platform/jobs/port.ts'
import { cast } from '#demo/cast.ts'
import { demoEmails } from '#demo/people/demo-emails.ts'
import { academicCalls } from '#demo/past/academic-calls.ts'
import { afterCall } from '#demo/past/after-call.ts'
import { bookingDeeds } from '#demo/past/booking-deeds.ts'
import type { Deed } from '#demo/past/deed.ts'
import { otherCalls } from '#demo/past/other-calls.ts'
import { isTalk, type PastCall } from '#demo/past/past-call.ts'
import { instantOf, type PastClock } from '#demo/past/past-clock.ts'
import { type Cast, playCall } from '#demo/past/play-call.ts'
import { raviCalls } from '#demo/past/ravi-calls.ts'
import { readingDeeds } from '#demo/past/reading-deeds.ts'
import { createStage, findExpert, type PastExpert, type Stage } from '#demo/past/stage.ts'
import { findStudents, studentDeeds, type Students } from '#demo/past/student-deeds.ts'
import { type AsTeam, createTeam } from '#demo/past/team-deeds.ts'
import { withdrawalDeeds } from '#demo/past/withdrawal-deeds.ts'

export const pastCalls: Record<string, PastCall[]> = {
  [cast.ravi.email]: raviCalls,
  ...academicCalls,
  ...otherCalls,
}

/** When everybody has joined, before anything else happens. */
export const pastBegins = { ago: 45, at: '10:00' }

/**
 * The last six weeks of the demo's people, so that lists, ratings and charts have something true to show: everything is done by the
 * verbs of the product, one after the other, by a clock that is moved. It belongs into one database transaction.
 */
export async function livePast(ctx: Context & { clock: PastClock; payments: DemoPayments }): Promise<void> {
  const now = ctx.clock.now()
  const stage = createStage(ctx)
  const { system } = stage
  const team = await createTeam(stage)
  const students = await findStudents(system)
  const experts = await Promise.all(Object.keys(pastCalls).map((email) => findExpert(system, email)))
  const deeds = await Promise.all([
    ...Object.entries(pastCalls).map(async ([email, calls]) => {
      const expert = await findExpert(system, email)
      return expertDeeds(stage, { expert, students, team, calls, now })
    }),
    studentDeeds(stage, { students, now }),
    bookingDeeds(stage, { students, now }),
    readingDeeds(stage, { people: [...Object.values(students), ...experts], now }),
    withdrawalDeeds(stage, { expert: await findExpert(system, cast.ravi.email), team, now }),
  ])
  for (const { at, act } of deeds.flat().toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    stage.clock.put(at)
    await act()
  }
  // What they were told they have read long ago.
  await unplanAll(ctx.db, 'send_booking_mail')
}

/** Whether all of the demo's people are here and nobody else, and nothing has happened to them yet. */
export async function hasNoPast({ db }: Context): Promise<boolean> {
  const [people, payment, session] = await Promise.all([
    db.selectFrom('profiles').select('email').execute(),
    db.selectFrom('payments').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('help_sessions').select('id').limit(1).executeTakeFirst(),
  ])
  const isComplete = people.length === demoEmails.size && people.every(({ email }) => demoEmails.has(email))
  return isComplete && !payment && !session
}

type OfExpert = { expert: PastExpert; students: Students; team: AsTeam; calls: PastCall[]; now: Date }

/** An expert's calls with what follows each, between coming to the desk and leaving it. */
function expertDeeds(stage: Stage, { expert, students, team, calls, now }: OfExpert): Deed[] {
  const { as, system, nodeId } = stage
  const held = { accountId: expert.id, nodeId }
  const planned = calls.map((call, index) => {
    const id = derivedId(expert.id, `demo call ${index}`) as SessionId
    const own: Cast = { id, student: students[call.by], expert, call }
    // Nobody calls at the full minute.
    const at = new Date(instantOf(call, now).getTime() + ((17 * index) % 60) * 1_000)
    // With ringing, answering and a line that broke.
    const endsAt = new Date(at.getTime() + (isTalk(call) ? call.talks : 1) * 60_000 + 30_000)
    const after = isTalk(call) ? afterCall(stage, own, { endsAt, team, after: call }) : []
    return { at, endsAt, deeds: [{ at, act: () => playCall(stage, own) }, ...after] }
  })
  const firstMs = Math.min(...planned.map(({ at }) => at.getTime()))
  const lastMs = Math.max(...planned.map(({ endsAt }) => endsAt.getTime()))
  return [
    {
      at: new Date(firstMs - 10 * 60_000),
      act: async () => {
        await holdSocket(system, held)
        await setOnline(as(expert), true)
      },
    },
    ...planned.flatMap(({ deeds }) => deeds),
    {
      at: new Date(lastMs + 5 * 60_000),
      act: async () => {
        await setOnline(as(expert), false)
        await releaseSocket(system, held)
      },
    },
  ]
}
