import { Database, Inbox, MailX, PlugZap, ServerCrash, TriangleAlert } from 'lucide-react'
import { StatTile, StatTiles } from '#app/ui/stat-tile.tsx'
import type { Vitals } from '#domain/team/contract.ts'
import { formatCount } from '#kernel/count-text.ts'

/** How the machine is. What did not answer is not known, which is not the same as none. */
export function VitalsTiles({ vitals }: { vitals: Vitals }) {
  const { sockets, calls, answers, processes, databaseMs, queue } = vitals
  return (
    <section aria-label="The machine">
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
          hint={databaseMs === null ? 'It does not answer in time.' : 'It answers.'}
          icon={<Database />}
        />
        <StatTile
          label="Errors"
          value={answers.served === 0 ? '0%' : percent(answers.failed / answers.served)}
          hint={`${formatCount(answers.failed)} of ${formatCount(answers.served)} answers, ${minutesText(answers.minutes)}`}
          icon={<ServerCrash />}
        />
        <StatTile
          label="Jobs waiting"
          value={queue ? formatCount(queue.waiting) : 'Not known'}
          hint={queue && queue.waiting > 0 ? `The oldest for ${ageText(queue.oldestMs)}` : undefined}
          icon={<Inbox />}
        />
        <StatTile
          label="Jobs failed"
          value={queue ? formatCount(queue.failed) : 'Not known'}
          hint="for good, in a month"
          icon={<TriangleAlert />}
        />
        <StatTile
          label="Mails failed"
          value={queue ? formatCount(queue.mailsFailed) : 'Not known'}
          hint="of those"
          icon={<MailX />}
        />
      </StatTiles>
    </section>
  )
}

function processText(processes: number | null): string {
  if (processes === null) return 'this process'
  return processes === 1 ? 'the only process' : `this of ${processes} processes`
}

function percent(part: number): string {
  return `${(part * 100).toFixed(part > 0 && part < 0.1 ? 1 : 0)}%`
}

function minutesText(minutes: number): string {
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

function ageText(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
