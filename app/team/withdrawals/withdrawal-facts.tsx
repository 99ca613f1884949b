import { useZone } from '#app/base/zone.tsx'
import { Fact, Facts } from '#app/team/base/facts.tsx'
import { PersonLink } from '#app/team/base/subject-links.tsx'
import { WithdrawalStatusBadge } from '#app/withdrawals/withdrawal-status.tsx'
import { Card } from '#app/ui/card.tsx'
import type { TeamWithdrawal } from '#domain/withdrawals/contract.ts'
import { formatRupees } from '#kernel/money.ts'
import { dayAndTime } from '#kernel/time.ts'

export function WithdrawalFacts({ withdrawal }: { withdrawal: TeamWithdrawal }) {
  const zone = useZone()
  const { status, amount, expertId, expertName, maskedEmail, createdAt, decidedAt, decidedBy } = withdrawal
  const { processedAt, processedBy, bankReference, demo, cameBackAt, exportedAt, exportedBy, reason, notes } =
    withdrawal
  return (
    <Card as="section" aria-label="The withdrawal">
      <Facts>
        <Fact label="Status">
          <WithdrawalStatusBadge status={status} />
        </Fact>
        <Fact label="Amount">
          <span className="figures font-semibold">{formatRupees(amount)}</span>
        </Fact>
        <Fact label="Expert">
          <PersonLink person={{ id: expertId, name: expertName }} />
          <span className="block text-small text-quiet">{maskedEmail}</span>
        </Fact>
        <Fact label="Requested">{dayAndTime(createdAt, zone)}</Fact>
        {decidedAt && (
          <Fact label="Decided">
            {dayAndTime(decidedAt, zone)} by {decidedBy?.name ?? 'the system'}
          </Fact>
        )}
        {exportedAt && (
          <Fact label="In a file for the bank">
            {dayAndTime(exportedAt, zone)} by {exportedBy?.name ?? 'the system'}
          </Fact>
        )}
        {processedAt && (
          <Fact label="Paid out">
            {dayAndTime(processedAt, zone)} by {processedBy?.name ?? 'the system'}
            <span className="block text-small text-quiet">
              {demo ? 'demo, no bank involved' : `Reference ${bankReference}`}
            </span>
          </Fact>
        )}
        {cameBackAt && <Fact label="Returned by the bank">{dayAndTime(cameBackAt, zone)}</Fact>}
        {reason && <Fact label="Reason shown to the expert">{reason}</Fact>}
        {notes && <Fact label="Expert’s note">{notes}</Fact>}
      </Facts>
    </Card>
  )
}
