import { useRef } from 'react'
import { type AnsweredForm, useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { useZone } from '#app/base/zone.tsx'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { CollapsibleForm } from '#app/team/base/collapsible-form.tsx'
import { useDuty } from '#app/team/base/use-shell.ts'
import { approvalLabels } from '#app/team/experts/expert-text.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { Approval } from '#domain/policy.ts'
import type { TeamExpert } from '#domain/team/contract.ts'
import { approvalReasonMaxLength } from '#kernel/limits.ts'
import { dayAndTime } from '#kernel/time.ts'

/** The approval state, its last change and the possible decisions. */
export function ApprovalCard({ expert }: { expert: TeamExpert }) {
  const zone = useZone()
  const mayApprove = useDuty('decideExperts')
  const heading = useRef<HTMLElement>(null)
  // Declared here, because a form can unmount before its response arrives.
  const approve = useAnsweredForm({ id: 'approved', isOnPage: true, returnTo: heading })
  const suspend = useAnsweredForm({ id: 'suspended', isOnPage: true, returnTo: heading })
  const setPending = useAnsweredForm({ id: 'pending', isOnPage: true, returnTo: heading })
  const { name, approval, approvalChangedAt, approvalChangedBy, approvalReason, isComplete, verified } = expert
  return (
    <Card as="section" aria-labelledby="approval">
      <CardHeader
        title={
          <span id="approval" ref={heading} tabIndex={-1} className="outline-none">
            Approval
          </span>
        }
      />
      <Badge tone={approvalLabels[approval].tone}>{approvalLabels[approval].label}</Badge>
      {approvalChangedAt && (
        <p className="mt-2 text-small text-quiet">
          By {approvalChangedBy ?? 'the system'}, {dayAndTime(approvalChangedAt, zone)}
        </p>
      )}
      {approvalReason && <p className="mt-2 text-soft wrap-anywhere">“{approvalReason}”</p>}
      {!isComplete && (
        <p className="mt-2 text-small text-soft">The profile is not complete. Students cannot find this expert yet.</p>
      )}
      {approval !== 'approved' && verified.length === 0 && (
        <p id="verify-first" className="mt-2 text-small text-soft">
          Verify at least one item first.
        </p>
      )}
      <div className="mt-5 grid gap-4">
        {approval !== 'approved' && !mayApprove && <Notice>An administrator approves experts.</Notice>}
        {approval !== 'approved' && mayApprove && (
          <ApprovalForm
            confirmText={`Approve ${name}. Students can find and call this expert as soon as the profile is complete.`}
            from={approval}
            to="approved"
            label={approval === 'pending' ? 'Approve' : 'Approve again'}
            form={approve}
            isDisabled={verified.length === 0}
          />
        )}
        {approval !== 'suspended' && <SuspendForm name={name} from={approval} form={suspend} />}
        {approval !== 'pending' && (
          <ApprovalForm
            confirmText={`Set ${name} back to pending. Students cannot find or call this expert until an administrator approves again.`}
            from={approval}
            to="pending"
            label="Back to pending"
            form={setPending}
            isQuiet
          />
        )}
      </div>
    </Card>
  )
}

type ApprovalFormProps = {
  from: Approval
  to: Approval
  label: string
  form: AnsweredForm
  confirmText: string
  isQuiet?: boolean
  /** The server would refuse it. The text with the id `verify-first` says what is missing. */
  isDisabled?: boolean
}

function ApprovalForm({
  from,
  to,
  label,
  confirmText,
  form: { Form, busy, problem },
  isQuiet = false,
  isDisabled = false,
}: ApprovalFormProps) {
  return (
    <Form method="post">
      <ApprovalFields from={from} to={to} />
      {isDisabled ? (
        <Button disabled aria-describedby="verify-first">
          {label}
        </Button>
      ) : (
        <ConfirmSubmit confirmText={confirmText} label={label} variant={isQuiet ? 'outline' : 'primary'} busy={busy} />
      )}
      <ErrorLine text={problem} />
    </Form>
  )
}

function SuspendForm({ name, from, form }: Pick<ApprovalFormProps, 'from' | 'form'> & { name: string }) {
  return (
    <CollapsibleForm
      form={form}
      opener="Suspend…"
      submit="Suspend"
      confirmText={`Suspend ${name}. All their sign-ins and an open session end, and all bookings are cancelled.`}
    >
      {(problem) => (
        <>
          <ApprovalFields from={from} to="suspended" />
          <Field
            label="Reason"
            hint="The expert sees it in an email and on their page. All their sign-ins end."
            error={problem}
            required
          >
            <TextArea name="reason" rows={4} maxLength={approvalReasonMaxLength} counter />
          </Field>
        </>
      )}
    </CollapsibleForm>
  )
}

function ApprovalFields({ from, to }: { from: Approval; to: Approval }) {
  return (
    <>
      <input type="hidden" name="act" value="approval" />
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="approval" value={to} />
    </>
  )
}
