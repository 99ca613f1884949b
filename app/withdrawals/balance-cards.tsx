import { TrendingUp, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#app/ui/card.tsx'
import type { WalletFigures } from '#domain/wallet/contract.ts'
import { formatRupees, type Paise } from '#kernel/money.ts'

export function BalanceCards({ figures }: { figures: WalletFigures }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Figure
        title="Available for Withdrawal"
        amount={figures.available}
        hint="Your earnings from completed sessions"
        icon={<Wallet />}
      />
      <Figure
        title="Today's Earnings"
        amount={figures.earnedToday}
        hint="Since midnight in India"
        icon={<TrendingUp />}
      />
    </div>
  )
}

type FigureProps = { title: string; amount: Paise; hint: string; icon: ReactNode }

function Figure({ title, amount, hint, icon }: FigureProps) {
  return (
    <Card as="section">
      <h2 className="flex items-center justify-between gap-3 text-body font-medium text-soft">
        {title}
        <span aria-hidden="true" className="text-quiet [&>svg]:size-5">
          {icon}
        </span>
      </h2>
      <p aria-live="polite" className="figures mt-2 text-display font-semibold wrap-anywhere">
        {formatRupees(amount)}
      </p>
      <p className="mt-1.5 text-small text-quiet">{hint}</p>
    </Card>
  )
}
