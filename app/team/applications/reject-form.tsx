import type { AnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { ActionFields } from '#app/team/applications/action-fields.tsx'
import { CollapsibleForm } from '#app/team/base/collapsible-form.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { Application } from '#domain/applications/contract.ts'
import { applicationLetterMaxLength } from '#kernel/limits.ts'

type Props = { application: Application; letter: string; form: AnsweredForm }

/** Shows a draft letter for review. Nothing is sent until it is submitted. */
export function RejectForm({ application: { revision, fullName, email }, letter, form }: Props) {
  return (
    <CollapsibleForm
      form={form}
      opener="Reject…"
      submit="Reject and send"
      confirmText={`Reject the application of ${fullName} and send this letter to ${email}. This cannot be undone.`}
    >
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
