import type { ComponentProps } from 'react'
import { TextInput } from '#app/ui/text-input.tsx'

type Props = Pick<ComponentProps<typeof TextInput>, 'onFocus' | 'ref'> & {
  value: string
  onType(text: string): void
}

/** An amount in rupees, kept as text, because the server parses it. */
export function AmountInput({ onType, ...rest }: Props) {
  return (
    <TextInput
      {...rest}
      name="amount"
      leading="₹"
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      onChange={(event) => onType(event.currentTarget.value)}
      className="figures"
    />
  )
}
