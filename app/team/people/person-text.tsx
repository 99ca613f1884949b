import { Badge, type Tone } from '#app/ui/badge.tsx'
import type { AccountState, PersonRow } from '#domain/people/contract.ts'
import type { Role } from '#domain/policy.ts'

export const roleLabels: Record<Role, string> = {
  student: 'Student',
  expert: 'Expert',
  team: 'Team',
  user: 'User',
}

/** Formats as 'Expert, suspended'. */
export function roleText({ role, approval }: Pick<PersonRow, 'role' | 'approval'>): string {
  return approval && approval !== 'approved' ? `${roleLabels[role]}, ${approval}` : roleLabels[role]
}

export const accountStateLabels: Record<AccountState, string> = {
  active: 'Active',
  suspended: 'Suspended',
  deleted: 'Deleted',
}

const tones: Record<AccountState, Tone> = { active: 'good', suspended: 'bad', deleted: 'neutral' }

export function StateBadge({ state }: { state: AccountState }) {
  return <Badge tone={tones[state]}>{accountStateLabels[state]}</Badge>
}
