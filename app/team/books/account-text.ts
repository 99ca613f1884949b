import { personAccounts, platformAccounts } from '#domain/books/contract.ts'

const accountLabels: Record<string, string> = {
  ...platformAccounts,
  ...personAccounts,
  session_escrow: 'Held for sessions',
  expert_debt: 'Owed by experts',
  payout_in_flight: 'On its way to a bank',
  return_in_flight: 'On its way back to a card',
}

const totalLabels: Record<string, string> = {
  student_wallet: 'In students’ wallets',
  expert_earnings: 'Earned by experts',
}

export function accountLabel(kind: string): string {
  return accountLabels[kind] ?? kind
}

/** Label for all accounts of a kind together. */
export function accountsLabel(kind: string): string {
  return totalLabels[kind] ?? accountLabel(kind)
}
