import { Printer, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { ownLinks } from '#app/base/own-links.ts'
import { useProduct } from '#app/base/product.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { useZone } from '#app/base/zone.tsx'
import { leavingFee, ownAmount, ownRefund, receiptNumber, sharedTime, freeReason } from '#app/sessions/session-text.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { SessionView } from '#domain/sessions/contract.ts'
import { expertShare } from '#domain/wallet/rules.ts'
import { formatRupees, paise } from '#kernel/money.ts'
import { dayAndTime } from '#kernel/time.ts'

/** The printable receipt of an ended session. A free session shows the reason. */
export function Receipt({ session }: { session: SessionView }) {
  const { name } = useProduct()
  const zone = useZone()
  const whyFree = freeReason(session)
  const fee = leavingFee(session)
  return (
    <Card as="section">
      <CardHeader
        title="Receipt"
        description={`${name}, no. ${receiptNumber(session)}`}
        action={
          <Button variant="outline" size="small" onClick={() => window.print()} className="print:hidden">
            <Printer className="size-4" aria-hidden="true" />
            Print
          </Button>
        }
      />
      {whyFree !== null && (
        <div className="mb-4">
          <p className="text-lead font-semibold">Nothing was charged</p>
          <p className="mt-1 text-soft wrap-anywhere">{whyFree}</p>
        </div>
      )}
      <dl className="divide-y divide-line border-y border-line">
        <Row label="Student">{session.studentName}</Row>
        <Row label="Expert">{session.expertName}</Row>
        {session.endedAt && <Row label="Ended">{dayAndTime(session.endedAt, zone)}</Row>}
        <Row label="Shared time">{sharedTime(session)}</Row>
        {whyFree === null && <Row label="Billed minutes">{session.billedMinutes}</Row>}
        <Row label="Rate">{formatRupees(session.ratePaisePerMinute)}/min</Row>
        {fee !== null && <Row label="Fee for leaving early">{formatRupees(fee)}</Row>}
        <Row label="Total" strong>
          {formatRupees(session.chargedPaise ?? paise(0))}
        </Row>
        {session.side === 'expert' ? <Shares session={session} /> : <Hold session={session} />}
        <Refunded session={session} />
      </dl>
      <p className="mt-4 text-small text-quiet">
        Only time in which both sides were connected is billed, per started minute.
        {session.leastPaise > 0 &&
          ` If the student leaves a booked session early, at least ${formatRupees(session.leastPaise)} is charged.`}{' '}
        Prices include all taxes.
      </p>
      <WalletLink />
    </Card>
  )
}

/** The split of the total. A free session has none. */
function Shares({ session: { chargedPaise, sharePercent } }: { session: SessionView }) {
  if (!chargedPaise) return null
  const share = expertShare(chargedPaise, sharePercent)
  return (
    <>
      <Row label={`Platform fee (${100 - sharePercent}%)`}>{formatRupees(paise(chargedPaise - share))}</Row>
      <Row label={`You earned (${sharePercent}%)`} strong>
        {formatRupees(share)}
      </Row>
    </>
  )
}

function Hold({ session: { heldPaise, chargedPaise } }: { session: SessionView }) {
  return (
    <>
      <Row label="Held for the session">{formatRupees(heldPaise)}</Row>
      <Row label="Returned to your wallet">{formatRupees(paise(heldPaise - (chargedPaise ?? 0)))}</Row>
    </>
  )
}

/** The refunded amount, and what remains of the total. */
function Refunded({ session }: { session: SessionView }) {
  const [amount, refund] = [ownAmount(session), ownRefund(session)]
  if (amount === null || refund === null) return null
  const isExpert = session.side === 'expert'
  return (
    <>
      <Row label={isExpert ? 'Your part of the refund' : 'Refunded to your wallet'}>{formatRupees(paise(-refund))}</Row>
      <Row label={isExpert ? 'You keep' : 'Paid after the refund'} strong>
        {formatRupees(paise(amount - refund))}
      </Row>
    </>
  )
}

function WalletLink() {
  const viewer = useViewer()
  const { to } = ownLinks(viewer).wallet
  return (
    <ButtonLink
      to={viewer?.role === 'expert' ? `${to}#transactions` : `${to}#history`}
      variant="outline"
      size="small"
      className="mt-4 print:hidden"
    >
      <Wallet className="size-4" aria-hidden="true" />
      Open your wallet
    </ButtonLink>
  )
}

function Row({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2.5">
      <dt className={strong ? 'font-semibold' : 'text-soft'}>{label}</dt>
      <dd className={strong ? 'figures text-lead font-semibold' : 'figures min-w-0 text-right wrap-anywhere'}>
        {children}
      </dd>
    </div>
  )
}
