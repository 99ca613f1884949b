import type { AnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { ActionFields } from '#app/team/applications/action-fields.tsx'
import { CollapsibleForm } from '#app/team/base/collapsible-form.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { applicationLetterMaxLength } from '#kernel/limits.ts'

type Props = { revision: number; letter: string; form: AnsweredForm }

/** Shows a draft letter for review. Nothing is sent until it is submitted. */
export function RejectForm({ revision, letter, form }: Props) {
  return (
    <CollapsibleForm form={form} opener="Reject…" submit="Reject and send">
      {(problem) => (
        <>
          <ActionFields action="reject" revision={revision} />
          <Field label="Letter to the applicant" hint="Sent exactly as written here." error={problem} required>
            <TextArea name="letter" rows={12} defaultValue={letter} maxLength={applicationLetterMaxLength} counter />
          </Field>
        </>
      )}
    </CollapsibleForm>
  )
}
