import { updateStudent } from '#domain/accounts/update-student.server.ts'
import type { Context } from '#domain/context.server.ts'
import { setFavourite } from '#domain/discovery/favourites.server.ts'
import { holdSocket, releaseSocket } from '#domain/experts/reachability.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import type { Person } from '#domain/policy.ts'
import type { SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import type { DemoPayments } from '#platform/payments/port.ts'
import { cast } from '#seeds/cast.ts'
import { demoEmails } from '#seeds/demo-emails.ts'
import { aboutStudent, demoStudents, type StudentName } from '#seeds/demo-students.ts'
import { academicCalls } from '#seeds/past/academic-calls.ts'
import { addMoney } from '#seeds/past/add-money.ts'
import { afterCall, type Deed } from '#seeds/past/after-call.ts'
import { otherCalls } from '#seeds/past/other-calls.ts'
import { isTalk, type PastCall } from '#seeds/past/past-call.ts'
import { instantOf, type PastClock } from '#seeds/past/past-clock.ts'
import { type Cast, playCall } from '#seeds/past/play-call.ts'
import { raviCalls } from '#seeds/past/ravi-calls.ts'
import {
  createStage,
  findExpert,
  findPerson,
  findStudent,
  type PastExpert,
  type PastStudent,
  type Stage,
} from '#seeds/past/stage.ts'
import { withdrawalDeeds } from '#seeds/past/withdrawals.ts'

export const pastCalls: Record<string, PastCall[]> = {
  [cast.ravi.email]: raviCalls,
  ...academicCalls,
  ...otherCalls,
}

/** When everybody has joined, before anything else happens. */
export const pastBegins = { ago: 45, at: '10:00' }

type Students = Record<StudentName, PastStudent>

/**
 * The last six weeks of the demo's people, so that lists, ratings and charts have something true to show: everything is done by the
 * verbs of the product, one after the other, by a clock that is moved. It belongs into one database transaction.
 */
export async function livePast(ctx: Context & { clock: PastClock; payments: DemoPayments }): Promise<void> {
  const now = ctx.clock.now()
  const stage = createStage(ctx)
  const { system } = stage
  const team = await findPerson(system, cast.meera.email)
  const students = await findStudents(system)
  const deeds = await Promise.all([
    ...Object.entries(pastCalls).map(async ([email, calls]) => {
      const expert = await findExpert(system, email)
      return expertDeeds(stage, { expert, students, team, calls, now })
    }),
    studentDeeds(stage, { students, now }),
    withdrawalDeeds(stage, { expert: await findExpert(system, cast.ravi.email), team, now }),
  ])
  for (const { at, act } of deeds.flat().toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    stage.clock.put(at)
    await act()
  }
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

async function findStudents(ctx: Context): Promise<Students> {
  const found = Object.entries(demoStudents).map(async ([name, { email }]) => [
    name,
    await findStudent(ctx, email),
  ])
  return Object.fromEntries(await Promise.all(found)) as Students
}

type OfExpert = { expert: PastExpert; students: Students; team: Person; calls: PastCall[]; now: Date }

/** An expert's calls with what follows each, between coming to the desk and leaving it. */
function expertDeeds(stage: Stage, { expert, students, team, calls, now }: OfExpert): Deed[] {
  const { as, system, nodeId } = stage
  const held = { accountId: expert.id, nodeId }
  const planned = calls.map((call, index) => {
    const id = derivedId(expert.id, `demo call ${index}`) as SessionId
    const own: Cast = { id, student: students[call.by], expert, call }
    const at = instantOf(call, now)
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

const favourites: [StudentName, string][] = [
  ['asha', cast.ravi.email],
  ['asha', 'lakshmi.subramanian@samjhao.example'],
  ['asha', 'rajeshwari.hegde@samjhao.example'],
  ['kabir', cast.ravi.email],
  ['fatima', 'nasreen.qureshi@samjhao.example'],
  ['rohan', 'karthik.shetty@samjhao.example'],
  ['ishita', 'ananya.mukherjee@samjhao.example'],
  ['gurpreet', 'kavita.agarwal@samjhao.example'],
]

async function studentDeeds(
  { as, system, payments }: Stage,
  { students, now }: { students: Students; now: Date },
): Promise<Deed[]> {
  const described = Object.entries(demoStudents).map(([name, about]): Deed => ({
    at: instantOf({ ago: 44, at: '10:00' }, now),
    act: () => updateStudent(as(students[name as StudentName]), aboutStudent(about)),
  }))
  const kept = favourites.map(async ([name, email], index): Promise<Deed> => {
    const { expertId } = await findExpert(system, email)
    return {
      at: instantOf({ ago: 3, at: `21:${10 + index}` }, now),
      act: () => setFavourite(as(students[name]), { expertId, wanted: true }),
    }
  })
  const asha = { ...as(students.asha), payments }
  const amount = paise(200_00)
  const refusedCard: Deed = {
    at: instantOf({ ago: 41, at: '18:05' }, now),
    act: () => addMoney(asha, { what: 'refused card', amount, choice: 'fail' }),
  }
  // Whoever signs in as her can call somebody at once.
  const latest: Deed = {
    at: instantOf({ ago: 1, at: '19:00' }, now),
    act: () => addMoney(asha, { what: 'latest', amount, choice: 'pay' }),
  }
  return [...described, ...(await Promise.all(kept)), refusedCard, latest]
}
