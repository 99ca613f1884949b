/** A person can be the student of some rows and the expert of others; each side has its own index. */
export const historySides = [
  { side: 'student', ownColumn: 'student_id', other: 'expert_id' },
  { side: 'expert', ownColumn: 'expert_id', other: 'student_id' },
] as const
