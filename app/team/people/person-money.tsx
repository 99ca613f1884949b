import { Fact, Facts } from '#app/team/base/facts.tsx'
import { HistoryCard, HistoryLine, HistoryLink, HistorySection } from '#app/team/people/history-card.tsx'
import { Amount } from '#app/ui/amount.tsx'
import type { PersonMoney as Money, PersonRefund } from '#domain/people/contract.ts'
import type { Role } from '#domain/policy.ts'
import { formatRupees } from '#kernel/money.ts'

type Props = { money: Money; refunds: PersonRefund[]; role: Role }

/** Balance, pending money and statement from the books. */
export function PersonMoney({ money, refunds, role }: Props) {
  const { available, onHold, lines, payments, returns, withdrawals } = money
  return (
    <HistoryCard
      title="Money"
      rows={lines}
      emptyText="No transactions yet."
      keyOf={({ id }) => String(id)}
      render={({ at, amount, description }) => (
        <HistoryLine at={at} end={<Amount paise={amount} />}>
          {description}
        </HistoryLine>
      )}
    >
      <div className="mb-5">
        <Facts>
          <Fact label={role === 'expert' ? 'Earnings' : 'Wallet'}>
            <span className="figures font-semibold">{formatRupees(available)}</span>
          </Fact>
          <Fact label="On hold">
            <span className="figures">{formatRupees(onHold)}</span>
          </Fact>
        </Facts>
      </div>
      <HistorySection
        title="Payments"
        rows={payments}
        keyOf={({ id }) => id}
        render={({ at, amount, returned, state }) => (
          <HistoryLine at={at} end={formatRupees(amount)}>
            {state}
            {returned > 0 && `, ${formatRupees(returned)} sent back`}
          </HistoryLine>
        )}
      />
      <HistorySection
        title="Sent back"
        rows={returns}
        keyOf={({ id }) => id}
        render={({ at, amount, state }) => (
          <HistoryLine at={at} end={formatRupees(amount)}>
            {state}
          </HistoryLine>
        )}
      />
      <HistorySection
        title="Withdrawals"
        rows={withdrawals}
        keyOf={({ id }) => id}
        render={({ at, amount, status }) => (
          <HistoryLine at={at} end={formatRupees(amount)}>
            {status}
          </HistoryLine>
        )}
      />
      <HistorySection
        title="Refunds"
        rows={refunds}
        keyOf={({ sessionId }) => sessionId}
        render={({ sessionId, askedAt, state, refunded, fault }) => (
          <HistoryLine at={askedAt} end={refunded && formatRupees(refunded)}>
            {fault ? 'granted automatically' : state},{' '}
            <HistoryLink to={`/team/sessions/${sessionId}`}>for this session</HistoryLink>
          </HistoryLine>
        )}
      />
      <h3 className="mb-2 text-small font-semibold text-soft">Statement</h3>
    </HistoryCard>
  )
}
