import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { type BankDetails, findBankProblem, normalizeBankDetails } from '#domain/withdrawals/rules.ts'
import { bankNameMaxLength } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'

type Props = {
  details: BankDetails
  /** The problem to show, if any. */
  problem: ReturnType<typeof findBankProblem>
  onChange(details: BankDetails): void
}

/** Bank account fields. A problem is shown at the first field it concerns. */
export function AccountFields({ details, problem, onChange }: Props) {
  const errors = problem ? { [fieldOf(details, problem)]: refusals[problem].text } : {}
  const input = (name: keyof BankDetails) => ({
    name,
    value: details[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...details, [name]: event.target.value }),
  })
  return (
    <>
      <Field label="Bank name" error={errors.bankName} required>
        <TextInput {...input('bankName')} autoComplete="off" maxLength={bankNameMaxLength} />
      </Field>
      <Field label="Account number" error={errors.accountNumber} required>
        <TextInput {...input('accountNumber')} autoComplete="off" inputMode="numeric" maxLength={30} />
      </Field>
      <Field label="IFSC code" hint="Eleven characters, such as HDFC0001234." error={errors.ifscCode} required>
        <TextInput
          {...input('ifscCode')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          className="uppercase placeholder:normal-case"
        />
      </Field>
    </>
  )
}

function fieldOf(details: BankDetails, problem: NonNullable<Props['problem']>): keyof BankDetails {
  if (problem === 'account_number') return 'accountNumber'
  if (problem === 'ifsc_code') return 'ifscCode'
  const tidy = normalizeBankDetails(details)
  const names = ['bankName', 'accountNumber', 'ifscCode'] as const
  return names.find((name) => tidy[name] === '') ?? 'bankName'
}
