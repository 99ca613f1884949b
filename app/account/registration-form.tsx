import { useEffect } from 'react'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import { AcceptanceLabel } from '#app/account/acceptance-label.tsx'
import { registrationToast } from '#app/account/problem-text.ts'
import { useAccountFormErrors } from '#app/account/use-account-form-errors.ts'
import type { RefusedForm } from '#app/base/forms/form-answer.ts'
import { withReturnPath } from '#app/base/return-path.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { EmailInput } from '#app/ui/email-input.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast.ts'
import { nameMaxLength, passwordMinLength } from '#kernel/limits.ts'

const fields = { fullName: 'name', email: 'email', password: 'password', accepted: 'acceptance' } as const
const fieldOf = { email_taken: 'email', weak_password: 'password', terms_not_accepted: 'accepted' } as const

/** The response to a refused registration. `typed` fills the form on a page without scripts. */
type Answer = (RefusedForm & { typed?: { fullName: string; email: string; accepted: boolean } }) | undefined

export function RegistrationForm({ problem }: { problem: Answer }) {
  const busy = useNavigation().formAction?.startsWith('/register') ?? false
  const { form, errors, formError, check } = useAccountFormErrors(fields, { answer: problem, fieldOf })
  const typed = problem?.typed
  const isTaken = problem?.refusal.code === 'email_taken' && errors.email === problem.refusal.text
  useEffect(() => {
    if (problem) toast({ kind: 'error', text: registrationToast(problem.refusal.code), id: 'flash' })
  }, [problem])
  return (
    <Form ref={form} method="post" noValidate onSubmit={check} className="mt-8 space-y-5">
      {problem && !busy && (
        <Notice
          tone="bad"
          announce
          title="We encountered an issue with registration. Please try again or contact support."
        >
          {formError}
        </Notice>
      )}
      <Field label="Full Name" error={errors.fullName} required>
        <TextInput
          name="fullName"
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="next"
          maxLength={nameMaxLength}
          defaultValue={typed?.fullName}
        />
      </Field>
      <Field label="Email" error={isTaken ? <TakenEmail text={errors.email} /> : errors.email} required>
        <EmailInput name="email" autoComplete="username" enterKeyHint="next" defaultValue={typed?.email} />
      </Field>
      <Field
        label="Password"
        hint={`At least ${passwordMinLength} characters. Avoid common passwords.`}
        error={errors.password}
        required
      >
        <PasswordInput name="password" autoComplete="new-password" enterKeyHint="go" />
      </Field>
      <Checkbox name="accepted" defaultChecked={typed?.accepted} error={errors.accepted} label={<AcceptanceLabel />} />
      <Button type="submit" busy={busy} className="w-full">
        Create Account
      </Button>
    </Form>
  )
}

function TakenEmail({ text }: { text: string | undefined }) {
  const [search] = useSearchParams()
  return (
    <>
      {text}{' '}
      <Link to={withReturnPath('/login', search)} className="font-semibold text-text underline underline-offset-4">
        Log in instead
      </Link>
    </>
  )
}
