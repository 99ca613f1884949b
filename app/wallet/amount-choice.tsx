import type { Ref } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { AmountInput } from '#app/wallet/amount-input.tsx'
import { minutesFor, minutesHint } from '#app/wallet/amount-to-add.ts'
import { readAmount } from '#domain/wallet/rules.ts'
import { formatCount } from '#kernel/count-text.ts'
import { addMoneyMaxPaise, addMoneyMinPaise, addMoneyPresetsPaise, sessionRatePaisePerMinute } from '#kernel/limits.ts'
import { formatForField, formatRupees, type Paise } from '#kernel/money.ts'

type Props = {
  amount: string
  problem: string | undefined
  /** The rate for the minutes shown: the expert's rate, if it is known. */
  ratePaisePerMinute?: Paise | undefined
  onAmount(text: string): void
  ref?: Ref<HTMLInputElement>
}

/** Asks for a typed or preset amount, and shows how many minutes it buys. */
export function AmountChoice({
  amount,
  problem,
  ratePaisePerMinute = sessionRatePaisePerMinute,
  onAmount,
  ref,
}: Props) {
  return (
    <>
      <Field
        label="Amount"
        error={problem}
        hint={minutesHint(amount, ratePaisePerMinute) ?? limitsHint(ratePaisePerMinute)}
        required
      >
        <AmountInput ref={ref} value={amount} onFocus={(event) => event.currentTarget.select()} onType={onAmount} />
      </Field>
      <div role="group" aria-label="Amounts to choose from" className="mt-3 grid grid-cols-4 gap-2">
        {addMoneyPresetsPaise.map((preset) => (
          <Button
            key={preset}
            variant="outline"
            aria-pressed={readAmount(amount) === preset}
            onClick={() => onAmount(formatForField(preset))}
            className="figures flex-col gap-0! px-0! py-1.5 leading-5 aria-pressed:border-accent aria-pressed:text-accent"
          >
            {formatRupees(preset)}{' '}
            <span className="text-small font-normal text-soft">
              {formatCount(minutesFor(preset, ratePaisePerMinute))} min
            </span>
          </Button>
        ))}
      </div>
    </>
  )
}

function limitsHint(ratePaisePerMinute: Paise): string {
  const limits = `From ${formatRupees(addMoneyMinPaise)} to ${formatRupees(addMoneyMaxPaise)} at a time.`
  return `${limits} Minutes are counted at ${formatRupees(ratePaisePerMinute)}/min.`
}
