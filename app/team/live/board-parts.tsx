import { type ReactNode } from 'react'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { relativeTime } from '#kernel/time.ts'

type PartProps = {
  title: string
  description?: ReactNode
  /** What it shows could not be read. */
  isKnown: boolean
  /** In place of rows, when there are none. */
  empty: string | null
  children: ReactNode
}

/** One part of the board, which says so when there is nothing, and when it is not known. */
export function BoardPart({ title, description, isKnown, empty, children }: PartProps) {
  return (
    <Card as="section" className="min-w-0">
      <CardHeader title={title} description={description} />
      {!isKnown ? (
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
