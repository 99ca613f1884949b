import { Fact, Facts } from '#app/team/base/facts.tsx'
import { StoryCard, StoryLine, StoryLink, StoryPart } from '#app/team/people/story-card.tsx'
import { Amount } from '#app/ui/amount.tsx'
import type { PersonMoney as Money, PersonRefund } from '#domain/people/contract.ts'
import type { Role } from '#domain/policy.ts'
import { formatRupees } from '#kernel/money.ts'

type Props = { money: Money; refunds: PersonRefund[]; role: Role }

/** From the books: what there is, what is on its way, and what moved. */
export function PersonMoney({ money, refunds, role }: Props) {
  const { available, onHold, lines, payments, returns, withdrawals } = money
  return (
    <StoryCard
      title="Money"
      rows={lines}
      none="Nothing has moved so far."
      keyOf={({ id }) => String(id)}
      render={({ at, amount, description }) => (
        <StoryLine at={at} end={<Amount paise={amount} />}>
          {description}
        </StoryLine>
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
      <StoryPart
        title="Payments"
        rows={payments}
        keyOf={({ id }) => id}
        render={({ at, amount, returned, state }) => (
          <StoryLine at={at} end={formatRupees(amount)}>
            {state}
            {returned > 0 && `, ${formatRupees(returned)} sent back`}
          </StoryLine>
        )}
      />
      <StoryPart
        title="Sent back"
        rows={returns}
        keyOf={({ id }) => id}
        render={({ at, amount, state }) => (
          <StoryLine at={at} end={formatRupees(amount)}>
            {state}
          </StoryLine>
        )}
      />
      <StoryPart
        title="Withdrawals"
        rows={withdrawals}
        keyOf={({ id }) => id}
        render={({ at, amount, status }) => (
          <StoryLine at={at} end={formatRupees(amount)}>
            {status}
          </StoryLine>
        )}
      />
      <StoryPart
        title="Refunds"
        rows={refunds}
        keyOf={({ sessionId }) => sessionId}
        render={({ sessionId, askedAt, state, refunded, fault }) => (
          <StoryLine at={askedAt} end={refunded && formatRupees(refunded)}>
            {fault ? 'granted by the product' : state},{' '}
            <StoryLink to={`/team/sessions/${sessionId}`}>for this session</StoryLink>
          </StoryLine>
        )}
      />
      <h3 className="mb-2 text-small font-semibold text-soft">Statement</h3>
    </StoryCard>
  )
}
