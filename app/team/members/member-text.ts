import type { Tone } from '#app/ui/badge.tsx'
import type { TeamRole } from '#domain/policy.ts'
import type { TeamMember } from '#domain/team/contract.ts'

export const teamRoleLabels: Record<TeamRole, { label: string; about: string }> = {
  support: {
    label: 'Support',
    about: 'People, tickets, sessions and reviews; prepares applications; refunds up to a limit',
  },
  finance: { label: 'Finance', about: 'Books, corrections, withdrawals and payouts' },
  administrator: { label: 'Administrator', about: 'Everything, including members, settings, content and experts' },
}

export const memberStates: Record<TeamMember['state'], { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'good' },
  invited: { label: 'Invited', tone: 'accent' },
  ended: { label: 'Ended', tone: 'neutral' },
}
