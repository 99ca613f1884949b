import { AmountInput } from '#app/wallet/amount-input.tsx'
import type { RequestTarget } from '#app/sessions/request/request-target.ts'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { spokenLanguages } from '#kernel/catalogue.ts'

type AnyoneTarget = Extract<RequestTarget, { kind: 'anyone' }>

type Props = { target: AnyoneTarget; problem: string | undefined; onChange(target: AnyoneTarget): void }

/** Limits which experts are asked when the student does not choose one. */
export function AnyoneFields({ target, problem, onChange }: Props) {
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Field label="Language">
        <Select
          value={target.language ?? ''}
          onChange={(event) => onChange({ ...target, language: event.target.value || null })}
        >
          <option value="">Any language</option>
          {spokenLanguages.map((language) => (
            <option key={language}>{language}</option>
          ))}
        </Select>
      </Field>
      <Field label="Highest price per minute" error={problem}>
        <AmountInput value={target.maxRate} onType={(maxRate) => onChange({ ...target, maxRate })} />
      </Field>
    </div>
  )
}
