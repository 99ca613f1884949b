import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { AmountInput } from '#app/wallet/amount-input.tsx'
import { CollapsibleCard } from '#app/wallet/collapsible-card.tsx'
import { useAnswerToast } from '#app/wallet/use-answer-toast.ts'
import type { WalletAnswer } from '#app/wallet/wallet-answer.ts'
import type { Spending } from '#domain/wallet/contract.ts'
import { formatForField, formatRupees } from '#kernel/money.ts'

type Props = { spending: Spending; answer: WalletAnswer | undefined }

export function DailyLimit({ spending, answer }: Props) {
  const { dailyLimit, spentToday } = spending
  useAnswerToast(answer, 'The limit was not changed')
  const summary =
    dailyLimit === null
      ? 'No limit on what you spend in a day'
      : `${formatRupees(spentToday)} of ${formatRupees(dailyLimit)} spent today`
  return (
    <CollapsibleCard title="Daily limit" summary={summary} startsOpen={answer?.refusal !== undefined}>
      <LimitForm key={dailyLimit} spending={spending} answer={answer} />
      <p className="mt-4 text-small text-quiet">
        No session starts or continues above the limit. A call ends when the minutes already held are used. The day
        begins at midnight in India.
      </p>
    </CollapsibleCard>
  )
}

function LimitForm({ spending: { dailyLimit }, answer }: Props) {
  const [amount, setAmount] = useState(answer?.typed ?? (dailyLimit === null ? '' : formatForField(dailyLimit)))
  const busy = useNavigation().formData?.get('act') === 'limit'
  return (
    <Form method="post" noValidate preventScrollReset>
      <input type="hidden" name="act" value="limit" />
      <Field
        label="Spend at most in a day"
        hint="Leave it empty for no limit."
        error={busy ? undefined : answer?.refusal?.text}
      >
        <AmountInput value={amount} onType={setAmount} />
      </Field>
      <Button type="submit" variant="outline" busy={busy} className="mt-4 w-full">
        Save limit
      </Button>
    </Form>
  )
}
