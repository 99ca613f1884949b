import { useState } from 'react'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { PasswordConfirmation } from '#app/team/base/password-confirmation.tsx'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { chosenRole, RoleSelect } from '#app/team/members/role-select.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'

export function InviteForm() {
  const [doneCount, setDoneCount] = useState(0)
  const { Form, busy, problem } = useActionForm({
    id: 'invite',
    isOnPage: true,
    onDone: () => setDoneCount((count) => count + 1),
  })
  return (
    <Card as="section" aria-label="Invite">
      <CardHeader title="Invite" description="Sends the new member a one-time link to choose a password." />
      {/* The key resets the form after success. */}
      <Form key={doneCount} method="post" className="space-y-4">
        <input type="hidden" name="act" value="invite" />
        <Field label="Full name" required>
          <TextInput name="fullName" autoComplete="off" />
        </Field>
        <Field label="Email address" required>
          <TextInput name="email" type="email" autoComplete="off" />
        </Field>
        <RoleSelect current="support" />
        <PasswordConfirmation />
        <ErrorLine text={problem} />
        <ConfirmSubmit
          confirmText={(entered) =>
            `Invite ${String(entered?.get('fullName') ?? 'this person')} to the team as ${chosenRole(entered)}. The link goes to ${String(entered?.get('email') ?? 'this address')}.`
          }
          label="Invite"
          busy={busy}
        />
      </Form>
    </Card>
  )
}
