/** Somebody is the student of some rows and the expert of others, each found by an index of its own. */
export const historySides = [
  { side: 'student', ownColumn: 'student_id', other: 'expert_id' },
  { side: 'expert', ownColumn: 'expert_id', other: 'student_id' },
] as const
