import { demoExperts } from '#demo/people/demo-experts.ts'

/** The demo experts that answer automatically. Each takes one call at a time, so no two journeys call the same one. */
export const answeringExperts = demoExperts.filter(({ online }) => online)
