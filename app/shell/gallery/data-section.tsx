import { Check, Clock, IndianRupee, Star, Users, Video, X } from 'lucide-react'
import { Example, Section } from '#app/shell/gallery/section.tsx'
import { Amount } from '#app/ui/amount.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { StatTile, StatTiles } from '#app/ui/stat-tile.tsx'
import { Table, Td, Th } from '#app/ui/table.tsx'
import { formatRupees, paise } from '#kernel/money.ts'

const transactions = [
  { date: '14 Nov 2026, 18:42', purpose: 'Session with Ravi Shankar, 12 min', amount: -120_00, balance: 1_240_50 },
  { date: '14 Nov 2026, 18:20', purpose: 'Money added by UPI', amount: 1_000_00, balance: 1_360_50 },
  { date: '11 Nov 2026, 21:07', purpose: 'Refund: the line dropped', amount: 30_00, balance: 360_50 },
  { date: '9 Nov 2026, 08:15', purpose: 'Session with Dr. Kavita Rao, 27 min', amount: -270_00, balance: 330_50 },
]
const withdrawals = [
  { amount: 1_00_000_00, date: '12 Nov 2026', status: 'Pending', processed: '-' },
  { amount: 24_500_00, date: '2 Nov 2026', status: 'Processed', processed: '4 Nov 2026' },
  { amount: 8_75_000_00, date: '19 Oct 2026', status: 'Rejected', processed: '20 Oct 2026' },
] as const
const statuses = {
  Pending: { tone: 'accent', icon: <Clock /> },
  Processed: { tone: 'info', icon: <Check /> },
  Rejected: { tone: 'bad', icon: <X /> },
} as const

export function DataSection({ id, title }: { id: string; title: string }) {
  return (
    <Section id={id} title={title}>
      <Example title="Stat tiles">
        <StatTiles>
          <StatTile label="Rating" value="4.9" hint="of 5, from 212 reviews" icon={<Star />} />
          <StatTile label="Reviews" value="212" icon={<Users />} />
          <StatTile label="Sessions" value="1,846" hint="38 this week" icon={<Video />} />
          <StatTile
            label="Earned today"
            value={formatRupees(paise(2_488_00))}
            hint="311 minutes"
            icon={<IndianRupee />}
          />
        </StatTiles>
      </Example>
      <Example title="A table of money, whose rows become blocks on a phone">
        <Table caption="Transactions" stack>
          <thead>
            <tr>
              <Th>Date</Th>
              <Th>What for</Th>
              <Th numeric>Amount</Th>
              <Th numeric>Balance after</Th>
            </tr>
          </thead>
          <tbody>
            {transactions.map(({ date, purpose, amount, balance }) => (
              <tr key={date}>
                <Td label="Date" className="figures whitespace-nowrap">
                  {date}
                </Td>
                <Th scope="row">{purpose}</Th>
                <Td label="Amount" numeric>
                  <Amount paise={paise(amount)} />
                </Td>
                <Td label="Balance after" numeric>
                  {formatRupees(paise(balance))}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Example>
      <Example title="A table that scrolls in its box on a phone, with its caption for screen readers only">
        <Table caption="Withdrawals" hideCaption>
          <thead>
            <tr>
              <Th>Amount</Th>
              <Th>Date</Th>
              <Th>Status</Th>
              <Th>Processed Date</Th>
            </tr>
          </thead>
          <tbody>
            {withdrawals.map(({ amount, date, status, processed }) => (
              <tr key={date}>
                <Th scope="row" className="figures">
                  {formatRupees(paise(amount))}
                </Th>
                <Td className="figures whitespace-nowrap">{date}</Td>
                <Td>
                  <Badge {...statuses[status]}>{status}</Badge>
                </Td>
                <Td className="figures whitespace-nowrap">{processed}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Example>
      <Example title="Breadcrumb">
        <Breadcrumb parents={parents} current="Dr. Kavita Raghunathan-Subramaniam" />
      </Example>
      <Example title="Pagination: at the start, in the middle, at the end">
        <div className="space-y-3">
          <Pagination label="Pages of experts" page={1} pageCount={12} linkTo={pageLink} />
          <Pagination label="Pages of transactions" page={6} pageCount={12} linkTo={pageLink} />
          <Pagination label="Pages of reviews" page={3} pageCount={3} linkTo={pageLink} />
        </div>
      </Example>
    </Section>
  )
}

const parents = [
  { to: '/', label: 'Home' },
  { to: '/gallery', label: 'Experts' },
]
const pageLink = (page: number) => ({ search: `?page=${page}`, hash: '#data' })
