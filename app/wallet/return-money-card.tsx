import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { useRequestId } from '#app/base/forms/use-request-id.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { AmountInput } from '#app/wallet/amount-input.tsx'
import { CollapsibleCard } from '#app/wallet/collapsible-card.tsx'
import { useAnswerToast } from '#app/wallet/use-answer-toast.ts'
import type { WalletAnswer } from '#app/wallet/wallet-answer.ts'
import { formatForField, formatRupees, type Paise } from '#kernel/money.ts'

type Props = { returnable: Paise; newId: string; isDemo: boolean; answer: WalletAnswer | undefined }

/** Returns unused money in three clicks: open, check the amount, send. */
export function ReturnMoney({ returnable, newId, isDemo, answer }: Props) {
  useAnswerToast(answer, 'The money was not sent back')
  const summary =
    returnable > 0 ? `Up to ${formatRupees(returnable)} to where you paid from` : 'Nothing to send back now'
  return (
    <CollapsibleCard title="Send money back" summary={summary} startsOpen={answer?.refusal !== undefined}>
      {returnable > 0 ? (
        <ReturnMoneyForm key={returnable} returnable={returnable} newId={newId} answer={answer} />
      ) : (
        <p className="text-small text-soft">
          You can send back money that you added and have not used, free of charge.
        </p>
      )}
      <p className="mt-4 text-small text-quiet">
        {isDemo
          ? 'This is a demo: no bank is involved, and the money arrives immediately.'
          : 'Free of charge. The money leaves your wallet now, and banks take up to seven days. If the bank cannot take it back, it returns to your wallet. Session refunds above the amount you paid in stay in the wallet.'}
      </p>
    </CollapsibleCard>
  )
}

function ReturnMoneyForm({ returnable, newId, answer }: Omit<Props, 'isDemo'>) {
  const id = useRequestId(newId, answer?.usedUp)
  const [amount, setAmount] = useState(answer?.typed ?? formatForField(returnable))
  const busy = useNavigation().formData?.get('act') === 'send_back'
  return (
    <Form method="post" noValidate preventScrollReset>
      <input type="hidden" name="act" value="send_back" />
      <input type="hidden" name="id" value={id} />
      <Field label="Amount to send back" error={busy ? undefined : answer?.refusal?.text}>
        <AmountInput value={amount} onType={setAmount} />
      </Field>
      <Button type="submit" variant="outline" busy={busy} className="mt-4 w-full">
        Send it back
      </Button>
    </Form>
  )
}
