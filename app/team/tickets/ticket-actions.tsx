import { useEffect, useRef, useState } from 'react'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { PasswordConfirmation } from '#app/team/base/password-confirmation.tsx'
import { typedAmountText } from '#app/team/base/typed-amount.ts'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { useDuty } from '#app/team/base/use-shell.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { SessionEvidence } from '#domain/team/contract.ts'
import type { Ticket } from '#domain/tickets/contract.ts'
import { refundAnswerMaxLength, supportRefundMaxPaise } from '#kernel/limits.ts'
import { formatRupees, type Paise, paise } from '#kernel/money.ts'

type Props = { ticket: Ticket; evidence: SessionEvidence | null }

export function TicketActions({ ticket, evidence }: Props) {
  if (ticket.state === 'resolved') return null
  return (
    <div className="space-y-5">
      {ticket.state === 'open' && <AcknowledgeForm />}
      <DecisionForm ticket={ticket} evidence={evidence} />
    </div>
  )
}

function AcknowledgeForm() {
  const { Form, busy, problem } = useActionForm({ id: 'ticket', isOnPage: true })
  return (
    <Card as="section">
      <CardHeader title="Acknowledge" description="Sends an email with the ticket number." />
      <Form method="post" className="space-y-4">
        <input type="hidden" name="act" value="acknowledge" />
        <ErrorLine text={problem} />
        <Button type="submit" variant="outline" busy={busy}>
          Acknowledge
        </Button>
      </Form>
    </Card>
  )
}

function DecisionForm({ ticket, evidence }: Props) {
  const { Form, busy, problem } = useActionForm({ id: 'ticket', isOnPage: true })
  const mayRefundAll = useDuty('refundAnyAmount')
  const charged = evidence?.session.chargedPaise ?? paise(0)
  const canRefund = charged > 0 && (evidence?.refund?.state ?? 'asked') === 'asked'
  // Null before scripts have loaded. Until then, styles hide the fields that the choice does not need, and a hidden
  // field must not be required.
  const [outcome, setOutcome] = useState<string | null>(null)
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => setOutcome(select.current?.value ?? 'none'), [])
  const hasScripts = outcome !== null
  return (
    <Card as="section">
      <CardHeader
        title="Decide"
        description={
          canRefund
            ? `The expert and the platform each pay their share of a refund.${mayRefundAll ? '' : ` An administrator decides above ${formatRupees(supportRefundMaxPaise)}.`}`
            : 'There is no session charge to refund.'
        }
      />
      <Form method="post" className="group/decision space-y-4">
        <input type="hidden" name="act" value="decide" />
        <Field label="Refund">
          <Select ref={select} name="outcome" defaultValue="none" onChange={({ target }) => setOutcome(target.value)}>
            <option value="none">No refund</option>
            {canRefund && <option value="part">Partial refund</option>}
            {canRefund && (mayRefundAll || charged <= supportRefundMaxPaise) && (
              <option value="whole">{`Full refund, ${formatRupees(charged)}`}</option>
            )}
          </Select>
        </Field>
        {canRefund && (!hasScripts || outcome === 'part') && (
          <Field
            label="Amount"
            hint={`At most ${formatRupees(mayRefundAll ? charged : paise(Math.min(charged, supportRefundMaxPaise)))}`}
            required={hasScripts}
            className={hasScripts ? undefined : 'hidden group-has-[option[value=part]:checked]/decision:block'}
          >
            <TextInput name="amount" inputMode="decimal" leading="₹" autoComplete="off" />
          </Field>
        )}
        <Field
          label={ticket.kind === 'refund' ? 'Answer to the student' : `Answer to ${ticket.person.name}`}
          hint={ticket.kind === 'refund' ? 'Shown beside the session.' : 'Sent by email.'}
          required
        >
          <TextArea name="answer" rows={4} maxLength={refundAnswerMaxLength} counter />
        </Field>
        {canRefund && (!hasScripts || outcome !== 'none') && (
          <div className={hasScripts ? undefined : 'group-has-[option[value=none]:checked]/decision:hidden'}>
            <PasswordConfirmation required={hasScripts} />
          </div>
        )}
        <ErrorLine text={problem} />
        <ConfirmSubmit
          confirmText={(entered) => decisionText(entered, { ticket, evidence, canRefund, charged })}
          label="Decide"
          busy={busy}
        />
      </Form>
    </Card>
  )
}

type Decision = Props & { canRefund: boolean; charged: Paise }

function decisionText(entered: FormData | null, { ticket, evidence, canRefund, charged }: Decision): string {
  const student = evidence?.session.studentName ?? ticket.person.name
  const readEffect = () => {
    if (!canRefund) return 'Decide without a refund'
    if (!entered) return `Decide as chosen above, with or without a refund to ${student}`
    const outcome = entered.get('outcome')
    if (outcome === 'none') return 'Decide without a refund'
    const amount = outcome === 'whole' ? formatRupees(charged) : typedAmountText(entered, 'amount')
    return `Refund ${amount} to ${student}`
  }
  return `${readEffect()}, and send the answer to ${ticket.person.name}. This cannot be undone.`
}
