import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { categoryGroups } from '#kernel/catalogue.ts'

type Result = { created: string } | { refusal: { code: string; text: string } } | null | undefined

export function NewExpertForm({ result }: { result: Result }) {
  const busy = useNavigation().formData?.get('act') === 'create'
  const form = useRef<HTMLFormElement>(null)
  const created = result && 'created' in result ? result.created : undefined
  useEffect(() => {
    if (created) form.current?.reset()
  }, [created])
  return (
    <Card as="section">
      <CardHeader
        title="Open an account"
        description="The applicant gets a one-time link to choose a password."
      />
      <Form ref={form} method="post" className="mt-5 space-y-4">
        <input type="hidden" name="act" value="create" />
        {created && (
          <Notice tone="good" announce>
            The account is open. A link is on its way to {created}.
          </Notice>
        )}
        {result && 'refusal' in result && (
          <Notice tone="bad" announce>
            {result.refusal.text}
          </Notice>
        )}
        <Field label="Full Name" required>
          <TextInput name="fullName" minLength={2} />
        </Field>
        <Field label="Email" required>
          <TextInput name="email" type="email" />
        </Field>
        <Field label="Phone Number" required>
          <TextInput name="phone" type="tel" />
        </Field>
        <Field label="Category" required>
          <Select name="category">
            {categoryGroups.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" busy={busy}>
          Open the account
        </Button>
      </Form>
    </Card>
  )
}
