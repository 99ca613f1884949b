import { cast } from '#demo/cast.ts'
import { demoExperts } from '#demo/people/demo-experts.ts'
import { demoStudents } from '#demo/people/demo-students.ts'

/** The email addresses of all demo accounts. */
export const demoEmails: ReadonlySet<string> = new Set(
  [...Object.values(cast), ...Object.values(demoStudents), ...demoExperts].map(({ email }) => email),
)
