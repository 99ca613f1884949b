import { ExternalLink } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useViewer } from '#app/base/use-viewer.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { AmountChoice } from '#app/wallet/amount-choice.tsx'
import { addButtonText, suggestAmount, isEmptyAmount, findTopUpProblem } from '#app/wallet/amount-to-add.ts'
import { AddingIsClosed, DemoMoney } from '#app/wallet/provider-text.tsx'
import { addDemoMoney, findProvider, type Provider } from '#app/wallet/top-up-requests.ts'
import { useOwnWallet } from '#app/wallet/use-own-wallet.ts'
import { readAmount } from '#domain/wallet/rules.ts'
import { formatRupees, paise, type Paise } from '#kernel/money.ts'

type Props = {
  /** The missing amount. The form suggests an amount that covers it. */
  neededPaise?: Paise
  /** The expert's rate, if it is known. */
  ratePaisePerMinute?: Paise
  onAdded?(): void
}

/** Adds money without leaving the page. */
export function QuickTopUp({ neededPaise = paise(1), ratePaisePerMinute, onAdded }: Props) {
  const [provider, setProvider] = useState<Provider | 'load failed' | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isUnmounted = false
    const loadProvider = async () => {
      const found = await findProvider()
      if (!isUnmounted) setProvider(found ?? 'load failed')
    }
    void loadProvider()
    return () => void (isUnmounted = true)
  }, [attempt])

  if (provider === null) return <Skeleton className="h-44" />
  if (provider === 'none') return <AddingIsClosed />
  if (provider === 'load failed') {
    return (
      <Notice
        tone="bad"
        title="The payment form could not be loaded"
        action={
          <Button variant="outline" size="small" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        }
      >
        Please check your connection.
      </Notice>
    )
  }
  const Form = provider === 'demo' ? DemoForm : ProviderForm
  return <Form initialAmount={suggestAmount(neededPaise)} ratePaisePerMinute={ratePaisePerMinute} onAdded={onAdded} />
}

type FormProps = {
  initialAmount: string
  ratePaisePerMinute: Paise | undefined
  onAdded: (() => void) | undefined
}

/** Demo money is added immediately. */
function DemoForm({ initialAmount, ratePaisePerMinute, onAdded }: FormProps) {
  const { revalidate } = useRevalidator()
  const { amount, id, problem, setProblem, choose, check, field } = useAmount(initialAmount)
  const [busy, setBusy] = useState(false)

  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !check()) return
    setBusy(true)
    const refusal = await addDemoMoney({ id, amount })
    setBusy(false)
    // After a network error a retry uses the same id, so that money is added only once.
    if (refusal?.code !== 'network') choose(amount)
    if (refusal) return setProblem(refusal.text)
    toast({ kind: 'success', text: addedText(amount), id: 'payment' })
    onAdded?.()
    // Without a live connection the new balance must be reloaded.
    void revalidate()
  }
  return (
    <form noValidate onSubmit={(event) => void add(event)}>
      <AmountChoice {...{ amount, problem, ratePaisePerMinute }} ref={field} onAmount={choose} />
      <Button type="submit" busy={busy} disabled={isEmptyAmount(amount)} className="mt-4 w-full">
        {addButtonText(amount)}
      </Button>
      <DemoMoney className="mt-3" />
    </form>
  )
}

/** Opens the provider's page in a new tab with a plain form, because browsers block popups of delayed scripts. */
function ProviderForm({ initialAmount, ratePaisePerMinute, onAdded }: FormProps) {
  const { amount, id, problem, choose, check, field } = useAmount(initialAmount)
  const [isTabOpen, setIsTabOpen] = useState(false)
  useOnMoneyAdded(() => {
    if (!isTabOpen) return
    setIsTabOpen(false)
    toast({ kind: 'success', text: 'The money is in your wallet', id: 'payment', isOnPage: true })
    onAdded?.()
  })
  return (
    <form
      method="post"
      action="/user/wallet"
      target="_blank"
      noValidate
      onSubmit={(event) => {
        if (check()) setIsTabOpen(true)
        else event.preventDefault()
      }}
    >
      <input type="hidden" name="act" value="add" />
      <input type="hidden" name="id" value={id} />
      <AmountChoice {...{ amount, problem, ratePaisePerMinute }} ref={field} onAmount={choose} />
      <Button type="submit" disabled={isEmptyAmount(amount)} className="mt-4 w-full">
        <ExternalLink className="size-4.5" aria-hidden="true" />
        {addButtonText(amount)}
      </Button>
      <p role="status" className="mt-3 text-small text-soft">
        {isTabOpen
          ? 'Pay in the tab that has opened. This page continues as soon as the money is in your wallet.'
          : 'You pay in a new tab. We keep what you have written here.'}
      </p>
    </form>
  )
}

/** Holds the typed amount and the payment id; a new amount gets a new id. */
function useAmount(initialAmount: string) {
  const [{ amount, id }, setPayment] = useState(() => ({ amount: initialAmount, id: crypto.randomUUID() as string }))
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const choose = (text: string) => {
    setPayment({ amount: text, id: crypto.randomUUID() })
    setProblem(undefined)
  }
  /** Returns whether the amount is valid; otherwise shows the error at the field. */
  const check = () => {
    const found = findTopUpProblem(amount)
    setProblem(found)
    if (found) field.current?.focus()
    return !found
  }
  return { amount, id, problem, setProblem, choose, check, field }
}

/** Calls back when the total balance, including holds, increases. */
function useOnMoneyAdded(onAddedMoney: () => void): void {
  const wallet = useOwnWallet(useViewer())
  const total = wallet ? wallet.available + wallet.onHold : null
  const lastTotal = useRef(total)
  const onAddedRef = useRef(onAddedMoney)
  useEffect(() => {
    onAddedRef.current = onAddedMoney
  })
  useEffect(() => {
    const hasIncreased = total !== null && lastTotal.current !== null && total > lastTotal.current
    lastTotal.current = total
    if (hasIncreased) onAddedRef.current()
  }, [total])
}

function addedText(amount: string): string {
  return `Successfully added ${formatRupees(readAmount(amount) ?? paise(0))} to your wallet`
}
