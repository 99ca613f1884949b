import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useZone } from '#app/base/zone.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { OtherParty } from '#domain/people/contract.ts'
import { dayAndTime } from '#kernel/time.ts'

type Rows<Row> = { rows: Row[]; keyOf(row: Row): string; render(row: Row): ReactNode }

type Props<Row> = Rows<Row> & {
  title: string
  /** Text of a card without rows. If it is missing, the card is not rendered. */
  emptyText?: string
  /** Shown above the rows. */
  children?: ReactNode
}

/** The latest entries of one part of a person's history. */
export function HistoryCard<Row>({ title, emptyText, children, ...rest }: Props<Row>) {
  const isEmpty = rest.rows.length === 0
  if (isEmpty && !emptyText) return null
  return (
    <Card as="section" aria-label={title}>
      <CardHeader title={title} />
      {children}
      {isEmpty ? <p className="text-small text-quiet">{emptyText}</p> : <HistoryRows {...rest} />}
    </Card>
  )
}

/** A subsection. Not rendered without rows. */
export function HistorySection<Row>({ title, ...rest }: Rows<Row> & { title: string }) {
  if (rest.rows.length === 0) return null
  return (
    <div className="mb-5">
      <h3 className="mb-2 text-small font-semibold text-soft">{title}</h3>
      <HistoryRows {...rest} />
    </div>
  )
}

function HistoryRows<Row>({ rows, keyOf, render }: Rows<Row>) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={keyOf(row)} className="py-2.5 first:pt-0 last:pb-0">
          {render(row)}
        </li>
      ))}
    </ul>
  )
}

/** An entry with text, optional amount and time. */
export function HistoryLine({ at, end, children }: { at: Date; end?: ReactNode; children: ReactNode }) {
  const zone = useZone()
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 wrap-anywhere">{children}</div>
      {end && <div className="figures shrink-0">{end}</div>}
      <p className="w-full text-small text-quiet">
        <time dateTime={at.toISOString()}>{dayAndTime(at, zone)}</time>
      </p>
    </div>
  )
}

export function OtherPartyLink({ person: { id, name } }: { person: OtherParty }) {
  return <HistoryLink to={`/team/people/${id}`}>{name}</HistoryLink>
}

export function HistoryLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="underline underline-offset-4 hover:text-text">
      {children}
    </Link>
  )
}
