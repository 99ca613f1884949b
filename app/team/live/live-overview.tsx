import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { callTypeLabel, sharedTime, sessionStateLabel } from '#app/sessions/session-text.ts'
import { OverviewPart, Since } from '#app/team/live/overview-part.tsx'
import { PersonLink } from '#app/team/base/subject-links.tsx'
import { stuckText } from '#app/team/sessions/stuck-text.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Table, Td, Th } from '#app/ui/table.tsx'
import type { LiveOverview, OpenSessionRow } from '#domain/team/contract.ts'
import { formatCount } from '#kernel/count-text.ts'
import { counted } from '#kernel/count-text.ts'
import { overviewRowsMax, unansweredRingsHours } from '#kernel/limits.ts'

/** The live state: stuck sessions first, then open sessions, unanswered calls and online experts. */
export function Overview({ overview }: { overview: LiveOverview }) {
  const { at, online, sessions, rings } = overview
  const stuck = sessions?.rows.filter((row) => row.stuck !== null) ?? []
  return (
    <div className="space-y-5">
      {stuck.length > 0 && <Stuck rows={stuck} />}
      <OverviewPart
        title="Sessions"
        description={shownText(sessions)}
        isAvailable={sessions !== null}
        empty={sessions?.count === 0 ? 'No open sessions.' : null}
      >
        <OpenSessions rows={sessions?.rows ?? []} now={at} />
      </OverviewPart>
      <OverviewPart
        title="Unanswered"
        description={`Last ${unansweredRingsHours} hours, by expert`}
        isAvailable={rings !== null}
        empty={rings?.length === 0 ? 'No unanswered calls.' : null}
      >
        <Unanswered rings={rings ?? []} now={at} />
      </OverviewPart>
      <OverviewPart
        title="Online"
        description={shownText(online)}
        isAvailable={online !== null}
        empty={online?.count === 0 ? 'No experts are online.' : null}
      >
        <ul className="grid gap-x-8 md:grid-cols-2 2xl:grid-cols-3">
          {online?.people.map((person) => (
            <li key={person.id} className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line">
              <PersonLink person={person} />
              <span className="flex items-center gap-3 text-small">
                {person.inSession && <Badge tone="accent">In a Session</Badge>}
                <Since at={person.sinceAt} now={at} />
              </span>
            </li>
          ))}
        </ul>
      </OverviewPart>
    </div>
  )
}

function Stuck({ rows }: { rows: OpenSessionRow[] }) {
  return (
    <Notice tone="bad" announce title={`${counted(rows.length, 'session is', 'sessions are')} stuck`}>
      <ul className="mt-2 space-y-2">
        {rows.map(({ id, stuck, student, expert }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="wrap-anywhere">
              {student.name} with {expert.name}: {stuck && stuckText[stuck]}
            </span>
            <ButtonLink to={`/team/sessions/${id}#end`} variant="outline" size="small">
              End and settle
              <span className="sr-only">
                {' '}
                the session of {student.name} with {expert.name}
              </span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function OpenSessions({ rows, now }: { rows: OpenSessionRow[]; now: Date }) {
  return (
    <Table caption="Open sessions" hideCaption stack>
      <thead>
        <tr>
          <Th>Session</Th>
          <Th>Student</Th>
          <Th>Expert</Th>
          <Th>Since</Th>
          <Th numeric>Shared time</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <Th scope="row">
              <Link
                to={`/team/sessions/${row.id}`}
                className="inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:underline md:min-h-8"
              >
                {row.stuck && <TriangleAlert className="size-4 text-bad" aria-label="Stuck" />}
                <Badge tone={sessionStateLabel(row).tone}>{sessionStateLabel(row).label}</Badge>
                {callTypeLabel(row)}
              </Link>
            </Th>
            <Td label="Student">
              <PersonLink person={row.student} />
            </Td>
            <Td label="Expert">
              <PersonLink person={row.expert} />
            </Td>
            <Td label="Since">
              <Since at={row.sinceAt} now={now} />
            </Td>
            <Td label="Shared time" numeric>
              {sharedTime(row)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Unanswered({ rings, now }: { rings: NonNullable<LiveOverview['rings']>; now: Date }) {
  return (
    <ul className="divide-y divide-line">
      {rings.map(({ expert, missed, cancelled, lastAt }) => (
        <li key={expert.id} className="flex flex-wrap items-center justify-between gap-x-4">
          <PersonLink person={expert} />
          <span className="text-small text-soft">
            {missed} missed{cancelled > 0 && `, ${cancelled} cancelled before an answer`}, the last{' '}
            <Since at={lastAt} now={now} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function shownText(part: { count: number } | null): string | undefined {
  if (!part || part.count === 0) return undefined
  const count = formatCount(part.count)
  return part.count > overviewRowsMax ? `${count}, of which ${overviewRowsMax} are shown` : count
}
