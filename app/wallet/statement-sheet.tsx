import { ChevronLeft, ChevronRight, Download, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Table, Td, Th } from '#app/ui/table.tsx'
import { Description, sourceLabel } from '#app/wallet/statement-cells.tsx'
import type { EarningsMonth } from '#domain/wallet/contract.ts'
import { formatRupees, type Paise, paise } from '#kernel/money.ts'
import { dayAndTime, monthAndYear } from '#kernel/time.ts'
import { defaultZone } from '#kernel/zones.ts'

type Props = { statement: EarningsMonth; months: string[]; product: string; expert: string }

/** Shows an expert's earnings of one month, to read, print and download. Dates and times are in Asia/Kolkata. */
export function StatementSheet({ statement, months, product, expert }: Props) {
  const { month, opening, sessions, totals, others, closing } = statement
  return (
    <>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="text-title">Statement of {monthName(month)}</h1>
          <p className="mt-1 text-soft">
            {expert}, expert at {product}. Times are in Indian time.
          </p>
        </div>
        <div className="flex flex-wrap gap-2 print:hidden">
          <a href={`/expert/wallet/statement.csv?month=${month}`} download className={linkStyle}>
            <Download className="size-4" aria-hidden="true" />
            Download CSV
          </a>
          <Button variant="outline" size="small" onClick={() => window.print()}>
            <Printer className="size-4" aria-hidden="true" />
            Print
          </Button>
        </div>
      </div>
      <MonthLinks month={month} months={months} />
      <dl className="mt-6 grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-3 lg:grid-cols-6">
        <Sum label="Balance before" amount={opening} />
        <Sum label="Gross" amount={totals.gross} />
        <Sum label="Platform fee" amount={totals.fee} />
        <Sum label="Net" amount={totals.net} />
        <Sum label="Paid out and other" amount={paise(closing - opening - totals.net)} />
        <Sum label="Balance after" amount={closing} />
      </dl>
      {sessions.length === 0 ? (
        <p className="mt-6 text-soft">No session was settled in this month.</p>
      ) : (
        <Table caption="Sessions" stack className="mt-6">
          <thead>
            <tr>
              <Th>Settled</Th>
              <Th>Session</Th>
              <Th numeric>Gross</Th>
              <Th numeric>Platform fee</Th>
              <Th numeric>Net</Th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((line) => (
              <tr key={line.id}>
                <Th scope="row">{dayAndTime(line.at, defaultZone)}</Th>
                <Td label="Session" className="max-md:text-right">
                  <Description line={line} />
                </Td>
                <Td label="Gross" numeric>
                  {formatRupees(line.gross)}
                </Td>
                <Td label="Platform fee" numeric>
                  {formatRupees(line.fee)}
                </Td>
                <Td label="Net" numeric className="text-text">
                  {formatRupees(line.net)}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {others.length > 0 && (
        <Table caption="Withdrawals, refunds and repayments" stack className="mt-6">
          <thead>
            <tr>
              <Th>Date</Th>
              <Th>Type</Th>
              <Th>Description</Th>
              <Th numeric>Amount</Th>
            </tr>
          </thead>
          <tbody>
            {others.map((line) => (
              <tr key={line.id}>
                <Th scope="row">{dayAndTime(line.at, defaultZone)}</Th>
                <Td label="Type">{sourceLabel(line.source)}</Td>
                <Td label="Description" className="max-md:text-right">
                  <Description line={line} />
                </Td>
                <Td label="Amount" numeric className="text-text">
                  {formatRupees(line.amount)}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </>
  )
}

const linkStyle =
  'inline-flex min-h-11 items-center gap-1.5 rounded-control border border-line-strong px-3.5 text-small font-semibold hover:bg-float md:min-h-9'

function Sum({ label, amount }: { label: string; amount: Paise }) {
  return (
    <div className="bg-raised p-4">
      <dt className="text-small text-quiet">{label}</dt>
      <dd className="figures mt-1 text-lead font-semibold">{formatRupees(amount)}</dd>
    </div>
  )
}

/** `months` is sorted newest first. */
function MonthLinks({ month, months }: { month: string; months: string[] }) {
  const index = months.indexOf(month)
  return (
    <nav aria-label="Months" className="mt-4 flex gap-1 print:hidden">
      <MonthLink month={months[index + 1]}>
        <ChevronLeft className="size-4" aria-hidden="true" />
      </MonthLink>
      <MonthLink month={index > 0 ? months[index - 1] : undefined} isNext>
        <ChevronRight className="size-4" aria-hidden="true" />
      </MonthLink>
    </nav>
  )
}

type MonthLinkProps = { month: string | undefined; isNext?: boolean; children: ReactNode }

function MonthLink({ month, isNext = false, children }: MonthLinkProps) {
  if (!month) return null
  return (
    <Link
      to={`?month=${month}`}
      className="inline-flex min-h-11 items-center gap-1 rounded-control px-3 text-small text-soft hover:bg-float hover:text-text"
    >
      {!isNext && children}
      {monthName(month)}
      {isNext && children}
    </Link>
  )
}

/** '2026-11' as 'November 2026'. */
function monthName(month: string): string {
  return monthAndYear(new Date(`${month}-15T00:00:00Z`), defaultZone)
}
