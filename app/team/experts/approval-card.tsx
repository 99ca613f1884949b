import { useRef } from 'react'
import { type AnsweredForm, useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { useZone } from '#app/base/zone.tsx'
import { CollapsibleForm } from '#app/team/base/collapsible-form.tsx'
import { approvalLabels } from '#app/team/experts/expert-text.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { Approval } from '#domain/policy.ts'
import type { TeamExpert } from '#domain/team/contract.ts'
import { approvalReasonMaxLength } from '#kernel/limits.ts'
import { dayAndTime } from '#kernel/time.ts'

/** The approval state, its last change and the possible decisions. */
export function ApprovalCard({ expert }: { expert: TeamExpert }) {
  const zone = useZone()
  const heading = useRef<HTMLElement>(null)
  // Declared here, because a form can unmount before its response arrives.
  const approve = useAnsweredForm({ id: 'approved', returnTo: heading })
  const suspend = useAnsweredForm({ id: 'suspended', returnTo: heading })
  const setPending = useAnsweredForm({ id: 'pending', returnTo: heading })
  const { approval, approvalChangedAt, approvalChangedBy, approvalReason, isComplete, verified } = expert
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
        <p className="mt-2 text-small text-soft">Verify at least one item first.</p>
      )}
      <div className="mt-5 grid gap-4">
        {approval !== 'approved' && (
          <ApprovalForm
            from={approval}
            to="approved"
            label={approval === 'pending' ? 'Approve' : 'Approve again'}
            form={approve}
          />
        )}
        {approval !== 'suspended' && <SuspendForm from={approval} form={suspend} />}
        {approval !== 'pending' && (
          <ApprovalForm from={approval} to="pending" label="Back to pending" form={setPending} isQuiet />
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
  isQuiet?: boolean
}

function ApprovalForm({ from, to, label, form: { Form, busy, problem }, isQuiet = false }: ApprovalFormProps) {
  return (
    <Form method="post">
      <ApprovalFields from={from} to={to} />
      <Button type="submit" variant={isQuiet ? 'outline' : 'primary'} busy={busy}>
        {label}
      </Button>
      <ErrorLine text={problem} />
    </Form>
  )
}

function SuspendForm({ from, form }: Pick<ApprovalFormProps, 'from' | 'form'>) {
  return (
    <CollapsibleForm form={form} opener="Suspend…" submit="Suspend">
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
