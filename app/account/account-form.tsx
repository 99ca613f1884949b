import { type FormEvent, useEffect, useState } from 'react'
import { LegalLink } from '#app/account/legal-link.tsx'
import type { SignInAnswer } from '#app/account/sign-in-answer.ts'
import { useAccountFormErrors } from '#app/account/use-account-form-errors.ts'
import type { FormRefusal, RefusedForm } from '#app/base/forms/form-answer.ts'
import { useProduct } from '#app/base/product.ts'
import { sendJson } from '#app/base/send-json.ts'
import { Button } from '#app/ui/button.tsx'
import { EmailInput } from '#app/ui/email-input.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { minimumAgeYears, passwordMinLength } from '#kernel/limits.ts'

export type AccountFields = { fullName: string; email: string; password: string }

type Props = {
  isNew: boolean
  fields: AccountFields
  onFields(fields: AccountFields): void
  /** Called after a success. The form stays busy until it resolves. */
  onDone(answer: SignInAnswer): Promise<void>
  onLogInInstead(): void
}

/** A form with three fields to register, or two fields to log in. */
export function AccountForm({ isNew, fields, onFields, onDone, onLogInInstead }: Props) {
  const { name } = useProduct()
  const [answer, setAnswer] = useState<RefusedForm>()
  const { form, errors, check } = useAccountFormErrors<FieldName>(isNew ? newAccountRules : existingAccountRules, {
    answer,
    fieldOf,
  })
  const [needsCode, setNeedsCode] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => form.current?.querySelector('input')?.focus(), [form])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    check(event)
    const isInvalid = event.isDefaultPrevented()
    event.preventDefault()
    if (isInvalid || busy) return
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    const { email, password } = fields
    setAnswer(undefined)
    setBusy(true)
    const signedIn = isNew
      ? await sendJson<SignInAnswer>('/sign-up-here', { ...fields, accepted: 'on' })
      : await sendJson<SignInAnswer>('/log-in-here', { email, password, code })
    if (!('refusal' in signedIn)) {
      await onDone(signedIn)
      return setBusy(false)
    }
    setBusy(false)
    setAnswer(signedIn)
    if (['code_needed', 'wrong_code', 'passkey_needed'].includes(signedIn.refusal.code)) setNeedsCode(true)
  }

  const changeField = (field: keyof AccountFields) => (event: FormEvent<HTMLInputElement>) => {
    setAnswer(undefined)
    onFields({ ...fields, [field]: event.currentTarget.value })
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-3 space-y-4">
      {answer && <RefusalNotice refusal={answer.refusal} isNew={isNew} onLogInInstead={onLogInInstead} />}
      {isNew && (
        <Field label="Full Name" error={errors.fullName} required>
          <TextInput name="fullName" autoComplete="name" value={fields.fullName} onChange={changeField('fullName')} />
        </Field>
      )}
      <Field label="Email" error={errors.email} required>
        <EmailInput name="email" autoComplete="username" value={fields.email} onChange={changeField('email')} />
      </Field>
      <Field
        label="Password"
        hint={isNew ? `At least ${passwordMinLength} characters. Avoid common passwords.` : undefined}
        error={errors.password}
        required
      >
        <PasswordInput
          name="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          value={fields.password}
          onChange={changeField('password')}
        />
      </Field>
      {needsCode && !isNew && (
        <Field label="Code" hint="From your authenticator, or one of your recovery codes." error={errors.code} required>
          <TextInput name="code" autoComplete="one-time-code" />
        </Field>
      )}
      {isNew && (
        <p className="text-small text-soft">
          By continuing you confirm that you are {minimumAgeYears} or over, and you accept the{' '}
          <LegalLink to="/terms">Terms of Service</LegalLink> and the{' '}
          <LegalLink to="/privacy">Privacy Policy</LegalLink> of {name}.
        </p>
      )}
      <Button type="submit" size="large" busy={busy} className="w-full">
        {isNew ? 'Create account and continue' : 'Log in and continue'}
      </Button>
    </form>
  )
}

type FieldName = keyof AccountFields | 'code'
const unchecked = () => undefined
const newAccountRules = { fullName: 'name', email: 'email', password: 'password', code: unchecked } as const
const existingAccountRules = { ...newAccountRules, fullName: unchecked }

/** Maps a refusal code to its field. */
const fieldOf = { email_taken: 'email', weak_password: 'password', wrong_code: 'code' } as const

type NoticeProps = { refusal: FormRefusal; isNew: boolean; onLogInInstead(): void }

function RefusalNotice({ refusal: { code, text }, isNew, onLogInInstead }: NoticeProps) {
  if (code === 'code_needed' || code === 'passkey_needed') return <Notice announce>{text}</Notice>
  const title = isNew
    ? 'We encountered an issue with registration. Please try again or contact support.'
    : 'Unable to log in with the provided credentials.'
  return (
    <Notice
      tone="bad"
      title={code === 'network' ? undefined : title}
      announce
      action={
        code === 'email_taken' && (
          <Button variant="outline" size="small" onClick={onLogInInstead}>
            Log in instead
          </Button>
        )
      }
    >
      {text}
    </Notice>
  )
}
