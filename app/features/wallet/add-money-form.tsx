import { FlaskConical } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { AmountInput } from '#app/features/wallet/amount-input.tsx'
import type { WalletAnswer } from '#app/features/wallet/answer.ts'
import { useAnswerToast } from '#app/features/wallet/use-answer-toast.ts'
import { useRequestId } from '#app/features/wallet/use-request-id.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { canBeAdded, readAmount } from '#domain/wallet/rules.ts'
import { addMoneyMaxPaise, addMoneyMinPaise, addMoneyPresetsPaise } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'
import { refusals } from '#kernel/refusals.ts'

type Props = { provider: 'demo' | 'razorpay' | 'none'; newId: string; answer: WalletAnswer | undefined }

export function AddMoney({ provider, ...rest }: Props) {
  return (
    <Card as="section">
      <CardHeader title="Add Money" description="You pay on the next page." />
      {provider === 'none' ? (
        <Notice title="Adding money is closed">
          No payment provider is connected to this server yet. What is in your wallet can be used as always.
        </Notice>
      ) : (
        <AddMoneyForm {...rest} />
      )}
      {provider === 'demo' && (
        <p className="mt-5 flex gap-2.5 text-small text-quiet">
          <FlaskConical className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          This is a demo: the money is invented and no bank is involved. Real payment integration comes later.
        </p>
      )}
    </Card>
  )
}

function AddMoneyForm({ newId, answer }: Omit<Props, 'provider'>) {
  const id = useRequestId(newId, answer?.usedUp)
  const [amount, setAmount] = useState(answer?.typed ?? '0')
  const [problem, setProblem] = useState<string>()
  const scripted = useHydrated()
  const busy = useNavigation().formData?.get('act') === 'add'
  useAnswerToast(answer, 'Failed to add funds to wallet')
  const shown = problem ?? answer?.refusal?.text

  const check = (event: FormEvent<HTMLFormElement>) => {
    const found = problemOf(amount)
    setProblem(found)
    if (!found) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>('[name=amount]')?.focus()
  }
  return (
    <Form method="post" noValidate onSubmit={check}>
      <input type="hidden" name="act" value="add" />
      <input type="hidden" name="id" value={id} />
      <Field label="Amount" error={busy ? undefined : shown} hint={limits} required>
        <AmountInput
          value={amount}
          onFocus={(event) => event.currentTarget.select()}
          onType={(text) => {
            setAmount(text)
            setProblem(undefined)
          }}
        />
      </Field>
      <div role="group" aria-label="Amounts to choose from" className="mt-3 grid grid-cols-4 gap-2">
        {addMoneyPresetsPaise.map((preset) => (
          <Button
            key={preset}
            variant="outline"
            aria-pressed={readAmount(amount) === preset}
            onClick={() => {
              setAmount(String(preset / 100))
              setProblem(undefined)
            }}
            className="figures px-0! aria-pressed:border-accent aria-pressed:text-accent"
          >
            {formatRupees(preset)}
          </Button>
        ))}
      </div>
      <Button type="submit" busy={busy} disabled={scripted && isNothing(amount)} className="mt-5 w-full">
        {buttonText(amount)}
      </Button>
    </Form>
  )
}

const limits = `From ${formatRupees(addMoneyMinPaise)} to ${formatRupees(addMoneyMaxPaise)} at a time.`

/** Zero and less, and an empty field, cannot be sent at all. */
function isNothing(text: string): boolean {
  return /^\s*(-.*|₹?\s*[0.,]*)\s*$/.test(text)
}

function problemOf(text: string): string | undefined {
  const amount = readAmount(text)
  if (amount && amount > addMoneyMaxPaise) return refusals.too_much_at_once.text
  return amount && canBeAdded(amount) ? undefined : refusals.not_an_amount.text
}

function buttonText(text: string): string {
  const amount = readAmount(text)
  return amount && canBeAdded(amount) ? `Add ${formatRupees(amount)}` : 'Add Money'
}
