import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { actionReasonMaxLength } from '#kernel/limits.ts'

type Props = { label: string; hint?: string; maxLength?: number }

/** The field for the reason that a team member must give. */
export function ReasonField({ label, hint, maxLength = actionReasonMaxLength }: Props) {
  return (
    <Field label={label} hint={hint} required>
      <TextArea name="why" rows={2} maxLength={maxLength} />
    </Field>
  )
}
