import { useRef } from 'react'
import { Link } from 'react-router'
import { type AnsweredForm, useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { useZone } from '#app/base/zone.tsx'
import { ActionFields } from '#app/team/applications/action-fields.tsx'
import { answerDeadlineLabel, applicationStageText } from '#app/team/applications/application-text.ts'
import { RejectForm } from '#app/team/applications/reject-form.tsx'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { useDuty, useTeamNow } from '#app/team/base/use-shell.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { Application } from '#domain/applications/contract.ts'
import { isUndecided } from '#domain/applications/states.ts'
import { dayAndTime, kolkataInputValue } from '#kernel/time.ts'

type Props = { application: Application; letter: string }

/** The stage of an application, its reply deadline and the possible actions. */
export function ApplicationStageCard({ application, letter }: Props) {
  const zone = useZone()
  const mayDecide = useDuty('decideExperts')
  const heading = useRef<HTMLElement>(null)
  // Declared here, because a form can unmount before its response arrives.
  const review = useAnsweredForm({ id: 'review', isOnPage: true, returnTo: heading })
  const accept = useAnsweredForm({ id: 'accept', isOnPage: true, returnTo: heading })
  const reject = useAnsweredForm({ id: 'reject', isOnPage: true, returnTo: heading })
  const deadline = answerDeadlineLabel(application, useTeamNow())
  const { stage, answerBy, interviewAt, account } = application
  return (
    <Card as="section" aria-labelledby="stage">
      <CardHeader
        title={
          <span id="stage" ref={heading} tabIndex={-1} className="outline-none">
            Stage
          </span>
        }
      />
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={applicationStageText[stage].tone}>{applicationStageText[stage].label}</Badge>
        <Badge tone={deadline.tone}>{deadline.label}</Badge>
      </p>
      <p className="mt-3 text-small text-soft">We promised an answer by {dayAndTime(answerBy, zone)}.</p>
      {interviewAt && <p className="mt-1 text-small text-soft">The interview is on {dayAndTime(interviewAt, zone)}.</p>}
      {isUndecided(stage) ? (
        <div className="mt-5 grid gap-5 divide-y divide-line [&>*:not(:last-child)]:pb-5">
          {stage === 'received' && <ReviewForm application={application} form={review} />}
          <InterviewForm application={application} />
          {mayDecide ? (
            <>
              <AcceptForm application={application} form={accept} />
              <RejectForm application={application} letter={letter} form={reject} />
            </>
          ) : (
            <Notice>Only an administrator can accept or reject an application.</Notice>
          )}
        </div>
      ) : (
        account?.expertId &&
        stage === 'accepted' && (
          <Link
            to={`/team/experts/${account.expertId}`}
            className="mt-4 inline-flex min-h-11 items-center underline underline-offset-4"
          >
            Open the expert
          </Link>
        )
      )}
    </Card>
  )
}

type FormProps = { application: Application; form: AnsweredForm }

function ReviewForm({ application: { revision }, form: { Form, busy, problem } }: FormProps) {
  return (
    <Form method="post">
      <ActionFields action="review" revision={revision} />
      <Button type="submit" variant="outline" busy={busy}>
        Start reviewing
      </Button>
      <ErrorLine text={problem} />
    </Form>
  )
}

function InterviewForm({ application: { revision, interviewAt } }: { application: Application }) {
  const { Form, busy, problem } = useAnsweredForm({ id: 'interview', isOnPage: true })
  return (
    <Form method="post" className="grid gap-3">
      <ActionFields action="interview" revision={revision} />
      <Field label="Interview (Indian time)" hint="We invite the applicant by email." error={problem} required>
        <TextInput
          name="at"
          type="datetime-local"
          defaultValue={interviewAt ? kolkataInputValue(interviewAt) : undefined}
        />
      </Field>
      <Button type="submit" variant="outline" busy={busy} className="justify-self-start">
        {interviewAt ? 'Change the time' : 'Plan the interview'}
      </Button>
    </Form>
  )
}

function AcceptForm({ application, form: { Form, busy, problem } }: FormProps) {
  const { revision, account, email, fullName } = application
  if (account && account.role !== 'expert') {
    return (
      <Notice title="This email address already has an account">
        {email} belongs to a {account.role === 'team' ? 'colleague' : 'student'}, and an account cannot change its role.
        Ask the applicant for another email address and update the application.
      </Notice>
    )
  }
  return (
    <Form method="post" className="grid gap-3">
      <ActionFields action="accept" revision={revision} />
      {account && <input type="hidden" name="link" value="true" />}
      <p className="text-small text-soft">
        {account
          ? `${email} already has an expert account. Accepting links that account.`
          : 'Creates the account and emails a one-time link to set a password.'}
      </p>
      <ConfirmSubmit
        confirmText={
          account
            ? `Accept the application of ${fullName} and link the expert account of ${email}. This cannot be undone.`
            : `Accept the application of ${fullName}. An expert account is created, and a one-time link goes to ${email}. This cannot be undone.`
        }
        label={account ? 'Accept and link the account' : 'Accept'}
        busy={busy}
        className="justify-self-start"
      />
      <ErrorLine text={problem} />
    </Form>
  )
}
