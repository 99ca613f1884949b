/**
 * States of a session. A request is 'ringing' from the start. 'ended' waits for the final time of the metering
 * process; 'settled' is paid.
 */
export const sessionStates = [
  'ringing',
  'connecting',
  'live',
  'interrupted',
  'ended',
  'settled',
  'declined',
  'missed',
  'cancelled',
  'failed_to_connect',
] as const
export type SessionState = (typeof sessionStates)[number]

export const sides = ['student', 'expert'] as const
export type Side = (typeof sides)[number]

export function otherSide(side: Side): Side {
  return side === 'student' ? 'expert' : 'student'
}

/** In these states both people are busy and money is held. The database has the same list. */
export const openStates = ['ringing', 'connecting', 'live', 'interrupted', 'ended'] as const

/** States with a call, connected or connecting. */
export const callStates = ['connecting', 'live', 'interrupted'] as const

type TransitionActor = Side | 'system'

/** Allowed transitions: from which states, to which state, by whom. */
export const sessionTransitions = {
  accept: { from: ['ringing'], to: 'connecting', by: ['expert'] },
  decline: { from: ['ringing'], to: 'declined', by: ['expert'] },
  /** The student may cancel until both sides are connected. */
  cancel: { from: ['ringing', 'connecting'], to: 'cancelled', by: ['student'] },
  miss: { from: ['ringing'], to: 'missed', by: ['system'] },
  /** The team stops a ring. It does not count against either side. */
  stop: { from: ['ringing'], to: 'declined', by: ['system'] },
  failToConnect: { from: ['connecting'], to: 'failed_to_connect', by: ['system'] },
  connect: { from: ['connecting'], to: 'live', by: ['system'] },
  interrupt: { from: ['live'], to: 'interrupted', by: ['system'] },
  resume: { from: ['interrupted'], to: 'live', by: ['system'] },
  hangUp: { from: ['connecting', 'live', 'interrupted'], to: 'ended', by: ['student', 'expert'] },
  end: { from: ['connecting', 'live', 'interrupted'], to: 'ended', by: ['system'] },
  settle: { from: ['ended'], to: 'settled', by: ['system'] },
} as const satisfies Record<string, { from: readonly SessionState[]; to: SessionState; by: readonly TransitionActor[] }>

export type SessionTransition = keyof typeof sessionTransitions

export function canTransitionSession(state: SessionState, transition: SessionTransition, by: TransitionActor): boolean {
  const { from, by: allowedActors }: { from: readonly SessionState[]; by: readonly TransitionActor[] } =
    sessionTransitions[transition]
  return from.includes(state) && allowedActors.includes(by)
}

export function isOpen(state: SessionState): boolean {
  const open: readonly SessionState[] = openStates
  return open.includes(state)
}

export function isCall(state: SessionState): boolean {
  const call: readonly SessionState[] = callStates
  return call.includes(state)
}

/** The student joins while it rings. All tabs of the expert ring, and one of them joins after Accept. */
export function canJoin(state: SessionState, side: Side): boolean {
  return isCall(state) || (state === 'ringing' && side === 'student')
}

/** Rings without a conversation, because the expert did not answer or the student did not wait. */
export const unansweredStates = ['missed', 'cancelled'] as const
