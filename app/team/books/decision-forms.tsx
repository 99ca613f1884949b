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

/** Yes by somebody else, no by anybody. */
export function DecisionForms({ correction, isOwn, isOver, returnTo }: Props) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      {isOver && (
        <Notice title="It has waited too long">
          Nobody confirmed it in time. Propose it again if it is still right.
        </Notice>
      )}
      {isOwn && !isOver && (
        <Notice title="Somebody else confirms it">
          You proposed this. A second person of the team has to look at it; you can take it back.
        </Notice>
      )}
      {!isOwn && !isOver && <ConfirmForm amount={formatRupees(correction.amount)} returnTo={returnTo} />}
      <RejectForm isOwn={isOwn} returnTo={returnTo} />
    </div>
  )
}

/** Where the focus goes when it is decided and the forms leave. */
type CorrectionFormFocus = { returnTo: RefObject<HTMLElement | null> }
type Props = CorrectionFormFocus & { correction: Correction; isOwn: boolean; isOver: boolean }

function ConfirmForm({ amount, returnTo }: CorrectionFormFocus & { amount: string }) {
  const { Form, busy, problem } = useActionForm({ id: 'correction', returnTo })
  return (
    <Card as="section">
      <CardHeader title="Confirm" description="The money moves at once and cannot be called back." />
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
      <CardHeader title={isOwn ? 'Take it back' : 'Reject'} description="Nothing moves." />
      <Form method="post" className="space-y-4">
        <input type="hidden" name="act" value="reject" />
        <Field label="Why" required>
          <TextArea name="answer" maxLength={correctionReasonMaxLength} rows={3} />
        </Field>
        <ErrorLine text={problem} />
        <Button type="submit" variant="danger" busy={busy}>
          {isOwn ? 'Take it back' : 'Reject'}
        </Button>
      </Form>
    </Card>
  )
}
