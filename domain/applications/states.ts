export const stages = ['received', 'reviewing', 'interview', 'accepted', 'rejected'] as const
export type Stage = (typeof stages)[number]

/** Until it is decided; then it stays as it is. */
export function isUndecided(stage: Stage): boolean {
  return stage !== 'accepted' && stage !== 'rejected'
}
