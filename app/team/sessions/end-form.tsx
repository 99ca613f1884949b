import { useState } from 'react'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { stuckText } from '#app/team/sessions/stuck-text.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { StuckKind } from '#domain/sessions/contract.ts'
import { sessionEndReasonMaxLength } from '#kernel/limits.ts'

/** Ends an open session. One that is well is ended for a reason of safety only, and that is said with a tick of its own. */
export function EndForm({ stuck }: { stuck: StuckKind | null }) {
  const { Form, busy, problem } = useActionForm({ id: 'end-session' })
  const [isUnsafe, setIsUnsafe] = useState(false)
  return (
    <Card as="section" id="end" className="scroll-mt-20">
      <CardHeader
        title="End and settle"
        description={
          stuck
            ? `${stuckText[stuck]}. What was shared is billed, the rest returns, and both are told.`
            : 'This session is well. It is ended for somebody’s safety only. What was shared is billed, the rest returns, and both are told.'
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
            label="Somebody in it is in danger"
            checked={isUnsafe}
            onChange={({ currentTarget }) => setIsUnsafe(currentTarget.checked)}
          />
        )}
        <Field label="Why" hint="For the audit log; the two do not read it." required>
          <TextArea name="why" rows={3} maxLength={sessionEndReasonMaxLength} counter />
        </Field>
        <ErrorLine text={problem} />
        <Button type="submit" variant="danger" busy={busy} disabled={!stuck && !isUnsafe}>
          End and settle
        </Button>
      </Form>
    </Card>
  )
}
