import { Link } from 'react-router'
import { Td, Th } from '#app/ui/table.tsx'
import { EntryTime, Source } from '#app/wallet/statement-cells.tsx'
import type { UnpaidPayment } from '#domain/wallet/contract.ts'
import { formatRupees } from '#kernel/money.ts'

/** A payment that failed or was cancelled: it changed no balance, and can be tried again with the same amount. */
export function UnpaidRow({ payment, now }: { payment: UnpaidPayment; now: Date }) {
  const { amount, state, failure, startedAt } = payment
  return (
    <tr>
      <Th scope="row">
        <Source source="top-up" />
      </Th>
      <Td label="Description" className="max-md:text-right">
        <span>
          {state === 'cancelled' ? 'Cancelled. Nothing was charged.' : `Failed. ${failure ?? 'It was not completed.'}`}
          <Link
            to={{ search: `?amount=${amount / 100}`, hash: '#add-money' }}
            aria-label={`Try again to add ${formatRupees(amount)}`}
            className="ml-2 inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4 md:min-h-0"
          >
            Try again
          </Link>
        </span>
      </Td>
      <Td label="Amount" numeric>
        <s className="text-quiet">{formatRupees(amount)}</s>
      </Td>
      <Td label="Balance" numeric>
        <span className="text-quiet">Unchanged</span>
      </Td>
      <Td label="Date" numeric>
        <EntryTime at={startedAt} now={now} />
      </Td>
    </tr>
  )
}
