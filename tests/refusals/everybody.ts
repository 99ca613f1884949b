import { openPeople, type People } from '#tests/e2e/expert-people.ts'

type SignedIn = { token: string; person: { id: string } }

/** Creates a student, an approved expert and a team member, each with a sign-in cookie. */
export async function createOneOfEach(dataDir: string) {
  const people = await openPeople(dataDir)
  const all = { student: await people.student(), expert: await people.expert(), team: await people.team() }
  await people.close()
  return { ...all, ...collectSignIns(all) }
}

/** Creates both people of a session and all kinds of outsiders, each with a sign-in cookie. */
export async function createEverybody(people: People) {
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
  return { student, expert, otherStudent, otherExpert, ...collectSignIns(all) }
}

export function collectSignIns(all: Record<string, SignedIn>) {
  const cookies: Record<string, string> = { visitor: '' }
  for (const [who, { token }] of Object.entries(all)) cookies[who] = createCookie(token)
  return { cookies, accountIds: Object.values(all).map(({ person }) => person.id) }
}

export function createCookie(token: string): string {
  return `samjhao_sign_in=${token}`
}
