/** The header that `mark-reached.ts` adds to the answer of a write. */
export const reachedHeader = 'x-reached'
/** 'policy': the action was called, because its policy allows the actor. 'verb': a verb has allowed the actor, too. */
export type Reached = 'policy' | 'verb'
