import { ExternalLink } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useViewer } from '#app/base/use-viewer.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { AmountChoice } from '#app/wallet/amount-choice.tsx'
import { addButtonText, amountFor, isEmptyAmount, problemOf } from '#app/wallet/amount-to-add.ts'
import { AddingIsClosed, DemoMoney } from '#app/wallet/provider-text.tsx'
import { addDemoMoney, findProvider, type Provider } from '#app/wallet/top-up-requests.ts'
import { useOwnWallet } from '#app/wallet/use-own-wallet.ts'
import { readAmount } from '#domain/wallet/rules.ts'
import { formatRupees, paise, type Paise } from '#kernel/money.ts'

type Props = {
  /** What is missing, so that enough is offered. */
  neededPaise?: Paise
  onAdded?(): void
}

/** Adds money without leaving what one is doing. */
export function QuickTopUp({ neededPaise = paise(1), onAdded }: Props) {
  const [provider, setProvider] = useState<Provider | 'unknown' | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isUnmounted = false
    const find = async () => {
      const found = await findProvider()
      if (!isUnmounted) setProvider(found ?? 'unknown')
    }
    void find()
    return () => void (isUnmounted = true)
  }, [attempt])

  if (provider === null) return <Skeleton className="h-44" />
  if (provider === 'none') return <AddingIsClosed />
  if (provider === 'unknown') {
    return (
      <Notice
        tone="bad"
        title="Adding money does not answer"
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
  return <Form first={amountFor(neededPaise)} onAdded={onAdded} />
}

type FormProps = { first: string; onAdded: (() => void) | undefined }

/** Invented money comes at once. */
function DemoForm({ first, onAdded }: FormProps) {
  const { revalidate } = useRevalidator()
  const { amount, id, problem, setProblem, choose, check, field } = useAmount(first)
  const [busy, setBusy] = useState(false)

  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !check()) return
    setBusy(true)
    const refusal = await addDemoMoney({ id, amount })
    setBusy(false)
    // What was not answered is asked for again under the same id, so that it happens once.
    if (refusal?.code !== 'network') choose(amount)
    if (refusal) return setProblem(refusal.text)
    toast({ kind: 'success', text: addedText(amount), id: 'payment' })
    onAdded?.()
    // Where no live connection tells the new balance.
    void revalidate()
  }
  return (
    <form noValidate onSubmit={(event) => void add(event)}>
      <AmountChoice ref={field} amount={amount} problem={problem} onAmount={choose} />
      <Button type="submit" busy={busy} disabled={isEmptyAmount(amount)} className="mt-4 w-full">
        {addButtonText(amount)}
      </Button>
      <DemoMoney className="mt-3" />
    </form>
  )
}

/** The provider's page opens in a tab of its own: it comes by a plain form, because browsers stop windows that scripts open late. */
function ProviderForm({ first, onAdded }: FormProps) {
  const { amount, id, problem, choose, check, field } = useAmount(first)
  const [opened, setOpened] = useState(false)
  useOnMoneyAdded(() => {
    if (!opened) return
    setOpened(false)
    toast({ kind: 'success', text: 'The money is in your wallet', id: 'payment' })
    onAdded?.()
  })
  return (
    <form
      method="post"
      action="/user/wallet"
      target="_blank"
      noValidate
      onSubmit={(event) => {
        if (check()) setOpened(true)
        else event.preventDefault()
      }}
    >
      <input type="hidden" name="act" value="add" />
      <input type="hidden" name="id" value={id} />
      <AmountChoice ref={field} amount={amount} problem={problem} onAmount={choose} />
      <Button type="submit" disabled={isEmptyAmount(amount)} className="mt-4 w-full">
        <ExternalLink className="size-4.5" aria-hidden="true" />
        {addButtonText(amount)}
      </Button>
      <p role="status" className="mt-3 text-small text-soft">
        {opened
          ? 'Pay in the tab that has opened. This goes on by itself as soon as the money is in your wallet.'
          : 'You pay in a new tab. What you have written here stays.'}
      </p>
    </form>
  )
}

/** The amount as it is typed, and the id under which it is asked for: another amount is another payment. */
function useAmount(first: string) {
  const [{ amount, id }, setWanted] = useState(() => ({ amount: first, id: crypto.randomUUID() as string }))
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const choose = (text: string) => {
    setWanted({ amount: text, id: crypto.randomUUID() })
    setProblem(undefined)
  }
  /** Whether it can be sent; if not, the field says why. */
  const check = () => {
    const found = problemOf(amount)
    setProblem(found)
    if (found) field.current?.focus()
    return !found
  }
  return { amount, id, problem, setProblem, choose, check, field }
}

/** Tells when there is more money than before, held or not. */
function useOnMoneyAdded(onAddedMoney: () => void): void {
  const figures = useOwnWallet(useViewer())
  const total = figures ? figures.available + figures.onHold : null
  const known = useRef(total)
  const onAddedRef = useRef(onAddedMoney)
  useEffect(() => {
    onAddedRef.current = onAddedMoney
  })
  useEffect(() => {
    const isMore = total !== null && known.current !== null && total > known.current
    known.current = total
    if (isMore) onAddedRef.current()
  }, [total])
}

function addedText(amount: string): string {
  return `Successfully added ${formatRupees(readAmount(amount) ?? paise(0))} to your wallet`
}
