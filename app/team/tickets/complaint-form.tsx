import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { complaintMaxLength } from '#kernel/limits.ts'

export function ComplaintForm({ problem }: { problem: string | undefined }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Card as="section" className="max-w-form">
      <Form method="post" className="space-y-4">
        <Field label="Email of the account" required>
          <TextInput name="email" type="email" autoComplete="off" />
        </Field>
        <Field label="Session" hint="Session id or URL, if the complaint is about a session." optional>
          <TextInput name="session" autoComplete="off" />
        </Field>
        <Field label="In their words" required>
          <TextArea name="words" rows={6} maxLength={complaintMaxLength} counter />
        </Field>
        <ErrorLine text={problem} />
        <Button type="submit" busy={busy}>
          Create ticket
        </Button>
      </Form>
    </Card>
  )
}
