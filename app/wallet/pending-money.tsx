import { Hourglass, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useZone } from '#app/base/zone.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { useNow } from '#app/ui/use-now.ts'
import type { MoneyReturn, Payment } from '#domain/wallet/contract.ts'
import { formatRupees, type Paise } from '#kernel/money.ts'

type Props = { payments: Payment[]; returns: MoneyReturn[]; now: Date }

/** Lists pending payments and returns above the history until they are decided. */
export function PendingMoney({ payments, returns, now }: Props) {
  if (payments.length + returns.length === 0) return null
  return (
    <section aria-labelledby="under-way" className="mb-5">
      <h3 id="under-way" className="mb-2 text-small font-semibold text-soft">
        Under way
      </h3>
      <ul className="divide-y divide-line rounded-card border border-line bg-raised">
        {payments.map(({ id, amount, startedAt }) => (
          <Item key={id} amount={amount} at={startedAt} now={now} icon={<Hourglass />} title="Payment pending">
            Your bank has not confirmed it yet. We keep checking; you do not have to do anything.
          </Item>
        ))}
        {returns.map(({ id, amount, askedAt }) => (
          <Item key={id} amount={amount} at={askedAt} now={now} icon={<Undo2 />} title="On its way back">
            It goes to where you paid from. Banks take up to seven days.
          </Item>
        ))}
      </ul>
    </section>
  )
}

type ItemProps = { amount: Paise; at: Date; now: Date; icon: ReactNode; title: string; children: ReactNode }

function Item({ amount, at, now: serverNow, icon, title, children }: ItemProps) {
  const zone = useZone()
  const now = useNow(serverNow)
  return (
    <li className="flex items-start gap-3 px-4 py-3.5">
      <span aria-hidden="true" className="mt-0.5 text-accent [&>svg]:size-4.5">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="text-small text-quiet">{children}</p>
      </div>
      <p className="figures text-right">
        <span className="block font-semibold">{formatRupees(amount)}</span>
        <span className="text-small text-quiet">
          <RelativeTime at={at} now={now} zone={zone} />
        </span>
      </p>
    </li>
  )
}
