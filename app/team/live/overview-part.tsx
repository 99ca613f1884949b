import { type ReactNode } from 'react'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { relativeTime } from '#kernel/time.ts'

type PartProps = {
  title: string
  description?: ReactNode
  /** False when the data could not be read. */
  isAvailable: boolean
  /** Text shown when there are no rows. */
  empty: string | null
  children: ReactNode
}

/** One section of the live page, with texts for empty and unknown data. */
export function OverviewPart({ title, description, isAvailable, empty, children }: PartProps) {
  return (
    <Card as="section" className="min-w-0">
      <CardHeader title={title} description={description} />
      {!isAvailable ? (
        <p className="text-soft">Not known: the database did not answer in time.</p>
      ) : empty ? (
        <p className="text-soft">{empty}</p>
      ) : (
        children
      )}
    </Card>
  )
}

export function Since({ at, now }: { at: Date; now: Date }) {
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap text-quiet">
      {relativeTime(at, now)}
    </time>
  )
}
