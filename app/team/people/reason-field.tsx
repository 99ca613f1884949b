import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { actionReasonMaxLength } from '#kernel/limits.ts'

type Props = { label: string; hint?: string; maxLength?: number }

/** Reason that every action on a person or a review requires. */
export function ReasonField({ label, hint, maxLength = actionReasonMaxLength }: Props) {
  return (
    <Field label={label} hint={hint} required>
      <TextArea name="why" rows={2} maxLength={maxLength} />
    </Field>
  )
}
