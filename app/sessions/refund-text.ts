import type { Tone } from '#app/ui/badge.tsx'
import type { RefundRequest } from '#domain/refunds/contract.ts'
import { faultText } from '#domain/refunds/rules.ts'
import { formatRupees, paise } from '#kernel/money.ts'

type Request = Pick<RefundRequest, 'state' | 'fault' | 'charged' | 'refunded'>

/** The label and text of a refund's state, for the student. */
export function refundLabel({ state, fault, charged, refunded }: Request): {
  label: string
  tone: Tone
  text: string
} {
  switch (state) {
    case 'asked':
      return {
        label: 'Under review',
        tone: 'info',
        text: 'Our team is reviewing the session and will reply here.',
      }
    case 'refused':
      return { label: 'Not granted', tone: 'neutral', text: 'Our team has decided against a refund.' }
    case 'granted': {
      if (fault) return { label: 'Refunded', tone: 'good', text: faultText[fault] }
      const amount = formatRupees(refunded ?? paise(0))
      return refunded === charged
        ? { label: 'Refunded', tone: 'good', text: `The whole ${amount} is back in your wallet.` }
        : {
            label: 'Refunded in part',
            tone: 'good',
            text: `${amount} of ${formatRupees(charged)} is back in your wallet.`,
          }
    }
  }
}
