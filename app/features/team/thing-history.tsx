import { useZone } from '#app/features/frame/zone.tsx'
import { AuditFactsText } from '#app/features/team/audit-lines.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { AuditLine, AuditThing } from '#domain/audit/contract.ts'
import type { TablePage } from '#kernel/table.ts'
import { dayAndTime } from '#kernel/time.ts'

type Props = { thing: AuditThing; id: string; history: TablePage<AuditLine> }

/** What was done to one thing, from the audit log, the latest first. */
export function ThingHistory({ thing, id, history: { rows, next } }: Props) {
  const zone = useZone()
  return (
    <Card as="section" aria-labelledby="history">
      <CardHeader title={<span id="history">History</span>} />
      {rows.length === 0 ? (
        <p className="text-soft">Nothing has been done yet.</p>
      ) : (
        <ol className="divide-y divide-line">
          {rows.map((line) => (
            <li key={line.id} className="py-3 first:pt-0 last:pb-0">
              <p className="font-medium first-letter:uppercase">{line.act}</p>
              <p className="text-small text-quiet">
                {line.actor?.name ?? 'The system'}, {dayAndTime(line.at, zone)}
              </p>
              <div className="text-small text-soft [&>div]:max-md:text-left">
                <AuditFactsText {...line} />
              </div>
            </li>
          ))}
        </ol>
      )}
      {next && (
        <ButtonLink
          to={`/team/audit?thing=${thing}&id=${id}`}
          variant="outline"
          size="small"
          className="mt-4"
        >
          All of it in the audit log
        </ButtonLink>
      )}
    </Card>
  )
}
