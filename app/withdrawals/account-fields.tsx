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
  const errors = problem ? { [findField(details, problem)]: refusals[problem].text } : {}
  const bindInput = (name: keyof BankDetails) => ({
    name,
    value: details[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...details, [name]: event.target.value }),
  })
  return (
    <>
      <Field label="Bank name" error={errors.bankName} required>
        <TextInput {...bindInput('bankName')} autoComplete="off" maxLength={bankNameMaxLength} />
      </Field>
      <Field label="Account number" error={errors.accountNumber} required>
        <TextInput {...bindInput('accountNumber')} autoComplete="off" inputMode="numeric" maxLength={30} />
      </Field>
      <Field label="IFSC code" hint="Eleven characters, such as HDFC0001234." error={errors.ifscCode} required>
        <TextInput
          {...bindInput('ifscCode')}
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

function findField(details: BankDetails, problem: NonNullable<Props['problem']>): keyof BankDetails {
  if (problem === 'account_number') return 'accountNumber'
  if (problem === 'ifsc_code') return 'ifscCode'
  const normalized = normalizeBankDetails(details)
  const names = ['bankName', 'accountNumber', 'ifscCode'] as const
  return names.find((name) => normalized[name] === '') ?? 'bankName'
}
