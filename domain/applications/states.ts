export const applicationStages = ['received', 'reviewing', 'interview', 'accepted', 'rejected'] as const
export type ApplicationStage = (typeof applicationStages)[number]

/** Until it is decided; then it stays as it is. */
export function isUndecided(stage: ApplicationStage): boolean {
  return stage !== 'accepted' && stage !== 'rejected'
}
