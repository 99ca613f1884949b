import {
  addMoneyMaxPaise,
  addMoneyMinPaise,
  expertLeftEarlyMinutes,
  expertSharePercent,
  freeCancelHours,
  freeCallsPerDay,
  freeCallsPerPairAndDay,
  freeUnderSeconds,
  lateCancelFeePercent,
  refundRequestHours,
  sessionRatePaisePerMinute,
} from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'

export function PaymentTerms({ name }: { name: string }) {
  return (
    <>
      <h3>Prices</h3>
      <p>
        Rates are set per expert and shown before you book. The standard rate is{' '}
        {formatRupees(sessionRatePaisePerMinute)} a minute. Prices include all taxes. The rate you saw when you asked
        for a session holds until it has ended.
      </p>
      <p>
        Only the time in which both sides were connected is billed, per started minute. Less than {freeUnderSeconds}{' '}
        seconds together cost nothing, up to {freeCallsPerPairAndDay} times a day with one expert and {freeCallsPerDay}{' '}
        times a day with all experts together; after that, the next call is possible on the following day. Ringing,
        reconnecting and the time after one side has gone are not billed.
      </p>
      <h3>Escrow</h3>
      <p>
        When you ask for a session, money for its first minutes is held in escrow. While the session goes on, more is
        held as it is needed. When it has ended, the used money is released to the expert and to us, and the rest
        returns to your wallet.
      </p>
      <h3>Service fee</h3>
      <p>
        A service fee is taken on each transaction between a student and an expert. It is part of the price, never added
        on top: the expert normally receives {expertSharePercent} percent and {name} keeps the rest. The fee is not
        refundable unless the refund rules below say otherwise.
      </p>
      <h3>Your wallet</h3>
      <p>
        You can add {formatRupees(addMoneyMinPaise)} to {formatRupees(addMoneyMaxPaise)} at a time. Money in your wallet
        stays yours. It does not expire, it earns no interest, and unused money can be refunded to the source it came
        from.
      </p>
      <h3>Payment processors</h3>
      <p>
        Payments go through third-party processors under their own terms. Your card details go to them. We do not store
        card data.
      </p>
      <h3>Payouts to experts</h3>
      <p>
        Experts can withdraw what they have earned to a bank account. Requests are typically processed within 3-5
        business days. If we reject one, the money returns to the expert’s wallet and we say why.
      </p>
    </>
  )
}

export function RefundTerms() {
  return (
    <>
      <h3>After a session</h3>
      <p>
        If you are not satisfied, you can ask for a refund within {refundRequestHours} hours of the session. Our team
        decides by the session’s timeline, which you and the expert can both see. A refund goes to your wallet and
        includes the service fee.
      </p>
      <p>
        Two kinds of faults are refunded automatically: sound and picture never came through, or the expert left within
        the first {expertLeftEarlyMinutes} minutes.
      </p>
      <h3>Instant sessions</h3>
      <p>
        You can withdraw a request until it is answered, and you can end a session at any time. If the expert declines,
        does not answer, or the connection fails, everything that was held returns to you.
      </p>
      <h3>Scheduled sessions</h3>
      <ul>
        <li>Cancelling is free up to {freeCancelHours} hours before the start.</li>
        <li>
          A later cancellation costs {lateCancelFeePercent} percent of the price. You see the amount in rupees before
          you confirm.
        </li>
        <li>If the expert cancels or does not join, you get everything back without asking.</li>
      </ul>
    </>
  )
}
