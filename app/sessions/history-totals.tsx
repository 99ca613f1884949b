import { IndianRupee, PhoneCall, RotateCcw, Timer } from 'lucide-react'
import { StatTile, StatTiles } from '#app/ui/stat-tile.tsx'
import type { SessionTotals } from '#domain/sessions/contract.ts'
import { formatCount } from '#kernel/count-text.ts'
import { formatRupees, paise } from '#kernel/money.ts'

type Props = { totals: SessionTotals; isExpert: boolean }

/** Totals of all matching sessions, not only those on this page. */
export function HistoryTotals({ totals, isExpert }: Props) {
  const { sessions, billed, minutes, amount, refunded } = totals
  return (
    <StatTiles className="mb-5">
      <StatTile
        label="Sessions"
        value={formatCount(sessions)}
        hint={billed < sessions ? `${formatCount(billed)} paid` : undefined}
        icon={<PhoneCall />}
      />
      <StatTile label="Billed minutes" value={formatCount(minutes)} icon={<Timer />} />
      <StatTile
        label={isExpert ? 'Earned' : 'Spent'}
        value={formatRupees(amount)}
        hint={refunded > 0 ? `${formatRupees(paise(amount - refunded))} after refunds` : undefined}
        icon={<IndianRupee />}
      />
      <StatTile
        label="Refunded"
        value={formatRupees(refunded)}
        hint={isExpert && refunded > 0 ? 'Your share' : undefined}
        icon={<RotateCcw />}
      />
    </StatTiles>
  )
}
