import { useRef, useState } from 'react'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { useZone } from '#app/base/zone.tsx'
import { ActionFields } from '#app/team/applications/action-fields.tsx'
import { categoryName } from '#app/team/applications/application-text.ts'
import { DetailFields } from '#app/team/applications/detail-fields.tsx'
import { Fact, Facts } from '#app/team/base/facts.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { Application } from '#domain/applications/contract.ts'
import { isUndecided } from '#domain/applications/states.ts'
import { dayAndTime } from '#kernel/time.ts'

export function DetailsCard({ application }: { application: Application }) {
  const [isEditing, setIsEditing] = useState(false)
  const heading = useRef<HTMLElement>(null)
  const { Form, busy, problem } = useAnsweredForm({
    id: 'application-details',
    isOnPage: true,
    onDone: () => setIsEditing(false),
    returnTo: heading,
  })
  const close = () => {
    setIsEditing(false)
    heading.current?.focus()
  }
  return (
    <Card as="section" aria-labelledby="details">
      <CardHeader
        title={
          <span id="details" ref={heading} tabIndex={-1} className="outline-none">
            The applicant
          </span>
        }
        action={
          isUndecided(application.stage) &&
          !isEditing && (
            <Button variant="outline" size="small" onClick={() => setIsEditing(true)}>
              Edit
            </Button>
          )
        }
      />
      {isEditing ? (
        <Form method="post" className="grid gap-4">
          <ActionFields action="change" revision={application.revision} />
          <DetailFields values={application} />
          <ErrorLine text={problem} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={busy}>
              Save
            </Button>
            <Button variant="quiet" onClick={close}>
              Cancel
            </Button>
          </div>
        </Form>
      ) : (
        <ApplicationFacts application={application} />
      )}
    </Card>
  )
}

function ApplicationFacts({ application }: { application: Application }) {
  const zone = useZone()
  const { fullName, email, phone, category, receivedAt, notes, letter } = application
  return (
    <Facts>
      <Fact label="Full name">{fullName}</Fact>
      <Fact label="Email">{email}</Fact>
      <Fact label="Phone">{phone}</Fact>
      <Fact label="Category">{categoryName(category)}</Fact>
      <Fact label="Email received">{dayAndTime(receivedAt, zone)}</Fact>
      <Fact label="Notes" wide>
        {notes || 'None'}
      </Fact>
      {letter && (
        <Fact label="Letter" wide>
          {letter}
        </Fact>
      )}
    </Facts>
  )
}
