import { useState } from 'react'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import {
  type BankDetails,
  listBankProblems,
  listLastingBankProblems,
  normalizeBankDetails,
} from '#domain/withdrawals/rules.ts'
import { bankNameMaxLength } from '#kernel/limits.ts'

type Props = {
  details: BankDetails
  /** Whether the user has tried to submit. Then every invalid field shows its error. */
  hasTried: boolean
  onChange(details: BankDetails): void
}

/**
 * Bank account fields. Before the first submit, a field shows a lasting problem at once, and any other problem when it
 * loses focus with text in it.
 */
export function AccountFields({ details, hasTried, onChange }: Props) {
  const [blurred, setBlurred] = useState<Partial<Record<keyof BankDetails, true>>>({})
  const [last, setLast] = useState<{ name: keyof BankDetails; isLeft: boolean }>()
  const normalized = normalizeBankDetails(details)
  const problems = listBankProblems(normalized)
  const lasting = listLastingBankProblems(normalized)
  const findError = (name: keyof BankDetails) =>
    hasTried || (blurred[name] && details[name] !== '') ? problems[name] : lasting[name]
  const bindInput = (name: keyof BankDetails) => ({
    name,
    value: details[name],
    onChange: (event: { target: { value: string } }) => {
      setLast({ name, isLeft: false })
      onChange({ ...details, [name]: event.target.value })
    },
    onBlur: () => {
      setLast({ name, isLeft: true })
      setBlurred({ ...blurred, [name]: true })
    },
    autoComplete: 'off',
    enterKeyHint: 'next' as const,
  })
  // While somebody types, the counts in the other texts change with every key, so only lasting problems are announced.
  const announced = last && (last.isLeft ? findError(last.name) : lasting[last.name])
  return (
    <>
      <Field label="Bank name" error={findError('bankName')} required>
        <TextInput {...bindInput('bankName')} maxLength={bankNameMaxLength} />
      </Field>
      <Field label="Account number" error={findError('accountNumber')} required>
        <TextInput {...bindInput('accountNumber')} inputMode="numeric" maxLength={30} />
      </Field>
      <Field label="IFSC code" hint="Eleven characters, such as HDFC0001234." error={findError('ifscCode')} required>
        <TextInput
          {...bindInput('ifscCode')}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={20}
          className="uppercase placeholder:normal-case"
        />
      </Field>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  )
}
