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

/** Ends an open session. A session that is not stuck needs the safety checkbox. */
export function EndForm({ stuck }: { stuck: StuckKind | null }) {
  const { Form, busy, problem } = useActionForm({ id: 'end-session' })
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
            label="Someone in this session is in danger"
            checked={isUnsafe}
            onChange={({ currentTarget }) => setIsUnsafe(currentTarget.checked)}
          />
        )}
        <Field label="Why" hint="For the audit log. The two people do not see it." required>
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
