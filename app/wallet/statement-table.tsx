import { BanknoteArrowDown, HandCoins, PlusCircle, ReceiptText, RotateCcw, Scale, Undo2, Video } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { ownLinks } from '#app/base/own-links.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { useZone } from '#app/base/zone.tsx'
import { Amount } from '#app/ui/amount.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { Table, Td, Th } from '#app/ui/table.tsx'
import { useNow } from '#app/ui/use-now.ts'
import type { LineSource, StatementLine } from '#domain/wallet/contract.ts'

type Props = {
  lines: StatementLine[]
  /** The server time of the page load. */
  now: Date
}

/** Lists the statement lines, newest first. */
export function StatementTable({ lines, now: serverNow }: Props) {
  const zone = useZone()
  const { sessions } = ownLinks(useViewer())
  const now = useNow(serverNow)
  if (lines.length === 0) {
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
          <Th numeric>Date</Th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <Th scope="row">
              <Source source={line.source} />
            </Th>
            <Td label="Description" className="max-md:text-right">
              {line.sessionId ? (
                <Link to={`${sessions.to}/${line.sessionId}`} className="underline underline-offset-4 hover:text-text">
                  {line.description}
                </Link>
              ) : (
                line.description || '-'
              )}
            </Td>
            <Td label="Amount" numeric>
              <Amount paise={line.amount} />
            </Td>
            <Td label="Date" numeric>
              <RelativeTime at={line.at} now={now} zone={zone} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const icons: Record<LineSource, ComponentType<{ className: string }>> = {
  'top-up': PlusCircle,
  session: Video,
  refund: RotateCcw,
  withdrawal: BanknoteArrowDown,
  'sent back': Undo2,
  repayment: HandCoins,
  correction: Scale,
}

function Source({ source }: { source: LineSource }) {
  const Icon = icons[source]
  return (
    <span className="inline-flex items-center gap-2.5 align-bottom">
      <Icon className="size-4 shrink-0 text-quiet" aria-hidden="true" />
      {sourceLabel(source)}
    </span>
  )
}

/** 'Top-up', 'Sent back': the source, capitalised. */
export function sourceLabel(source: LineSource): string {
  return source.charAt(0).toUpperCase() + source.slice(1)
}
