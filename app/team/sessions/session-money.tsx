import { Fact, Facts } from '#app/team/base/facts.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { SessionEvidence } from '#domain/team/contract.ts'
import { expertShare } from '#domain/wallet/rules.ts'
import { formatRupees, paise } from '#kernel/money.ts'

type Props = Pick<SessionEvidence, 'session' | 'refund'>

/** The charge of a session, the expert's share and refunds so far. */
export function SessionMoney({ session, refund }: Props) {
  const { studentName, expertName, sharePercent } = session
  const charged = session.chargedPaise ?? paise(0)
  const share = expertShare(charged, sharePercent)
  return (
    <Card as="section">
      <CardHeader title="Money" description={`${studentName} with ${expertName}`} />
      <Facts>
        <Fact label="Charged">
          {charged > 0
            ? `${formatRupees(charged)} for ${session.billedMinutes} min at ${formatRupees(session.ratePaisePerMinute)}`
            : 'Nothing'}
        </Fact>
        <Fact label={`Expert’s share, ${sharePercent} percent`}>{formatRupees(share)}</Fact>
        <Fact label="Refunded so far">{formatRupees(refund?.refunded ?? paise(0))}</Fact>
      </Facts>
    </Card>
  )
}
