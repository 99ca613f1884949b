import type { RefObject } from 'react'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { PasswordConfirmation } from '#app/team/base/password-confirmation.tsx'
import { transferText } from '#app/team/books/correction-text.tsx'
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
      {!isOwn && !isExpired && <ConfirmForm correction={correction} returnTo={returnTo} />}
      <RejectForm isOwn={isOwn} returnTo={returnTo} />
    </div>
  )
}

/** Focus target after the decision, when the forms unmount. */
type CorrectionFormFocus = { returnTo: RefObject<HTMLElement | null> }
type Props = CorrectionFormFocus & { correction: Correction; isOwn: boolean; isExpired: boolean }

function ConfirmForm({ correction, returnTo }: CorrectionFormFocus & { correction: Correction }) {
  const amount = formatRupees(correction.amount)
  const { Form, busy, problem } = useActionForm({ id: 'correction', isOnPage: true, returnTo })
  return (
    <Card as="section">
      <CardHeader title="Confirm" description="The money moves immediately. This cannot be undone." />
      <Form method="post" className="space-y-4">
        <input type="hidden" name="act" value="confirm" />
        <PasswordConfirmation />
        <ErrorLine text={problem} />
        <ConfirmSubmit
          confirmText={`Move ${amount} for ${correction.person.name}: ${transferText(correction)}. This cannot be undone.`}
          label={`Confirm and move ${amount}`}
          busy={busy}
        />
      </Form>
    </Card>
  )
}

function RejectForm({ isOwn, returnTo }: CorrectionFormFocus & { isOwn: boolean }) {
  const { Form, busy, problem } = useActionForm({ id: 'correction', isOnPage: true, returnTo })
  return (
    <Card as="section">
      <CardHeader title={isOwn ? 'Withdraw proposal' : 'Reject'} description="Nothing moves." />
      <Form method="post" className="space-y-4">
        <input type="hidden" name="act" value="reject" />
        <Field label="Why" required>
          <TextArea name="answer" maxLength={correctionReasonMaxLength} rows={3} />
        </Field>
        <ErrorLine text={problem} />
        <ConfirmSubmit
          confirmText={`${isOwn ? 'Withdraw' : 'Reject'} this proposal. Nothing moves, and the proposal cannot be confirmed any more.`}
          label={isOwn ? 'Withdraw proposal' : 'Reject'}
          variant="danger"
          busy={busy}
        />
      </Form>
    </Card>
  )
}
