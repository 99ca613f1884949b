import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { AmountChoice } from '#app/wallet/amount-choice.tsx'
import { addButtonText, isEmptyAmount, findTopUpProblem } from '#app/wallet/amount-to-add.ts'
import { AddingIsClosed, DemoMoney } from '#app/wallet/provider-text.tsx'
import type { WalletAnswer } from '#app/wallet/wallet-answer.ts'
import { useAnswerToast } from '#app/wallet/use-answer-toast.ts'
import { useRequestId } from '#app/base/forms/use-request-id.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { unconfirmedWalletMaxPaise } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'

type Props = {
  provider: 'demo' | 'razorpay' | 'none'
  newId: string
  answer: WalletAnswer | undefined
  /** The amount of a payment to try again. */
  suggestedAmount: string | null
}

export function AddMoney({ provider, ...rest }: Props) {
  const isCapped = useViewer()?.emailUnconfirmed && provider === 'razorpay'
  return (
    <Card as="section" id="add-money" className="scroll-mt-24">
      <CardHeader title="Add Money" description="You pay on the next page." />
      {isCapped && (
        <p className="mb-4 text-small text-soft">
          Until you confirm your email address, your wallet can hold up to {formatRupees(unconfirmedWalletMaxPaise)}.
        </p>
      )}
      {provider === 'none' ? <AddingIsClosed /> : <AddMoneyForm key={rest.suggestedAmount} {...rest} />}
      {provider === 'demo' && <DemoMoney className="mt-5" />}
    </Card>
  )
}

function AddMoneyForm({ newId, answer, suggestedAmount }: Omit<Props, 'provider'>) {
  const id = useRequestId(newId, answer?.usedUp)
  const [amount, setAmount] = useState(answer?.typed ?? suggestedAmount ?? '0')
  const [problem, setProblem] = useState<string>()
  const isHydrated = useHydrated()
  const busy = useNavigation().formData?.get('act') === 'add'
  useAnswerToast(answer, 'Failed to add funds to wallet')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (suggestedAmount) field.current?.focus()
  }, [suggestedAmount])
  const shownProblem = problem ?? answer?.refusal?.text

  const check = (event: FormEvent<HTMLFormElement>) => {
    const found = findTopUpProblem(amount)
    setProblem(found)
    if (!found) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>('[name=amount]')?.focus()
  }
  return (
    <Form method="post" noValidate onSubmit={check}>
      <input type="hidden" name="act" value="add" />
      <input type="hidden" name="id" value={id} />
      <AmountChoice
        ref={field}
        amount={amount}
        problem={busy ? undefined : shownProblem}
        onAmount={(text) => {
          setAmount(text)
          setProblem(undefined)
        }}
      />
      <Button type="submit" busy={busy} disabled={isHydrated && isEmptyAmount(amount)} className="mt-5 w-full">
        {addButtonText(amount)}
      </Button>
    </Form>
  )
}
