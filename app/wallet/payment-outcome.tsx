import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { Notice } from '#app/ui/notice.tsx'
import { toast, type Toast } from '#app/ui/toast.ts'
import type { Payment } from '#domain/wallet/contract.ts'
import { formatRupees } from '#kernel/money.ts'

/**
 * Shows the outcome of the payment in the URL. A pending payment updates when it is decided. Then the payment is
 * removed from the URL, so that a reload does not repeat the toast.
 */
export function PaymentOutcome({ payment }: { payment: Payment }) {
  const [, setSearch] = useSearchParams()
  const { id, state } = payment
  const { kind, text, description } = describeOutcome(payment)
  useEffect(() => {
    toast({ kind, text, description, id: 'payment' })
    if (state === 'pending') return
    const removePaymentParam = (search: URLSearchParams) => {
      search.delete('payment')
      return search
    }
    setSearch(removePaymentParam, { replace: true, preventScrollReset: true })
  }, [id, state, kind, text, description, setSearch])
  return (
    <noscript>
      <Notice tone={tones[kind]} title={text} announce className="mb-5">
        {description}
      </Notice>
    </noscript>
  )
}

type Outcome = { kind: 'success' | 'error' | 'info'; text: string; description: string }

const tones = { success: 'good', error: 'bad', info: 'info' } as const satisfies Record<Outcome['kind'], string>

function describeOutcome({ state, amount, failure }: Payment): Outcome & Pick<Toast, 'kind'> {
  if (state === 'paid') {
    return {
      kind: 'success',
      text: `Successfully added ${formatRupees(amount)} to your wallet`,
      description: '',
    }
  }
  if (state === 'failed') {
    const reason = failure ?? 'The payment was not completed.'
    return {
      kind: 'error',
      text: 'Failed to add funds to wallet',
      description: `${reason} If your bank has taken the money anyway, we add it to your wallet automatically.`,
    }
  }
  if (state === 'pending') {
    return {
      kind: 'info',
      text: `Your payment of ${formatRupees(amount)} is pending`,
      description: 'We add it to your wallet as soon as it is confirmed. You do not have to wait here.',
    }
  }
  if (state === 'cancelled') return { kind: 'info', text: 'Payment cancelled', description: 'Nothing was charged.' }
  return { kind: 'info', text: 'The payment was not finished', description: 'Nothing was added.' }
}
