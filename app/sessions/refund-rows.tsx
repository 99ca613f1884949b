import { Link } from 'react-router'
import { useZone } from '#app/base/zone.tsx'
import { RefundState } from '#app/sessions/refund-card.tsx'
import { Card } from '#app/ui/card.tsx'
import type { RefundRequest } from '#domain/refunds/contract.ts'
import { formatRupees } from '#kernel/money.ts'
import { dayAndTime } from '#kernel/time.ts'

/** The student's refunds, each with its state and a link to the session. */
export function RefundRows({ refunds }: { refunds: RefundRequest[] }) {
  return (
    <ul aria-label="Refund requests, the latest first" className="grid gap-4">
      {refunds.map((request) => (
        <RefundRow key={request.id} request={request} />
      ))}
    </ul>
  )
}

function RefundRow({ request }: { request: RefundRequest }) {
  const { sessionId, expertName, charged, fault, askedAt } = request
  const zone = useZone()
  return (
    <Card as="li">
      <h2 className="text-lead font-semibold wrap-anywhere">Session with {expertName}</h2>
      <p className="mt-1 mb-4 text-small text-quiet">
        {formatRupees(charged)} paid
        <span aria-hidden="true"> · </span>
        {fault ? 'Refunded automatically' : <>Asked on {dayAndTime(askedAt, zone)}</>}
      </p>
      <RefundState request={request} />
      <Link
        to={`/user/sessions/${sessionId}`}
        className="mt-2 inline-flex min-h-11 items-center text-small font-semibold hover:text-accent"
      >
        Open the session<span className="sr-only"> with {expertName}</span>
      </Link>
    </Card>
  )
}
