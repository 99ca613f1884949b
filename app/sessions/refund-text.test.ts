import { expect, test } from 'vitest'
import { refundLabel } from '#app/sessions/refund-text.ts'
import { paise } from '#kernel/money.ts'

const charged = paise(20_00)
const asked = { state: 'asked', fault: null, charged, refunded: null } as const
const granted = { ...asked, state: 'granted' } as const

test.each([
  [asked, 'Under review', 'Our team is reviewing the session and will reply here.'],
  [{ ...asked, state: 'refused' as const }, 'Not granted', 'Our team has decided against a refund.'],
  [{ ...granted, refunded: charged }, 'Refunded', 'The whole ₹20 is back in your wallet.'],
  [{ ...granted, refunded: paise(7_50) }, 'Refunded in part', '₹7.50 of ₹20 is back in your wallet.'],
  [
    { ...granted, refunded: charged, fault: 'expert_left_early' as const },
    'Refunded',
    'The expert left within the first 2 minutes. The whole amount is back in your wallet.',
  ],
])('%o is labelled "%s"', (request, label, text) => {
  expect(refundLabel(request)).toMatchObject({ label, text })
})
