import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#app/account/login-form.tsx'
import { useFormErrors } from '#app/account/use-form-errors.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'
import { TextInput } from '#app/ui/text-input.tsx'

/** An unconfirmed address is replaced at once, a confirmed one only when the new address is confirmed. */
export function EmailForm({ problem, done }: { problem: FormProblem; done: string | undefined }) {
  const viewer = useViewer()
  const busy = useNavigation().formData?.get('act') === 'change_email'
  const { errors, check } = useFormErrors({ email: 'email', password: 'password' })
  const state = viewer?.emailUnconfirmed ? 'not confirmed yet' : 'confirmed'
  const description = viewer?.emailUnconfirmed
    ? 'If it is wrong, correct it here. We send a link to the new address.'
    : 'We send a link to the new address. Until you confirm it there, nothing changes. We also notify your old address.'
  return (
    <Card as="section" className="mt-6">
      <CardHeader title="Email address" description={description} />
      {viewer && (
        <p className="mt-3 wrap-anywhere">
          {viewer.email} <span className="text-small text-quiet">({state})</span>
        </p>
      )}
      <Form method="post" noValidate onSubmit={check} className="mt-5 space-y-5">
        <input type="hidden" name="act" value="change_email" />
        {problem && !busy && (
          <Notice tone="bad" announce>
            {problem.refusal.text}
          </Notice>
        )}
        {done && !busy && (
          <Notice tone="good" announce>
            {done}
          </Notice>
        )}
        <Field label="New email address" error={errors.email} required>
          <TextInput name="email" type="email" autoComplete="email" inputMode="email" />
        </Field>
        <Field label="Your password for this change" error={errors.password} required>
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
        <Button type="submit" busy={busy}>
          {viewer?.emailUnconfirmed ? 'Correct the address' : 'Change the address'}
        </Button>
      </Form>
    </Card>
  )
}
