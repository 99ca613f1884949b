import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { WalletAnswer } from '#app/features/wallet/answer.ts'
import { chevronLook, summaryLook } from '#app/features/wallet/send-back-card.tsx'
import { useAnswerToast } from '#app/features/wallet/use-answer-toast.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { Spending } from '#domain/wallet/contract.ts'
import { formatRupees } from '#kernel/money.ts'

type Props = { spending: Spending; answer: WalletAnswer | undefined }

export function DailyLimit({ spending, answer }: Props) {
  const { dailyLimit, spentToday } = spending
  useAnswerToast(answer, 'The limit was not changed')
  return (
    <Card as="section" className="p-0! md:p-0!">
      <details className="group" open={answer?.refusal ? true : undefined}>
        <summary className={summaryLook}>
          <div className="min-w-0 flex-1">
            <h2 className="text-body font-semibold">Daily limit</h2>
            <p className="figures text-small text-quiet">
              {dailyLimit === null
                ? 'No limit on what you spend in a day'
                : `${formatRupees(spentToday)} of ${formatRupees(dailyLimit)} spent today`}
            </p>
          </div>
          <ChevronDown className={chevronLook} aria-hidden="true" />
        </summary>
        <div className="border-t border-line px-5 pt-4 pb-5 md:px-6">
          <LimitForm key={dailyLimit} spending={spending} answer={answer} />
          <p className="mt-4 text-small text-quiet">
            No session begins or goes on beyond it: a call ends when the minutes that were already held are
            used. The day begins at midnight in India.
          </p>
        </div>
      </details>
    </Card>
  )
}

function LimitForm({ spending: { dailyLimit }, answer }: Props) {
  const [amount, setAmount] = useState(answer?.typed ?? (dailyLimit === null ? '' : String(dailyLimit / 100)))
  const busy = useNavigation().formData?.get('act') === 'limit'
  return (
    <Form method="post" noValidate preventScrollReset>
      <input type="hidden" name="act" value="limit" />
      <Field
        label="Spend at most in a day"
        hint="Leave it empty for no limit."
        error={busy ? undefined : answer?.refusal?.text}
      >
        <TextInput
          name="amount"
          lead="₹"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
          className="figures"
        />
      </Field>
      <Button type="submit" variant="outline" busy={busy} className="mt-4 w-full">
        Save limit
      </Button>
    </Form>
  )
}
