import { Card } from '#app/ui/card.tsx'
import type { WalletFigures } from '#domain/wallet/contract.ts'
import { formatRupees } from '#kernel/money.ts'

export function BalanceCard({ figures }: { figures: WalletFigures }) {
  const { available, onHold } = figures
  return (
    <Card as="section" aria-labelledby="balance">
      <h2 id="balance" className="text-small font-medium text-quiet">
        Current Balance
      </h2>
      <p className="figures mt-1 text-display font-semibold" aria-live="polite" data-testid="balance">
        {formatRupees(available)}
      </p>
      <p className="mt-2 text-soft">Use this balance to connect with experts</p>
      {onHold > 0 && (
        <p className="figures mt-4 border-t border-line pt-4 text-small text-soft">
          <span className="font-semibold text-text">{formatRupees(onHold)}</span> on hold for a session. The unused part
          is returned.
        </p>
      )}
      <p className="mt-4 border-t border-line pt-4 text-small text-quiet">
        Your money never expires. You can send unused money back to where you paid from at any time.
      </p>
    </Card>
  )
}
