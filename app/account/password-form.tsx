import { useEffect } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#app/account/login-form.tsx'
import { passwordRule, useFormErrors } from '#app/account/use-form-errors.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'
import { toast } from '#app/ui/toast.ts'

export function PasswordForm({ problem, minLength }: { problem: FormProblem; minLength: number }) {
  const busy = useNavigation().formData?.get('act') === 'change_password'
  const { errors, check } = useFormErrors({ current: 'password', password: passwordRule(minLength) })
  useEffect(() => {
    if (!problem) return
    const text =
      problem.refusal.code === 'network'
        ? 'Failed to update password. Please try again.'
        : `Failed to update password: ${problem.refusal.text}`
    toast({ kind: 'error', text, id: 'flash' })
  }, [problem])
  return (
    <Card as="section" className="mt-6">
      <CardHeader title="Password" description="Changing it signs you out everywhere else." />
      <Form method="post" noValidate onSubmit={check} className="mt-5 space-y-5">
        <input type="hidden" name="act" value="change_password" />
        <Field label="Current password" error={errors.current} required>
          <PasswordInput name="current" autoComplete="current-password" />
        </Field>
        <Field label="New password" hint={`At least ${minLength} characters.`} error={errors.password} required>
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
        <Button type="submit" busy={busy}>
          Change the password
        </Button>
      </Form>
    </Card>
  )
}
