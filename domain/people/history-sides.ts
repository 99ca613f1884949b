/** The two columns that may contain a person. Each is read with its own index. */
export const historySides = [
  { side: 'student', ownColumn: 'student_id', otherColumn: 'expert_id' },
  { side: 'expert', ownColumn: 'expert_id', otherColumn: 'student_id' },
] as const
