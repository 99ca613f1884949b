import { ArrowLeft, ExternalLink } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useViewer } from '#app/base/use-viewer.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { listMinutesToAdd, type MinutesToAdd, usualMinutes } from '#app/wallet/minutes-to-add.ts'
import { AddingIsClosed, DemoMoney } from '#app/wallet/provider-text.tsx'
import { addDemoMoney, findProvider, type Provider } from '#app/wallet/top-up-requests.ts'
import { counted } from '#kernel/count-text.ts'
import { addMoneyMaxPaise, unconfirmedWalletMaxPaise } from '#kernel/limits.ts'
import { formatRupees, paise, type Paise } from '#kernel/money.ts'

type Props = {
  /** Shown above the choices. */
  message?: ReactNode
  ratePaisePerMinute: Paise
  /** Whether the rate is the highest that the call can cost, so that the money may last longer. */
  isHighestRate: boolean
  available: Paise
  missing: Paise
  /** Shows the price, the balance and the hold of the call after this amount is added. */
  renderCosts(added: Paise): ReactNode
  /** The action after the payment, such as 'start video call'. */
  next: string
  onBack(): void
  /** Called when the payment starts, so that the browser asks for camera and microphone at the same time. */
  onPaying(): void
  onAdded(): void
}

/** Adds money for a call without leaving the dialog. The choices are minutes at the rate of this call. */
export function AddMinutesStep(props: Props) {
  const { ratePaisePerMinute, isHighestRate, available, missing, renderCosts, next, message } = props
  const { onBack, onPaying, onAdded } = props
  const provider = useProvider()
  const isCapped = useViewer()?.emailUnconfirmed && provider.name === 'razorpay'
  const maxPaise = paise(isCapped ? Math.max(0, unconfirmedWalletMaxPaise - available) : addMoneyMaxPaise)
  const choices = listMinutesToAdd({ ratePaisePerMinute, missing, maxPaise })
  const [chosenMinutes, setChosenMinutes] = useState<number>()
  const chosen = choices.find(({ minutes }) => minutes === (chosenMinutes ?? usualMinutes(choices)))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  return (
    <div>
      <Button variant="quiet" size="small" onClick={onBack} className="-ml-3.5">
        <ArrowLeft className="size-4" aria-hidden="true" />
        Back to your question
      </Button>
      {message && <div className="my-3">{message}</div>}
      <h3 ref={heading} tabIndex={-1} className="mt-1 text-lead font-semibold outline-none">
        Add money to start
      </h3>
      <p className="mt-1 text-small text-soft">
        {available > 0
          ? `Your wallet holds ${formatRupees(available)}, which is less than one minute.`
          : 'Your wallet holds less than one minute.'}
      </p>
      {provider.name === 'none' ? (
        <div className="mt-4">
          <AddingIsClosed />
        </div>
      ) : (
        <>
          <MinutesChoice
            choices={choices}
            chosen={chosen}
            isHighestRate={isHighestRate}
            onChoose={({ minutes }) => setChosenMinutes(minutes)}
          />
          {provider.name === 'load failed' && <ProviderLoadFailed onRetry={provider.retry} />}
          {provider.name !== 'load failed' && chosen && (
            // Stays in view on a small phone, where the choices scroll.
            <div className="sticky bottom-0 -mx-5 mt-4 border-t border-line bg-float px-5 pt-4 md:-mx-6 md:px-6">
              {renderCosts(chosen.amount)}
              {provider.name === 'razorpay' ? (
                <PayInNewTab amount={chosen.amount} />
              ) : (
                <PayHere
                  amount={chosen.amount}
                  next={next}
                  loadProvider={provider.load}
                  onPaying={onPaying}
                  onAdded={onAdded}
                />
              )}
            </div>
          )}
          {(provider.name === 'demo' || provider.name === null) && chosen && <DemoMoney className="mt-3" />}
          {choices.length === 0 && (
            <Notice title="One minute costs more than your wallet may hold" className="mt-4">
              Confirm your email address to add more.
            </Notice>
          )}
        </>
      )}
    </div>
  )
}

type ChoiceProps = {
  choices: MinutesToAdd[]
  chosen: MinutesToAdd | undefined
  isHighestRate: boolean
  onChoose(choice: MinutesToAdd): void
}

function MinutesChoice({ choices, chosen, isHighestRate, onChoose }: ChoiceProps) {
  const name = useId()
  return (
    <fieldset className="mt-4 grid gap-2">
      <legend className="mb-1.5 text-small font-semibold">
        {isHighestRate ? 'For at least how long?' : 'For how long?'}
      </legend>
      {choices.map((choice) => (
        <label
          key={choice.minutes}
          className="figures flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-control border border-line-strong px-4 font-semibold transition-colors hover:bg-raised has-checked:border-accent has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            checked={choice.minutes === chosen?.minutes}
            onChange={() => onChoose(choice)}
            className="sr-only"
          />
          {counted(choice.minutes, 'minute')}
          <span>{formatRupees(choice.amount)}</span>
        </label>
      ))}
    </fieldset>
  )
}

type PayProps = {
  amount: Paise
  next: string
  /** Resolves when the provider has loaded, because the user may tap earlier. */
  loadProvider(): Promise<ProviderResult>
  onPaying(): void
  onAdded(): void
}

/** Demo money is added immediately, so the same tap starts the call. */
function PayHere({ amount, next, loadProvider, onPaying, onAdded }: PayProps) {
  const payment = usePaymentId(amount)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const pay = async () => {
    setProblem(undefined)
    setBusy(true)
    if ((await loadProvider()) !== 'demo') return setBusy(false)
    onPaying()
    const refusal = await addDemoMoney({ id: payment.id, amount: String(amount / 100) })
    setBusy(false)
    // After a network error a retry uses the same id, so that money is added only once.
    if (refusal?.code !== 'network') payment.renew()
    if (refusal) return setProblem(refusal.text)
    toast({ kind: 'success', text: `Successfully added ${formatRupees(amount)} to your wallet`, id: 'payment' })
    return onAdded()
  }
  return (
    <div className="mt-3">
      {problem && (
        <Notice tone="bad" announce className="mb-3">
          {problem}
        </Notice>
      )}
      <Button size="large" busy={busy} onClick={() => void pay()} className="w-full">
        Add {formatRupees(amount)} and {next}
      </Button>
    </div>
  )
}

/** A plain form, because browsers block a new tab that a delayed script opens. A wallet event reports the payment. */
function PayInNewTab({ amount }: { amount: Paise }) {
  const { id } = usePaymentId(amount)
  const [isTabOpen, setIsTabOpen] = useState(false)
  return (
    <form method="post" action="/user/wallet" target="_blank" onSubmit={() => setIsTabOpen(true)} className="mt-3">
      <input type="hidden" name="act" value="add" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="amount" value={String(amount / 100)} />
      <Button type="submit" size="large" className="w-full">
        <ExternalLink className="size-4.5" aria-hidden="true" />
        Add {formatRupees(amount)}
      </Button>
      <p role="status" className="mt-3 text-small text-soft">
        {isTabOpen
          ? 'Pay in the tab that has opened. This page continues as soon as the money is in your wallet.'
          : 'You pay in a new tab. We keep what you have written here.'}
      </p>
    </form>
  )
}

function ProviderLoadFailed({ onRetry }: { onRetry(): void }) {
  return (
    <Notice
      tone="bad"
      title="The payment form could not be loaded"
      className="mt-4"
      announce
      action={
        <Button variant="outline" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Please check your connection.
    </Notice>
  )
}

/** A new amount gets a new id. */
function usePaymentId(amount: Paise): { id: string; renew(): void } {
  const [payment, setPayment] = useState(() => ({ amount, id: crypto.randomUUID() }))
  if (payment.amount !== amount) setPayment({ amount, id: crypto.randomUUID() })
  return { id: payment.id, renew: () => setPayment({ amount, id: crypto.randomUUID() }) }
}

type ProviderResult = Provider | 'load failed'

/** `name` is null while the provider loads. */
function useProvider() {
  const [name, setName] = useState<ProviderResult | null>(null)
  const loading = useRef<Promise<ProviderResult>>(null)
  const load = useCallback(() => {
    loading.current ??= findProvider().then((provider) => provider ?? 'load failed')
    return loading.current
  }, [])
  const show = useCallback(async () => setName(await load()), [load])
  useEffect(() => void show(), [show])
  return {
    name,
    load,
    retry() {
      loading.current = null
      setName(null)
      void show()
    },
  }
}
