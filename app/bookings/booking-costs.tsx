import { Link } from 'react-router'
import { clockTime, dayText } from '#app/base/time-text.ts'
import { CostRow } from '#app/sessions/request/cost-row.tsx'
import type { useAffordable } from '#app/sessions/request/use-affordable.ts'
import { Notice } from '#app/ui/notice.tsx'
import { QuickTopUp } from '#app/wallet/quick-top-up.tsx'
import { bookingPrice, freeUntil, lateFee } from '#domain/bookings/rules.ts'
import { freeCancelHours } from '#kernel/limits.ts'
import { formatRupees, type Paise, paise } from '#kernel/money.ts'

type Money = ReturnType<typeof useAffordable>

type Props = {
  minutes: number
  ratePaisePerMinute: Paise
  startsAt: Date | null
  now: Date
  zone: string
  money: Money
}

/** Returns how much the balance falls short of the price. */
export function missingPaise(price: Paise, money: Money): Paise {
  return paise(money ? Math.max(0, price - money.available) : 0)
}

export function isAboveLimit(minutes: number, money: Money): boolean {
  return money !== null && money.limit === 'daily limit' && money.minutes < minutes
}

/** Shows the price, the fees for cancelling and absence, and a top-up form when the balance is too low. */
export function BookingCosts({ minutes, ratePaisePerMinute, startsAt, now, zone, money }: Props) {
  const price = bookingPrice({ minutes, ratePaisePerMinute })
  const missing = missingPaise(price, money)
  return (
    <section aria-label="What it costs" className="rounded-card border border-line bg-raised p-4">
      <dl className="figures grid gap-1.5">
        <CostRow name={`${minutes} minutes at ${formatRupees(ratePaisePerMinute)}/min`}>{formatRupees(price)}</CostRow>
        {money && <CostRow name="Your balance">{formatRupees(money.available)}</CostRow>}
      </dl>
      <ul className="mt-3 grid gap-1.5 border-t border-line pt-3 text-small text-soft">
        <li>
          {formatRupees(price)} is held when you book. You pay for the minutes that you use. The rest is returned to
          your wallet.
        </li>
        <li aria-live="polite">{cancelTerms({ fee: lateFee(price), startsAt, now, zone })}</li>
        <li>
          If you do not join, or leave early, it costs at least {formatRupees(lateFee(price))}. If the expert cancels,
          does not join, or does not wait for you, you get the full amount back.
        </li>
      </ul>
      {isAboveLimit(minutes, money) && missing === 0 && (
        <Notice title="That is above your daily limit" className="mt-4">
          You can change the limit in{' '}
          <Link to="/user/wallet" className="font-semibold text-text underline">
            your wallet
          </Link>
          .
        </Notice>
      )}
      {missing > 0 && (
        <div className="mt-4">
          <Notice title="Add money to book" className="mb-4">
            Your wallet is short by {formatRupees(missing)}.
          </Notice>
          <div className="noscript:hidden">
            <QuickTopUp neededPaise={missing} />
          </div>
          <p className="hidden text-small text-soft noscript:block">
            Add it in{' '}
            <Link to="/user/wallet" className="font-semibold text-text underline">
              your wallet
            </Link>
            , then come back to this page.
          </p>
        </div>
      )}
    </section>
  )
}

type Terms = { fee: Paise; startsAt: Date | null; now: Date; zone: string }

function cancelTerms({ fee, startsAt, now, zone }: Terms): string {
  if (!startsAt)
    return `Cancelling is free up to ${freeCancelHours} hours before the start. After that it costs ${formatRupees(fee)}.`
  const until = freeUntil(startsAt)
  return now <= until
    ? `Cancelling is free until ${dayText(until, zone)}, ${clockTime(until, zone)}. After that it costs ${formatRupees(fee)}.`
    : `The start is less than ${freeCancelHours} hours away, so cancelling costs ${formatRupees(fee)}.`
}
