import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { WalletAnswer } from '#app/features/wallet/answer.ts'
import { useAnswerToast } from '#app/features/wallet/use-answer-toast.ts'
import { useRequestId } from '#app/features/wallet/use-request-id.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { formatRupees, type Paise } from '#kernel/money.ts'

type Props = { returnable: Paise; newId: string; demo: boolean; answer: WalletAnswer | undefined }

/** The platform's own disclosure: open it, look at the amount, send it. */
export function SendBack({ returnable, newId, demo, answer }: Props) {
  useAnswerToast(answer, 'The money was not sent back')
  return (
    <Card as="section" className="p-0! md:p-0!">
      <details className="group" open={answer?.refusal ? true : undefined}>
        <summary className={summaryLook}>
          <div className="min-w-0 flex-1">
            <h2 className="text-body font-semibold">Send money back</h2>
            <p className="text-small text-quiet">
              {returnable > 0
                ? `Up to ${formatRupees(returnable)} to where you paid from`
                : 'Nothing to send back now'}
            </p>
          </div>
          <ChevronDown className={chevronLook} aria-hidden="true" />
        </summary>
        <div className="border-t border-line px-5 pt-4 pb-5 md:px-6">
          {returnable > 0 ? (
            <SendBackForm key={returnable} returnable={returnable} newId={newId} answer={answer} />
          ) : (
            <p className="text-small text-soft">
              Money that you added and have not used can go back from here, free of charge.
            </p>
          )}
          <p className="mt-4 text-small text-quiet">
            {demo
              ? 'This is a demo: no bank is involved, and it arrives at once.'
              : 'Free of charge. It leaves your wallet now; banks take up to seven days. What a bank cannot take back returns to your wallet. Refunds of sessions beyond what you paid in stay in the wallet.'}
          </p>
        </div>
      </details>
    </Card>
  )
}

function SendBackForm({ returnable, newId, answer }: Omit<Props, 'demo'>) {
  const id = useRequestId(newId, answer?.usedUp)
  const [amount, setAmount] = useState(answer?.typed ?? String(returnable / 100))
  const busy = useNavigation().formData?.get('act') === 'send_back'
  return (
    <Form method="post" noValidate preventScrollReset>
      <input type="hidden" name="act" value="send_back" />
      <input type="hidden" name="id" value={id} />
      <Field label="Amount to send back" error={busy ? undefined : answer?.refusal?.text}>
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
        Send it back
      </Button>
    </Form>
  )
}

export const summaryLook =
  'flex min-h-16 cursor-pointer list-none items-center gap-4 rounded-card px-5 py-4 md:px-6 [&::-webkit-details-marker]:hidden'
export const chevronLook = 'size-5 shrink-0 text-quiet transition-transform group-open:rotate-180'
