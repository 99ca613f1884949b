import { useZone } from '#app/base/zone.tsx'
import { deviceReportText } from '#app/team/sessions/device-report-text.ts'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { SessionEvent, SessionView } from '#domain/sessions/contract.ts'
import { timeText } from '#kernel/time.ts'

/** The server's measurements and the devices' reports at each interruption and contradiction. */
export function DeviceReports({ events, session }: { events: SessionEvent[]; session: SessionView }) {
  const zone = useZone()
  const reports = events.flatMap((event) => {
    const text = deviceReportText(event, session)
    return text ? { id: event.id, at: event.at, text } : []
  })
  if (reports.length === 0) return null
  return (
    <Card as="section" aria-labelledby="device-reports">
      <CardHeader
        title={<span id="device-reports">What the devices reported</span>}
        description="The server measures the heartbeats. The devices report the bytes, and a report may be false."
      />
      <ul className="grid gap-3">
        {reports.map(({ id, at, text }) => (
          <li key={id} className="wrap-anywhere">
            <time dateTime={at.toISOString()} className="figures block text-small text-quiet">
              {timeText(at, zone)}
            </time>
            {text}
          </li>
        ))}
      </ul>
    </Card>
  )
}
