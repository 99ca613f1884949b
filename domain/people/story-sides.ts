/** Somebody is the student of some rows and the expert of others, each found by an index of its own. */
export const storySides = [
  { side: 'student', own: 'student_id', other: 'expert_id' },
  { side: 'expert', own: 'expert_id', other: 'student_id' },
] as const
