import { useState } from 'react'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { stuckText } from '#app/team/sessions/stuck-text.ts'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { StuckKind } from '#domain/sessions/contract.ts'
import { sessionEndReasonMaxLength } from '#kernel/limits.ts'

type Props = { stuck: StuckKind | null; studentName: string; expertName: string }

/** Ends an open session. A session that is not stuck needs the safety checkbox. */
export function EndForm({ stuck, studentName, expertName }: Props) {
  const { Form, busy, problem } = useActionForm({ id: 'end-session', isOnPage: true })
  const [isUnsafe, setIsUnsafe] = useState(false)
  return (
    <Card as="section" id="end" className="scroll-mt-20">
      <CardHeader
        title="End and settle"
        description={
          stuck
            ? `${stuckText[stuck]}. The shared time is billed, the rest is returned, and both people are notified.`
            : 'This session is working normally. It can only be ended for safety reasons. The shared time is billed, the rest is returned, and both people are notified.'
        }
      />
      <Form method="post" className="space-y-4">
        <input type="hidden" name="act" value="end" />
        {stuck ? (
          <input type="hidden" name="reason" value="stuck" />
        ) : (
          <Checkbox
            name="reason"
            value="safety"
            required
            label="Someone in this session is in danger"
            checked={isUnsafe}
            onChange={({ currentTarget }) => setIsUnsafe(currentTarget.checked)}
          />
        )}
        <Field label="Why" hint="For the audit log. The two people do not see it." required>
          <TextArea name="why" rows={3} maxLength={sessionEndReasonMaxLength} counter />
        </Field>
        <ErrorLine text={problem} />
        <ConfirmSubmit
          confirmText={`End the session of ${studentName} with ${expertName} now. A running call stops immediately, the shared time is billed, and the rest of the money returns to ${studentName}. This cannot be undone.`}
          label="End and settle"
          variant="danger"
          busy={busy}
          disabled={!stuck && !isUnsafe}
        />
      </Form>
    </Card>
  )
}
