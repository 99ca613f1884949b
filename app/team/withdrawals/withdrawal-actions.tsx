import { useViewer } from '#app/base/use-viewer.ts'
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
import { needsSecondPerson } from '#domain/withdrawals/rules.ts'
import { canTransitionWithdrawal } from '#domain/withdrawals/states.ts'
import { bankReferenceMaxLength, secondPersonAbovePaise, withdrawalReasonMaxLength } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'

type Props = { withdrawal: TeamWithdrawal; payouts: Payouts }

/** Possible actions on a withdrawal. Each is a separate form, so that Enter cannot submit another one. */
export function WithdrawalActions({ withdrawal, payouts }: Props) {
  const { status } = withdrawal
  if (status === 'rejected') return null
  return (
    <div className="space-y-5">
      {canTransitionWithdrawal(status, 'approve') && <Approve withdrawal={withdrawal} />}
      {canTransitionWithdrawal(status, 'process') && <PayOut withdrawal={withdrawal} payouts={payouts} />}
      {canTransitionWithdrawal(status, 'reject') && (
        <RejectWithReason
          action="reject"
          title="Reject"
          description="The money returns to the wallet at once. The expert sees the reason."
          label="Reject"
        />
      )}
      {canTransitionWithdrawal(status, 'comeBack') && (
        <RejectWithReason
          action="came_back"
          title="Returned by the bank"
          description="The money returns to the wallet, and the withdrawal counts as rejected."
          label="Record the return"
        />
      )}
    </div>
  )
}

function Approve({ withdrawal: { amount } }: { withdrawal: TeamWithdrawal }) {
  const { Form, busy, problem } = useActionForm({ id: 'withdrawal' })
  return (
    <Card as="section" aria-label="Approve">
      <CardHeader title="Approve" description="Allows the payout. No money moves yet." />
      <Form method="post" className="space-y-4">
        <input type="hidden" name="act" value="approve" />
        {amount > secondPersonAbovePaise && (
          <Notice>Above {formatRupees(secondPersonAbovePaise)}: another person must pay it out.</Notice>
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

function PayOut({ withdrawal: { amount, decidedBy }, payouts }: Props) {
  const { Form, busy, problem } = useActionForm({ id: 'withdrawal' })
  const viewer = useViewer()
  const isApprover = needsSecondPerson({ amountPaise: amount, decidedBy: decidedBy?.id ?? null }, viewer?.id ?? null)
  const blockedText = payouts === 'closed' ? closedText : isApprover ? secondPersonText : null
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
      {blockedText ? (
        <Notice>{blockedText}</Notice>
      ) : (
        <Form method="post" className="space-y-4">
          <input type="hidden" name="act" value="process" />
          {payouts === 'bank' && (
            <Field label="Bank reference" required>
              <TextInput name="bankReference" maxLength={bankReferenceMaxLength} autoComplete="off" />
            </Field>
          )}
          <PasswordConfirmation />
          <ErrorLine text={problem} />
          <Button type="submit" busy={busy}>
            Mark {formatRupees(amount)} as paid out
          </Button>
        </Form>
      )}
    </Card>
  )
}

const closedText =
  'No withdrawal can be processed here: the money in these wallets was not paid in through a real provider.'
const secondPersonText = `You approved it. Another person must pay out amounts above ${formatRupees(secondPersonAbovePaise)}.`

type ReasonProps = { action: string; title: string; description: string; label: string }

function RejectWithReason({ action, title, description, label }: ReasonProps) {
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
        <Button type="submit" variant="danger" busy={busy}>
          {label}
        </Button>
      </Form>
    </Card>
  )
}
