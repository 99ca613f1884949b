import { useViewer } from '#app/base/use-viewer.ts'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { PasswordConfirmation } from '#app/team/base/password-confirmation.tsx'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
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

/** Possible actions on a withdrawal. Each is a separate form, so that Enter cannot submit another action. */
export function WithdrawalActions({ withdrawal, payouts, payoutRule }: Props) {
  const { status, amount, expertName, exportedAt } = withdrawal
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
          description="The money returns to the wallet immediately. The expert sees the reason."
          label="Reject"
          statement={exportedAt ? bankDidNotPay : undefined}
          confirmText={`Reject the withdrawal of ${formatRupees(amount)} by ${expertName}. The money returns to their wallet immediately. This cannot be undone.`}
        />
      )}
      {canTransitionWithdrawal(status, 'returnByBank') && (
        <RejectWithReason
          action="came_back"
          title="Returned by the bank"
          description="The money returns to the wallet, and the withdrawal counts as rejected."
          label="Record the return"
          confirmText={`Record that the bank returned ${formatRupees(amount)} of ${expertName}. The money returns to their wallet immediately. This cannot be undone.`}
        />
      )}
    </div>
  )
}

function Approve({ withdrawal: { amount, expertName, lastFour }, payoutRule }: Omit<Props, 'payouts'>) {
  const { secondPersonAbovePaise, memberCount, payerCount } = payoutRule
  const { Form, busy, problem } = useActionForm({ id: 'withdrawal', isOnPage: true })
  return (
    <Card as="section" aria-label="Approve">
      <CardHeader title="Approve" description="Allows the payout. No money moves yet." />
      <Form method="post" className="space-y-4">
        <input type="hidden" name="act" value="approve" />
        {(memberCount > 1 || amount > secondPersonAbovePaise) && (
          <Notice>
            Another person must pay it out.
            {payerCount <= 1 &&
              ' Nobody else may pay out yet, so it will wait until an administrator gives another member the role finance, or invites someone.'}
          </Notice>
        )}
        <PasswordConfirmation />
        <ErrorLine text={problem} />
        <ConfirmSubmit
          confirmText={`Approve the withdrawal of ${formatRupees(amount)} by ${expertName}${accountText(lastFour)}. It can then be exported for the bank and paid out. No money moves yet.`}
          label={`Approve ${formatRupees(amount)}`}
          busy={busy}
        />
      </Form>
    </Card>
  )
}

function PayOut({ withdrawal, payouts, payoutRule }: Props) {
  const { amount, decidedBy, expertName, lastFour } = withdrawal
  const { Form, busy, problem: formProblem } = useActionForm({ id: 'withdrawal', isOnPage: true })
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
            confirmText={`Record that ${formatRupees(amount)} was paid to ${expertName}${accountText(lastFour)}. Only a return by the bank can change this later.`}
            label={`Mark ${formatRupees(amount)} as paid out`}
            busy={busy}
          />
        </Form>
      )}
    </Card>
  )
}

function accountText(lastFour: string | null): string {
  return lastFour ? `, account ending ${lastFour}` : ''
}

const bankDidNotPay = {
  name: 'bankDidNotPay',
  notice:
    'This withdrawal is in a file for the bank. If the bank pays it after a rejection, the expert gets the money twice.',
  label: 'The bank did not pay this withdrawal, and will not pay it.',
}

type ReasonProps = {
  action: string
  title: string
  description: string
  label: string
  confirmText: string
  /** A sentence that the person must confirm with a checkbox. */
  statement?: { name: string; notice: string; label: string } | undefined
}

function RejectWithReason({ action, title, description, label, confirmText, statement }: ReasonProps) {
  const { Form, busy, problem } = useActionForm({ id: 'withdrawal', isOnPage: true })
  return (
    <Card as="section" aria-label={title}>
      <CardHeader title={title} description={description} />
      <Form method="post" className="space-y-4">
        <input type="hidden" name="act" value={action} />
        <Field label="Reason" required>
          <TextArea name="reason" rows={3} maxLength={withdrawalReasonMaxLength} counter />
        </Field>
        {statement && (
          <div>
            <Notice tone="bad">{statement.notice}</Notice>
            <Checkbox name={statement.name} required label={statement.label} className="mt-2" />
          </div>
        )}
        <PasswordConfirmation />
        <ErrorLine text={problem} />
        <ConfirmSubmit confirmText={confirmText} label={label} variant="danger" busy={busy} />
      </Form>
    </Card>
  )
}
