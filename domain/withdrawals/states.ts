export const withdrawalStatuses = ['pending', 'approved', 'rejected', 'processed'] as const
export type WithdrawalStatus = (typeof withdrawalStatuses)[number]

/** What may happen to a withdrawal, from where, and what it is then. A rejected one has its money back in the wallet. */
export const withdrawalMoves = {
  approve: { from: ['pending'], to: 'approved' },
  reject: { from: ['pending', 'approved'], to: 'rejected' },
  process: { from: ['approved'], to: 'processed' },
  comeBack: { from: ['processed'], to: 'rejected' },
} as const satisfies Record<string, { from: readonly WithdrawalStatus[]; to: WithdrawalStatus }>

export type WithdrawalMove = keyof typeof withdrawalMoves

export function canMove(status: WithdrawalStatus, move: WithdrawalMove): boolean {
  const from: readonly WithdrawalStatus[] = withdrawalMoves[move].from
  return from.includes(status)
}
