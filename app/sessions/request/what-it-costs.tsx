import { Link } from 'react-router'
import type { Affordable } from '#app/sessions/request/affordable.ts'
import { CostRow } from '#app/sessions/request/cost-row.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { QuickTopUp } from '#app/wallet/quick-top-up.tsx'
import { counted } from '#kernel/count-text.ts'
import { freeCallsPerPairAndDay, freeUnderSeconds } from '#kernel/limits.ts'
import { formatRupees, type Paise } from '#kernel/money.ts'

type Props = {
  ratePaisePerMinute: Paise
  money: (Affordable & { available: Paise }) | null
}

/** Shows the price and the balance in minutes, and a top-up form when the balance is too low. */
export function WhatItCosts({ ratePaisePerMinute, money }: Props) {
  return (
    <section aria-label="What it costs" className="rounded-card border border-line bg-raised p-4">
      <dl className="figures grid gap-1.5">
        <CostRow name="Rate">{formatRupees(ratePaisePerMinute)}/min</CostRow>
        {money && (
          <CostRow name="Your balance">
            {formatRupees(money.available)}
            <span className="font-normal text-soft"> · {counted(money.minutes, 'minute')}</span>
          </CostRow>
        )}
        {money && money.held > 0 && (
          <CostRow name="Held at the start">
            {formatRupees(money.held)}
            <span className="font-normal text-soft"> · {counted(money.heldMinutes, 'minute')}</span>
          </CostRow>
        )}
      </dl>
      {money?.limit === 'daily limit' && (
        <p className="mt-3 text-small text-soft">
          {money.minutes > 0 ? 'Your daily limit allows no more than this today.' : 'Your daily limit is reached.'} You
          can change it in{' '}
          <Link to="/user/wallet" className="font-semibold text-text underline">
            your wallet
          </Link>
          .
        </p>
      )}
      <p className="mt-3 border-t border-line pt-3 text-small text-quiet">
        Only time in which you are both connected is billed, and a call of under {freeUnderSeconds} seconds costs
        nothing. You can have {freeCallsPerPairAndDay} such free calls a day with one expert. Money that is held but not
        used is returned at once.
      </p>
      {money && money.missing > 0 && (
        <div className="mt-4">
          <Notice title="Add money to start" className="mb-4">
            Your wallet holds less than one minute.
          </Notice>
          <QuickTopUp neededPaise={money.missing} />
        </div>
      )}
    </section>
  )
}
