import type { RefObject } from 'react'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { PasswordConfirmation } from '#app/team/base/password-confirmation.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { Correction } from '#domain/books/contract.ts'
import { correctionReasonMaxLength } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'

/** Only another team member may confirm; any team member may reject. */
export function DecisionForms({ correction, isOwn, isExpired, returnTo }: Props) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      {isExpired && (
        <Notice title="This proposal has expired">
          Nobody confirmed it in time. Propose it again if it is still needed.
        </Notice>
      )}
      {isOwn && !isExpired && (
        <Notice title="Another person must confirm">
          You proposed this. Another team member must confirm it. You can withdraw it.
        </Notice>
      )}
      {!isOwn && !isExpired && <ConfirmForm amount={formatRupees(correction.amount)} returnTo={returnTo} />}
      <RejectForm isOwn={isOwn} returnTo={returnTo} />
    </div>
  )
}

/** Focus target after the decision, when the forms unmount. */
type CorrectionFormFocus = { returnTo: RefObject<HTMLElement | null> }
type Props = CorrectionFormFocus & { correction: Correction; isOwn: boolean; isExpired: boolean }

function ConfirmForm({ amount, returnTo }: CorrectionFormFocus & { amount: string }) {
  const { Form, busy, problem } = useActionForm({ id: 'correction', returnTo })
  return (
    <Card as="section">
      <CardHeader title="Confirm" description="The money moves at once. This cannot be undone." />
      <Form method="post" className="space-y-4">
        <input type="hidden" name="act" value="confirm" />
        <PasswordConfirmation />
        <ErrorLine text={problem} />
        <Button type="submit" busy={busy}>
          Confirm and move {amount}
        </Button>
      </Form>
    </Card>
  )
}

function RejectForm({ isOwn, returnTo }: CorrectionFormFocus & { isOwn: boolean }) {
  const { Form, busy, problem } = useActionForm({ id: 'correction', returnTo })
  return (
    <Card as="section">
      <CardHeader title={isOwn ? 'Withdraw proposal' : 'Reject'} description="Nothing moves." />
      <Form method="post" className="space-y-4">
        <input type="hidden" name="act" value="reject" />
        <Field label="Why" required>
          <TextArea name="answer" maxLength={correctionReasonMaxLength} rows={3} />
        </Field>
        <ErrorLine text={problem} />
        <Button type="submit" variant="danger" busy={busy}>
          {isOwn ? 'Withdraw proposal' : 'Reject'}
        </Button>
      </Form>
    </Card>
  )
}
