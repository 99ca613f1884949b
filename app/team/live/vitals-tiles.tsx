import { Database, Inbox, MailX, PlugZap, ServerCrash, TriangleAlert } from 'lucide-react'
import { StatTile, StatTiles } from '#app/ui/stat-tile.tsx'
import type { Vitals } from '#domain/team/contract.ts'
import { formatCount } from '#kernel/count-text.ts'

/** System health. A source that did not respond is shown as not known, not as zero. */
export function VitalsTiles({ vitals }: { vitals: Vitals }) {
  const { sockets, calls, answers, processes, databaseMs, queue } = vitals
  return (
    <section aria-label="System">
      <StatTiles className="xl:grid-cols-6">
        <StatTile
          label="Sockets"
          value={formatCount(sockets)}
          hint={`and ${formatCount(calls)} calls, in ${processText(processes)}`}
          icon={<PlugZap />}
        />
        <StatTile
          label="Database"
          value={databaseMs === null ? 'Not known' : `${databaseMs} ms`}
          hint={databaseMs === null ? 'Not responding in time' : 'Responding'}
          icon={<Database />}
        />
        <StatTile
          label="Errors"
          value={answers.served === 0 ? '0%' : percentText(answers.failed / answers.served)}
          hint={`${formatCount(answers.failed)} of ${formatCount(answers.served)} responses, ${minutesText(answers.minutes)}`}
          icon={<ServerCrash />}
        />
        <StatTile
          label="Jobs waiting"
          value={queue ? formatCount(queue.waiting) : 'Not known'}
          hint={queue && queue.waiting > 0 ? `Oldest: ${ageText(queue.oldestMs)}` : undefined}
          icon={<Inbox />}
        />
        <StatTile
          label="Jobs failed"
          value={queue ? formatCount(queue.failed) : 'Not known'}
          hint="permanently, in the last month"
          icon={<TriangleAlert />}
        />
        <StatTile
          label="Emails failed"
          value={queue ? formatCount(queue.mailsFailed) : 'Not known'}
          hint="of the failed jobs"
          icon={<MailX />}
        />
      </StatTiles>
    </section>
  )
}

function processText(processes: number | null): string {
  if (processes === null) return 'this process'
  return processes === 1 ? 'the only process' : `one of ${processes} processes`
}

function percentText(part: number): string {
  return `${(part * 100).toFixed(part > 0 && part < 0.1 ? 1 : 0)}%`
}

function minutesText(minutes: number): string {
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

function ageText(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
