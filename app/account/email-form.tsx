import { Form, useNavigation } from 'react-router'
import { useAccountFormErrors } from '#app/account/use-account-form-errors.ts'
import type { RefusedForm } from '#app/base/forms/form-answer.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { EmailInput } from '#app/ui/email-input.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'

/** The response to a refused change. `typed` fills the form on a page without scripts. */
type Answer = (RefusedForm & { typed?: { email: string } }) | undefined

const fieldOf = {
  same_email: 'email',
  email_taken: 'email',
  wrong_current_password: 'password',
} as const

/** An unconfirmed email address is replaced immediately. A confirmed one stays until the new one is confirmed. */
export function EmailForm({ problem, done }: { problem: Answer; done: string | undefined }) {
  const viewer = useViewer()
  const busy = useNavigation().formData?.get('act') === 'change_email'
  const { form, errors, formError, check } = useAccountFormErrors(
    { email: 'email', password: 'password' },
    { answer: problem, fieldOf },
  )
  const state = viewer?.emailUnconfirmed ? 'not confirmed yet' : 'confirmed'
  const description = viewer?.emailUnconfirmed
    ? 'If it is wrong, correct it here. We send a link to the new address.'
    : 'We send a link to the new address. Until you confirm it there, nothing changes. We also notify your old address.'
  return (
    <Card as="section" aria-label="Email address" className="mt-6">
      <CardHeader title="Email address" description={description} />
      {viewer && (
        <p className="mt-3 wrap-anywhere">
          {viewer.email} <span className="text-small text-quiet">({state})</span>
        </p>
      )}
      <Form ref={form} method="post" noValidate onSubmit={check} className="mt-5 space-y-5">
        <input type="hidden" name="act" value="change_email" />
        {formError && !busy && (
          <Notice tone="bad" announce>
            {formError}
          </Notice>
        )}
        {done && !busy && (
          <Notice tone="good" announce>
            {done}
          </Notice>
        )}
        <Field label="New email address" error={errors.email} required>
          <EmailInput name="email" enterKeyHint="next" defaultValue={problem?.typed?.email} />
        </Field>
        <Field label="Current password" error={errors.password} required>
          <PasswordInput name="password" autoComplete="current-password" enterKeyHint="done" />
        </Field>
        <Button type="submit" busy={busy}>
          {viewer?.emailUnconfirmed ? 'Correct the address' : 'Change the address'}
        </Button>
      </Form>
    </Card>
  )
}
