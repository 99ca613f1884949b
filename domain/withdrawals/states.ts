export const withdrawalStatuses = ['pending', 'approved', 'rejected', 'processed'] as const
export type WithdrawalStatus = (typeof withdrawalStatuses)[number]

/** The allowed transitions of a withdrawal. Rejecting a withdrawal returns its money to the wallet. */
export const withdrawalTransitions = {
  approve: { from: ['pending'], to: 'approved' },
  reject: { from: ['pending', 'approved'], to: 'rejected' },
  process: { from: ['approved'], to: 'processed' },
  returnByBank: { from: ['processed'], to: 'rejected' },
} as const satisfies Record<string, { from: readonly WithdrawalStatus[]; to: WithdrawalStatus }>

export type WithdrawalTransition = keyof typeof withdrawalTransitions

export function canTransitionWithdrawal(status: WithdrawalStatus, transition: WithdrawalTransition): boolean {
  const from: readonly WithdrawalStatus[] = withdrawalTransitions[transition].from
  return from.includes(status)
}
