import type { People } from '#tests/e2e/expert-people.ts'

/** The two people of a session and everybody whom it is no business of, each with the cookie of a sign-in. */
export async function bringEverybody(people: People) {
  const student = await people.student()
  const expert = await people.expert()
  const otherStudent = await people.student()
  const otherExpert = await people.expert()
  const all = {
    student,
    expert,
    'other student': otherStudent,
    'other expert': otherExpert,
    pending: await people.pendingExpert(),
    team: await people.team(),
  }
  const cookies: Record<string, string> = { visitor: '' }
  for (const [who, { token }] of Object.entries(all)) cookies[who] = `samjhao_sign_in=${token}`
  return { student, expert, otherStudent, otherExpert, cookies }
}
