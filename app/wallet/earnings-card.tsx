import { ReceiptText } from 'lucide-react'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { EarningsChart, hasEarnings } from '#app/wallet/earnings-chart.tsx'
import type { DayOfEarnings } from '#domain/wallet/contract.ts'

export function EarningsCard({ days }: { days: DayOfEarnings[] }) {
  return (
    <Card as="section">
      <CardHeader
        title="Earnings by day"
        action={
          <ButtonLink to="/expert/wallet/statement" variant="outline" size="small">
            <ReceiptText className="size-4" aria-hidden="true" />
            Monthly statement
          </ButtonLink>
        }
      />
      {hasEarnings(days) ? (
        <EarningsChart days={days} />
      ) : (
        <p className="text-soft">
          No earnings in the last {days.length} days. Go online, so that students can request a session.
        </p>
      )}
    </Card>
  )
}
