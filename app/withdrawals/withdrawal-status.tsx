import { Ban, BadgeCheck, Banknote, Clock3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import type { WithdrawalStatus } from '#domain/withdrawals/states.ts'

export const statusLabels: Record<WithdrawalStatus, { label: string; tone: Tone; icon: ReactNode }> = {
  pending: { label: 'Pending', tone: 'accent', icon: <Clock3 /> },
  approved: { label: 'Approved', tone: 'good', icon: <BadgeCheck /> },
  rejected: { label: 'Rejected', tone: 'bad', icon: <Ban /> },
  processed: { label: 'Processed', tone: 'info', icon: <Banknote /> },
}

export function WithdrawalStatusBadge({ status }: { status: WithdrawalStatus }) {
  const { label, tone, icon } = statusLabels[status]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
