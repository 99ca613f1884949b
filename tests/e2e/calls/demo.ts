import { demoExperts } from '#demo/people/demo-experts.ts'

/** The demo experts that answer automatically. Each takes one call at a time, so each journey needs its own expert. */
export const answeringExperts = demoExperts.filter(({ online }) => online)
