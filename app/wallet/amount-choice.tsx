import type { Ref } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { AmountInput } from '#app/wallet/amount-input.tsx'
import { readAmount } from '#domain/wallet/rules.ts'
import { addMoneyMaxPaise, addMoneyMinPaise, addMoneyPresetsPaise } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'

type Props = {
  amount: string
  problem: string | undefined
  onAmount(text: string): void
  ref?: Ref<HTMLInputElement>
}

/** Chooses an amount: typed, or one of the presets. */
export function AmountChoice({ amount, problem, onAmount, ref }: Props) {
  return (
    <>
      <Field label="Amount" error={problem} hint={limits} required>
        <AmountInput ref={ref} value={amount} onFocus={(event) => event.currentTarget.select()} onType={onAmount} />
      </Field>
      <div role="group" aria-label="Amounts to choose from" className="mt-3 grid grid-cols-4 gap-2">
        {addMoneyPresetsPaise.map((preset) => (
          <Button
            key={preset}
            variant="outline"
            aria-pressed={readAmount(amount) === preset}
            onClick={() => onAmount(String(preset / 100))}
            className="figures px-0! aria-pressed:border-accent aria-pressed:text-accent"
          >
            {formatRupees(preset)}
          </Button>
        ))}
      </div>
    </>
  )
}

const limits = `From ${formatRupees(addMoneyMinPaise)} to ${formatRupees(addMoneyMaxPaise)} at a time.`
