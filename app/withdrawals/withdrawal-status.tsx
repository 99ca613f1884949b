import { Ban, BadgeCheck, Banknote, Clock3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import type { WithdrawalStatus } from '#domain/withdrawals/states.ts'

export const statusLooks: Record<WithdrawalStatus, { word: string; tone: Tone; icon: ReactNode }> = {
  pending: { word: 'Pending', tone: 'accent', icon: <Clock3 /> },
  approved: { word: 'Approved', tone: 'good', icon: <BadgeCheck /> },
  rejected: { word: 'Rejected', tone: 'bad', icon: <Ban /> },
  processed: { word: 'Processed', tone: 'info', icon: <Banknote /> },
}

export function WithdrawalStatusBadge({ status }: { status: WithdrawalStatus }) {
  const { word, tone, icon } = statusLooks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
