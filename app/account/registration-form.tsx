import { type FormEvent, useEffect, useState } from 'react'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import { AcceptanceLabel } from '#app/account/acceptance-label.tsx'
import type { FormProblem } from '#app/account/login-form.tsx'
import { registrationToast } from '#app/account/problem-text.ts'
import { useFormErrors } from '#app/account/use-form-errors.ts'
import { withReturnPath } from '#app/base/return-path.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast.ts'
import { minimumAgeYears, passwordMinLength } from '#kernel/limits.ts'

export function RegistrationForm({ problem }: { problem: FormProblem }) {
  const [search] = useSearchParams()
  const busy = useNavigation().formAction?.startsWith('/register') ?? false
  const { errors, check } = useFormErrors({ fullName: 'name', email: 'email', password: 'password' })
  const [acceptanceError, setAcceptanceError] = useState<string>()
  useEffect(() => {
    if (problem) toast({ kind: 'error', text: registrationToast(problem.refusal.code), id: 'flash' })
  }, [problem])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    check(event)
    const isAccepted = new FormData(event.currentTarget).get('accepted') === 'on'
    setAcceptanceError(
      isAccepted ? undefined : `Please confirm that you are ${minimumAgeYears} or over and accept the terms.`,
    )
    if (!isAccepted) event.preventDefault()
  }
  return (
    <Form method="post" noValidate onSubmit={submit} className="mt-8 space-y-5">
      {problem && !busy && (
        <Notice tone="bad" announce>
          We encountered an issue with registration. Please try again or contact support.
          {problem.refusal.code === 'email_taken' && (
            <p className="mt-2">
              {problem.refusal.text}{' '}
              <Link to={withReturnPath('/login', search)} className="font-semibold text-text underline">
                Log in instead
              </Link>
            </p>
          )}
        </Notice>
      )}
      <Field label="Full Name" error={errors.fullName} required>
        <TextInput name="fullName" autoComplete="name" />
      </Field>
      <Field label="Email" error={errors.email} required>
        <TextInput name="email" type="email" autoComplete="username" inputMode="email" />
      </Field>
      <Field
        label="Password"
        hint={`At least ${passwordMinLength} characters. Avoid common passwords.`}
        error={errors.password}
        required
      >
        <PasswordInput name="password" autoComplete="new-password" />
      </Field>
      <Checkbox name="accepted" error={acceptanceError} label={<AcceptanceLabel />} />
      <Button type="submit" busy={busy} className="w-full">
        Create Account
      </Button>
    </Form>
  )
}
