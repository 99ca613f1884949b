/** 'taken' became a session, 'stopped' by the student, 'unanswered' by all experts, 'ended' by the team. */
export const requestStates = ['open', 'taken', 'stopped', 'unanswered', 'ended'] as const
export type RequestState = (typeof requestStates)[number]

/** 'taken' by another expert, 'stopped' by the student, 'withdrawn' because the expert can no longer accept it. */
export const offerStates = ['open', 'accepted', 'declined', 'missed', 'taken', 'stopped', 'withdrawn'] as const
export type OfferState = (typeof offerStates)[number]
