import { useZone } from '#app/base/zone.tsx'
import { changeText } from '#app/team/audit/audit-text.ts'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { auditActionText, type AuditLine } from '#domain/audit/contract.ts'
import { dayAndTime } from '#kernel/time.ts'

/** Team actions on one item, latest first. */
export function AuditTrail({ lines }: { lines: AuditLine[] }) {
  const zone = useZone()
  return (
    <Card as="section" aria-labelledby="trail">
      <CardHeader title={<span id="trail">Team actions</span>} />
      {lines.length === 0 ? (
        <p className="text-small text-quiet">No team actions yet.</p>
      ) : (
        <ol className="space-y-3">
          {lines.map(({ id, at, act, actor, why, before, after }) => (
            <li key={id} className="border-l-2 border-line pl-3 text-small">
              <p>
                <span className="font-medium">{auditActionText(act)}</span>{' '}
                <span className="text-soft">by {actor?.name ?? 'the system'}</span>
              </p>
              <p className="text-quiet">
                {dayAndTime(at, zone)}
                {after && `, ${changeText(before ?? {}, after)}`}
              </p>
              {why && <p className="wrap-anywhere">“{why}”</p>}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
