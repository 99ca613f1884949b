import { useViewer } from '#app/base/use-viewer.ts'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { PasswordConfirmation } from '#app/team/base/password-confirmation.tsx'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { Payouts, TeamWithdrawal } from '#domain/withdrawals/contract.ts'
import { findPayoutProblem, type PayoutRule } from '#domain/withdrawals/rules.ts'
import { canTransitionWithdrawal } from '#domain/withdrawals/states.ts'
import { bankReferenceMaxLength, withdrawalReasonMaxLength } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'
import { refusals } from '#kernel/refusals.ts'

type Props = { withdrawal: TeamWithdrawal; payouts: Payouts; payoutRule: PayoutRule }

/** Possible actions on a withdrawal. Each is a separate form, so that Enter cannot submit another one. */
export function WithdrawalActions({ withdrawal, payouts, payoutRule }: Props) {
  const { status, amount, expertName } = withdrawal
  if (status === 'rejected') return null
  return (
    <div className="space-y-5">
      {canTransitionWithdrawal(status, 'approve') && <Approve withdrawal={withdrawal} payoutRule={payoutRule} />}
      {canTransitionWithdrawal(status, 'process') && (
        <PayOut withdrawal={withdrawal} payouts={payouts} payoutRule={payoutRule} />
      )}
      {canTransitionWithdrawal(status, 'reject') && (
        <RejectWithReason
          action="reject"
          title="Reject"
          description="The money returns to the wallet at once. The expert sees the reason."
          label="Reject"
          words={`Reject the withdrawal of ${formatRupees(amount)} by ${expertName}. The money returns to their wallet at once. This cannot be undone.`}
        />
      )}
      {canTransitionWithdrawal(status, 'comeBack') && (
        <RejectWithReason
          action="came_back"
          title="Returned by the bank"
          description="The money returns to the wallet, and the withdrawal counts as rejected."
          label="Record the return"
          words={`Record that the bank returned ${formatRupees(amount)} of ${expertName}. The money returns to their wallet at once. This cannot be undone.`}
        />
      )}
    </div>
  )
}

function Approve({ withdrawal: { amount }, payoutRule }: Omit<Props, 'payouts'>) {
  const { secondPersonAbovePaise, payerCount } = payoutRule
  const { Form, busy, problem } = useActionForm({ id: 'withdrawal' })
  return (
    <Card as="section" aria-label="Approve">
      <CardHeader title="Approve" description="Allows the payout. No money moves yet." />
      <Form method="post" className="space-y-4">
        <input type="hidden" name="act" value="approve" />
        {payerCount > 1 ? (
          <Notice>Another person must pay it out.</Notice>
        ) : (
          amount > secondPersonAbovePaise && (
            <Notice>
              Above {formatRupees(secondPersonAbovePaise)}, another person must pay it out. Nobody else may pay out yet,
              so it will wait.
            </Notice>
          )
        )}
        <PasswordConfirmation />
        <ErrorLine text={problem} />
        <Button type="submit" busy={busy}>
          Approve {formatRupees(amount)}
        </Button>
      </Form>
    </Card>
  )
}

function PayOut({ withdrawal, payouts, payoutRule }: Props) {
  const { amount, decidedBy, expertName, lastFour } = withdrawal
  const { Form, busy, problem: formProblem } = useActionForm({ id: 'withdrawal' })
  const viewer = useViewer()
  const approved = { amountPaise: amount, decidedBy: decidedBy?.id ?? null }
  const problem = findPayoutProblem(approved, viewer?.id ?? null, payoutRule)
  const blocker = payouts === 'closed' ? 'payouts_closed' : problem
  return (
    <Card as="section" aria-label="Paid out">
      <CardHeader
        title="Paid out"
        description={
          payouts === 'demo'
            ? 'Demo, no bank involved. The withdrawal is only marked as paid out.'
            : 'Confirm after the bank has paid, with its reference.'
        }
      />
      {blocker ? (
        <Notice>{refusals[blocker].text}</Notice>
      ) : (
        <Form method="post" className="space-y-4">
          <input type="hidden" name="act" value="process" />
          {payouts === 'bank' && (
            <Field label="Bank reference" required>
              <TextInput name="bankReference" maxLength={bankReferenceMaxLength} autoComplete="off" />
            </Field>
          )}
          <PasswordConfirmation />
          <ErrorLine text={formProblem} />
          <ConfirmSubmit
            words={`Record that ${formatRupees(amount)} was paid to ${expertName}${lastFour ? `, account ending ${lastFour}` : ''}. Only a return by the bank can change this later.`}
            label={`Mark ${formatRupees(amount)} as paid out`}
            busy={busy}
          />
        </Form>
      )}
    </Card>
  )
}

type ReasonProps = { action: string; title: string; description: string; label: string; words: string }

function RejectWithReason({ action, title, description, label, words }: ReasonProps) {
  const { Form, busy, problem } = useActionForm({ id: 'withdrawal' })
  return (
    <Card as="section" aria-label={title}>
      <CardHeader title={title} description={description} />
      <Form method="post" className="space-y-4">
        <input type="hidden" name="act" value={action} />
        <Field label="Reason" required>
          <TextArea name="reason" rows={3} maxLength={withdrawalReasonMaxLength} counter />
        </Field>
        <PasswordConfirmation />
        <ErrorLine text={problem} />
        <ConfirmSubmit words={words} label={label} variant="danger" busy={busy} />
      </Form>
    </Card>
  )
}
