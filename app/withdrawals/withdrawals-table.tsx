import { Landmark } from 'lucide-react'
import { useZone } from '#app/base/zone.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Table, Td, Th } from '#app/ui/table.tsx'
import { WithdrawalStatusBadge } from '#app/withdrawals/withdrawal-status.tsx'
import type { Withdrawal } from '#domain/withdrawals/contract.ts'
import { formatRupees } from '#kernel/money.ts'
import { dateText } from '#kernel/time.ts'

/** The expert's own withdrawals, newest first. */
export function WithdrawalsTable({ withdrawals }: { withdrawals: Withdrawal[] }) {
  const zone = useZone()
  if (withdrawals.length === 0) {
    return (
      <EmptyState heading="No withdrawal requests yet" icon={<Landmark />}>
        Your withdrawals and their status will appear here.
      </EmptyState>
    )
  }
  return (
    <Table caption="Withdrawals" hideCaption stack>
      <thead>
        <tr>
          <Th>Amount</Th>
          <Th>Date</Th>
          <Th>Status</Th>
          <Th numeric>Processed Date</Th>
        </tr>
      </thead>
      <tbody>
        {withdrawals.map((withdrawal) => (
          <tr key={withdrawal.id}>
            <Th scope="row">
              <span className="figures font-semibold">{formatRupees(withdrawal.amount)}</span>
              {withdrawal.lastFour && (
                <span className="block max-w-56 text-small font-normal wrap-anywhere whitespace-normal text-quiet">
                  {withdrawal.bankName} ••••{withdrawal.lastFour}
                </span>
              )}
            </Th>
            <Td label="Date" className="whitespace-nowrap">
              {dateText(withdrawal.createdAt, zone)}
            </Td>
            <Td label="Status">
              <Status {...withdrawal} />
            </Td>
            <Td label="Processed Date" numeric>
              {withdrawal.processedAt ? dateText(withdrawal.processedAt, zone) : '-'}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Status({ status, reason, demo }: Pick<Withdrawal, 'status' | 'reason' | 'demo'>) {
  return (
    <div className="min-w-0 max-md:text-right">
      <WithdrawalStatusBadge status={status} />
      {reason && <p className="mt-1.5 max-w-72 wrap-anywhere text-soft max-md:ml-auto">{reason}</p>}
      {demo && status === 'processed' && <p className="mt-1.5 text-quiet">demo, no bank involved</p>}
    </div>
  )
}
