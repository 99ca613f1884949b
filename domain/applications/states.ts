export const applicationStages = ['received', 'reviewing', 'interview', 'accepted', 'rejected'] as const
export type ApplicationStage = (typeof applicationStages)[number]

/** True until the application is accepted or rejected. After that it cannot change. */
export function isUndecided(stage: ApplicationStage): boolean {
  return stage !== 'accepted' && stage !== 'rejected'
}
