import { Link } from 'react-router'
import type { Affordable } from '#app/sessions/request/affordable.ts'
import { CostRow } from '#app/sessions/request/cost-row.tsx'
import { counted } from '#kernel/count-text.ts'
import { freeCallsPerDay, freeCallsPerPairAndDay, freeUnderSeconds, holdMinutesMax } from '#kernel/limits.ts'
import { formatRupees, paise, type Paise } from '#kernel/money.ts'

type Props = {
  ratePaisePerMinute: Paise
  rateText: string
  /** Null for visitors. */
  money: (Affordable & { available: Paise }) | null
}

/** The price, the balance in minutes and the first hold, beside the button that starts the call. */
export function WhatItCosts({ ratePaisePerMinute, rateText, money }: Props) {
  const heldMinutes = money ? money.heldMinutes : holdMinutesMax
  return (
    <section aria-label="What it costs" className="text-small">
      <dl className="figures grid gap-0.5">
        <CostRow name="Rate">{rateText}</CostRow>
        {money && (
          <CostRow name="Your balance">
            {formatRupees(money.available)}
            <span className="font-normal text-soft"> · {counted(money.minutes, 'minute')}</span>
          </CostRow>
        )}
        {heldMinutes > 0 && (
          <CostRow name="Held at the start">
            {!money && 'up to '}
            {formatRupees(paise(heldMinutes * ratePaisePerMinute))}
            <span className="font-normal text-soft"> · {counted(heldMinutes, 'minute')}</span>
          </CostRow>
        )}
      </dl>
      {money?.limit === 'daily limit' && (
        <p className="mt-1.5 text-soft">
          {money.minutes > 0 ? 'Your daily limit allows no more than this today.' : 'Your daily limit is reached.'} You
          can change it in{' '}
          <Link to="/user/wallet" className="font-semibold text-text underline">
            your wallet
          </Link>
          .
        </p>
      )}
    </section>
  )
}

export function BillingRules() {
  return (
    <p className="text-small text-quiet">
      Only time in which you are both connected is billed, and a call of under {freeUnderSeconds} seconds costs nothing.
      You can have {freeCallsPerPairAndDay} such free calls a day with one expert, and {freeCallsPerDay} with all
      experts together. Money that is held but not used is returned immediately.
    </p>
  )
}
