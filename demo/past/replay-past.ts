import type { Context } from '#domain/context.server.ts'
import { registerSocket, unregisterSocket } from '#domain/experts/reachability.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { sessionId } from '#kernel/ids.ts'
import type { DemoPayments } from '#platform/payments/port.ts'
import { cancelJobs } from '#platform/jobs/port.ts'
import { cast } from '#demo/cast.ts'
import { demoEmails } from '#demo/people/demo-emails.ts'
import { academicCalls } from '#demo/past/academic-calls.ts'
import { afterCallActions } from '#demo/past/after-call-actions.ts'
import { bookingActions } from '#demo/past/booking-actions.ts'
import type { PastAction } from '#demo/past/past-action.ts'
import { otherCalls } from '#demo/past/other-calls.ts'
import { isTalk, type PastCall } from '#demo/past/past-call.ts'
import { type PastClock, toInstant } from '#demo/past/past-clock.ts'
import { type PastParticipants, playCall } from '#demo/past/play-call.ts'
import { raviCalls } from '#demo/past/ravi-calls.ts'
import { readingActions } from '#demo/past/reading-actions.ts'
import { createReplayContext, findExpert, type PastExpert, type ReplayContext } from '#demo/past/replay-context.ts'
import { findStudents, studentActions, type Students } from '#demo/past/student-actions.ts'
import { type RunAsTeam, createTeamRunner } from '#demo/past/team-runner.ts'
import { withdrawalActions } from '#demo/past/withdrawal-actions.ts'

export const pastCalls: Record<string, PastCall[]> = {
  [cast.ravi.email]: raviCalls,
  ...academicCalls,
  ...otherCalls,
}

/** The time at which all demo accounts are created, before any other action. */
export const pastStart = { daysAgo: 45, at: '10:00' }

/**
 * Replays the last six weeks of the demo users, so that lists, ratings and charts show real data. The product's own
 * actions run one after the other on a controlled clock. Run it in one database transaction.
 */
export async function replayPast(ctx: Context & { clock: PastClock; payments: DemoPayments }): Promise<void> {
  const now = ctx.clock.now()
  const replay = createReplayContext(ctx)
  const { system } = replay
  const team = await createTeamRunner(replay)
  const students = await findStudents(system)
  const experts = await Promise.all(Object.keys(pastCalls).map((email) => findExpert(system, email)))
  const actions = await Promise.all([
    ...Object.entries(pastCalls).map(async ([email, calls]) => {
      const expert = await findExpert(system, email)
      return expertActions(replay, { expert, students, team, calls, now })
    }),
    studentActions(replay, { students, now }),
    bookingActions(replay, { students, now }),
    readingActions(replay, { people: [...Object.values(students), ...experts], now }),
    withdrawalActions(replay, { expert: await findExpert(system, cast.ravi.email), team, now }),
  ])
  for (const { at, run } of actions.flat().toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    replay.clock.set(at)
    await run()
  }
  // The demo users do not need mails about the past.
  await cancelJobs(ctx.db, 'send_booking_mail')
}

/** Whether exactly the demo accounts exist, without payments and sessions. */
export async function needsPast({ db }: Context): Promise<boolean> {
  const [people, payment, session] = await Promise.all([
    db.selectFrom('profiles').select('email').execute(),
    db.selectFrom('payments').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('help_sessions').select('id').limit(1).executeTakeFirst(),
  ])
  const isComplete = people.length === demoEmails.size && people.every(({ email }) => demoEmails.has(email))
  return isComplete && !payment && !session
}

type ExpertPastOptions = {
  expert: PastExpert
  students: Students
  team: RunAsTeam
  calls: PastCall[]
  now: Date
}

/** Returns an expert's calls and their follow-ups, between going online and going offline. */
function expertActions(replay: ReplayContext, { expert, students, team, calls, now }: ExpertPastOptions): PastAction[] {
  const { as, system, nodeId } = replay
  const socketOwner = { accountId: expert.id, nodeId }
  const planned = calls.map((call, index) => {
    const id = sessionId.parse(derivedId(expert.id, `demo call ${index}`))
    const participants: PastParticipants = { id, student: students[call.by], expert, call }
    // Spread the start times within the minute.
    const at = new Date(toInstant(call, now).getTime() + ((17 * index) % 60) * 1_000)
    // Includes ringing, answering and an interruption.
    const endsAt = new Date(at.getTime() + (isTalk(call) ? call.talkMinutes : 1) * 60_000 + 30_000)
    const after = isTalk(call) ? afterCallActions(replay, participants, { endsAt, team, after: call }) : []
    return { at, endsAt, actions: [{ at, run: () => playCall(replay, participants) }, ...after] }
  })
  const firstMs = Math.min(...planned.map(({ at }) => at.getTime()))
  const lastMs = Math.max(...planned.map(({ endsAt }) => endsAt.getTime()))
  return [
    {
      at: new Date(firstMs - 10 * 60_000),
      run: async () => {
        await registerSocket(system, socketOwner)
        await setOnline(as(expert), true)
      },
    },
    ...planned.flatMap(({ actions }) => actions),
    {
      at: new Date(lastMs + 5 * 60_000),
      run: async () => {
        await setOnline(as(expert), false)
        await unregisterSocket(system, socketOwner)
      },
    },
  ]
}
