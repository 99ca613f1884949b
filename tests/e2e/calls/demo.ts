import { demoExperts } from '#demo/people/demo-experts.ts'

/** The experts of the demo who answer by themselves. Each is in one call at a time, so no two journeys call the same one. */
export const answeringExperts = demoExperts.filter(({ online }) => online)
