import { cast } from '#seeds/cast.ts'
import { demoExperts } from '#seeds/demo-experts.ts'
import { demoStudents } from '#seeds/demo-students.ts'

/** Everybody whom the demo knows. */
export const demoEmails: ReadonlySet<string> = new Set(
  [...Object.values(cast), ...Object.values(demoStudents), ...demoExperts].map(({ email }) => email),
)
