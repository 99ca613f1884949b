import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { ReasonField } from '#app/team/base/reason-field.tsx'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { hiddenReasonMaxLength } from '#kernel/limits.ts'

type Props = { isHidden: boolean; studentName: string; expertName: string }

/** Hides the summary of a session from its student, or shows it again. */
export function SummaryCard({ isHidden, studentName, expertName }: Props) {
  const { Form, busy, problem } = useActionForm({ id: 'summary', isOnPage: true })
  return (
    <Card as="section" aria-label={isHidden ? 'Show the summary again' : 'Hide the summary'}>
      <CardHeader
        title={isHidden ? 'Show the summary again' : 'Hide the summary'}
        description={
          isHidden
            ? `${studentName} can read the original text again.`
            : `${studentName} sees your reason instead of the text. ${expertName} can still read it and cannot change it.`
        }
      />
      <Form method="post" className="space-y-4">
        <input type="hidden" name="act" value={isHidden ? 'show_summary' : 'hide_summary'} />
        <ReasonField
          label={isHidden ? 'Why it is shown again' : 'Reason'}
          maxLength={hiddenReasonMaxLength}
          {...(!isHidden && { hint: 'The student and the expert read it.' })}
        />
        <ErrorLine text={problem} />
        {isHidden ? (
          <ConfirmSubmit
            confirmText={`Show the summary by ${expertName} to ${studentName} again.`}
            label="Show it again"
            busy={busy}
          />
        ) : (
          <ConfirmSubmit
            confirmText={`Hide the summary by ${expertName} from ${studentName}. Its text disappears immediately, and ${studentName} sees your reason instead.`}
            label="Hide it"
            variant="danger"
            busy={busy}
          />
        )}
      </Form>
    </Card>
  )
}
