import { useEffect } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#app/account/login-form.tsx'
import { passwordRule, useAccountFormErrors } from '#app/account/use-account-form-errors.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'
import { toast } from '#app/ui/toast.ts'

const fieldOf = {
  wrong_current_password: 'current',
  weak_password: 'password',
  weak_team_password: 'password',
} as const

export function PasswordForm({ problem, minLength }: { problem: FormProblem; minLength: number }) {
  const busy = useNavigation().formData?.get('act') === 'change_password'
  const { form, errors, formError, check } = useAccountFormErrors(
    { current: 'password', password: passwordRule(minLength) },
    { answer: problem, fieldOf },
  )
  useEffect(() => {
    if (!problem) return
    const text =
      problem.refusal.code === 'network'
        ? 'Failed to update password. Please try again.'
        : `Failed to update password: ${problem.refusal.text}`
    toast({ kind: 'error', text, id: 'flash' })
  }, [problem])
  return (
    <Card as="section" aria-label="Password" className="mt-6">
      <CardHeader title="Password" description="Changing it signs you out everywhere else." />
      <Form ref={form} method="post" noValidate onSubmit={check} className="mt-5 space-y-5">
        <input type="hidden" name="act" value="change_password" />
        {formError && !busy && (
          <Notice tone="bad" announce>
            {formError}
          </Notice>
        )}
        <Field label="Current password" error={errors.current} required>
          <PasswordInput name="current" autoComplete="current-password" enterKeyHint="next" />
        </Field>
        <Field label="New password" hint={`At least ${minLength} characters.`} error={errors.password} required>
          <PasswordInput name="password" autoComplete="new-password" enterKeyHint="done" />
        </Field>
        <Button type="submit" busy={busy}>
          Change the password
        </Button>
      </Form>
    </Card>
  )
}
