import { useState } from 'react'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { type BankDetails, listBankProblems, normalizeBankDetails } from '#domain/withdrawals/rules.ts'
import { bankNameMaxLength } from '#kernel/limits.ts'

type Props = {
  details: BankDetails
  /** Whether the user has tried to submit. Then every invalid field shows its error. */
  hasTried: boolean
  onChange(details: BankDetails): void
}

/** Bank account fields. Before the first submit, a filled field shows its error when it loses focus. */
export function AccountFields({ details, hasTried, onChange }: Props) {
  const [blurred, setBlurred] = useState<Partial<Record<keyof BankDetails, true>>>({})
  const problems = listBankProblems(normalizeBankDetails(details))
  const findError = (name: keyof BankDetails) =>
    hasTried || (blurred[name] && details[name] !== '') ? problems[name] : undefined
  const bindInput = (name: keyof BankDetails) => ({
    name,
    value: details[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...details, [name]: event.target.value }),
    onBlur: () => setBlurred({ ...blurred, [name]: true }),
    autoComplete: 'off',
    enterKeyHint: 'next' as const,
  })
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
    </>
  )
}
