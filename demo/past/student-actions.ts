import { cast } from '#demo/cast.ts'
import { addMoney } from '#demo/past/add-money.ts'
import type { PastAction } from '#demo/past/past-action.ts'
import { toInstant } from '#demo/past/past-clock.ts'
import { findExpert, findStudent, type PastStudent, type ReplayContext } from '#demo/past/replay-context.ts'
import { demoStudents, type StudentName, toStudentProfile } from '#demo/people/demo-students.ts'
import { updateStudent } from '#domain/accounts/update-student.server.ts'
import type { Context } from '#domain/context.server.ts'
import { setFavourite } from '#domain/discovery/favourites.server.ts'
import { paise } from '#kernel/money.ts'

export type Students = Record<StudentName, PastStudent>

export async function findStudents(ctx: Context): Promise<Students> {
  const found = Object.entries(demoStudents).map(async ([name, { email }]) => [name, await findStudent(ctx, email)])
  return Object.fromEntries(await Promise.all(found)) as Students
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

/** Returns the profile, favourite and payment actions of students. */
export async function studentActions(
  { as, system, payments }: ReplayContext,
  { students, now }: { students: Students; now: Date },
): Promise<PastAction[]> {
  const profileActions = Object.entries(demoStudents).map(([name, about]): PastAction => ({
    at: toInstant({ daysAgo: 44, at: '10:00' }, now),
    run: () => updateStudent(as(students[name as StudentName]), toStudentProfile(about)),
  }))
  const favouriteActions = favourites.map(async ([name, email], index): Promise<PastAction> => {
    const { expertId } = await findExpert(system, email)
    return {
      at: toInstant({ daysAgo: 3, at: `21:${10 + index}` }, now),
      run: () => setFavourite(as(students[name]), { expertId, wanted: true }),
    }
  })
  const asha = { ...as(students.asha), payments }
  const amount = paise(200_00)
  const refusedCard: PastAction = {
    at: toInstant({ daysAgo: 41, at: '18:05' }, now),
    run: () => addMoney(asha, { idSeed: 'refused card', amount, choice: 'fail' }),
  }
  // Lets a demo visitor who signs in as Asha call immediately.
  const latest: PastAction = {
    at: toInstant({ daysAgo: 1, at: '19:00' }, now),
    run: () => addMoney(asha, { idSeed: 'latest', amount, choice: 'pay' }),
  }
  return [...profileActions, ...(await Promise.all(favouriteActions)), refusedCard, latest]
}
