import { ReceiptText } from 'lucide-react'
import { Amount } from '#app/ui/amount.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Table, Td, Th } from '#app/ui/table.tsx'
import { useNow } from '#app/ui/use-now.ts'
import { listEntries, type ShownLine, type ShownPage } from '#app/wallet/statement-entries.ts'
import { Description, EntryTime, Source } from '#app/wallet/statement-cells.tsx'
import { UnpaidRow } from '#app/wallet/unpaid-row.tsx'
import { formatRupees } from '#kernel/money.ts'

type Props = {
  page: ShownPage
  /** The server time of the page load. */
  now: Date
}

/** Lists the statement lines and the payments that did not succeed, newest first. */
export function StatementTable({ page, now: serverNow }: Props) {
  const now = useNow(serverNow)
  const entries = listEntries(page)
  if (entries.length === 0) {
    return (
      <EmptyState heading="No transactions yet" icon={<ReceiptText />}>
        Your transaction history will appear here
      </EmptyState>
    )
  }
  return (
    <Table caption="Transactions" hideCaption stack>
      <thead>
        <tr>
          <Th>Type</Th>
          <Th>Description</Th>
          <Th numeric>Amount</Th>
          <Th numeric>Balance</Th>
          <Th numeric>Date</Th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ line, payment }) =>
          line ? (
            <LineRow key={line.id} line={line} now={now} />
          ) : (
            <UnpaidRow key={payment.id} payment={payment} now={now} />
          ),
        )}
      </tbody>
    </Table>
  )
}

function LineRow({ line, now }: { line: ShownLine; now: Date }) {
  const { source, amount, balance, at } = line
  return (
    <tr>
      <Th scope="row">
        <Source source={source} />
      </Th>
      <Td label="Description" className="max-md:text-right">
        <Description line={line} />
      </Td>
      <Td label="Amount" numeric>
        <Amount paise={amount} />
      </Td>
      <Td label="Balance" numeric>
        {balance !== undefined && formatRupees(balance)}
      </Td>
      <Td label="Date" numeric>
        <EntryTime at={at} now={now} />
      </Td>
    </tr>
  )
}
