import { Suspense, useEffect } from 'react'
import { Await } from 'react-router'
import { Notice } from '#app/ui/notice.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { WithdrawalsTable } from '#app/withdrawals/withdrawals-table.tsx'
import type { Withdrawal } from '#domain/withdrawals/contract.ts'

/** Loads after the rest of the page. Null when loading failed. */
type DeferredWithdrawals = Promise<Withdrawal[] | null>

export function WithdrawalHistory({ deferredWithdrawals }: { deferredWithdrawals: DeferredWithdrawals }) {
  return (
    <Suspense fallback={<Waiting />}>
      {/* A dropped connection rejects the promise. */}
      <Await resolve={deferredWithdrawals} errorElement={<Failed />}>
        {(withdrawals) => (withdrawals ? <WithdrawalsTable withdrawals={withdrawals} /> : <Failed />)}
      </Await>
    </Suspense>
  )
}

function Waiting() {
  return (
    <Loading label="Loading withdrawal history..." className="rounded-card border border-line bg-raised p-5">
      <p aria-hidden="true" className="mb-4 text-small text-quiet">
        Loading withdrawal history...
      </p>
      <SkeletonText lines={4} />
    </Loading>
  )
}

function Failed() {
  useEffect(() => {
    toast({ kind: 'error', text: 'Failed to load withdrawal history', id: 'withdrawals' })
  }, [])
  return (
    <Notice tone="bad" title="Failed to load withdrawal requests" announce>
      Your money is not affected. Please reload the page in a moment.
    </Notice>
  )
}
