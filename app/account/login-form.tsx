import { useEffect, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { loginToast } from '#app/account/problem-text.ts'
import type { RefusedForm } from '#app/base/forms/form-answer.ts'
import { withReturnPath } from '#app/base/return-path.ts'
import { useProduct } from '#app/base/product.ts'
import { Button } from '#app/ui/button.tsx'
import { EmailInput } from '#app/ui/email-input.tsx'
import { Field } from '#app/ui/field.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAccountFormErrors } from '#app/account/use-account-form-errors.ts'

export type FormProblem = RefusedForm | undefined

/** The response to a refused login. `typed` fills the form on a page without scripts. */
type LoginAnswer = (RefusedForm & { typed?: { email: string } }) | undefined

/** Both tabs show the same form. The user tab links to the registration, the expert tab to the application page. */
export function LoginForm({ problem, search }: { problem: LoginAnswer; search: URLSearchParams }) {
  const [tab, setTab] = useState(search.get('tab') === 'expert' ? 'expert' : 'user')
  return (
    <LinkTabs
      label="Account type"
      tabs={[
        { id: 'user', label: 'User Login', to: withReturnPath('/login', search) },
        { id: 'expert', label: 'Expert Login', to: withReturnPath('/login', search, { tab: 'expert' }) },
      ]}
      selected={tab}
      onSelect={setTab}
      className="mt-8"
    >
      <Fields problem={problem} />
      {tab === 'user' ? (
        <p className="mt-6 text-soft">
          New here?{' '}
          <Link
            to={withReturnPath('/register', search)}
            className="font-semibold text-accent underline underline-offset-4"
          >
            Create an account
          </Link>
        </p>
      ) : (
        <p className="mt-6 text-soft">
          Not an expert yet?{' '}
          <Link to="/expert-apply" className="font-semibold text-accent underline underline-offset-4">
            Apply as Expert
          </Link>
        </p>
      )}
    </LinkTabs>
  )
}

const fields = { email: 'email', password: 'password', code: () => undefined } as const
const fieldOf = { invalid_credentials: 'password', wrong_code: 'code' } as const

function Fields({ problem }: { problem: LoginAnswer }) {
  const busy = useNavigation().formAction?.startsWith('/login') ?? false
  const { form, errors, formError, check } = useAccountFormErrors(fields, { answer: problem, fieldOf })
  useLoginToasts(problem, busy)
  const needsCode = ['code_needed', 'wrong_code', 'passkey_needed'].includes(problem?.refusal.code ?? '')
  return (
    <Form ref={form} method="post" noValidate onSubmit={check} className="mt-6 space-y-5">
      {problem && !busy && problem.refusal.code !== 'code_needed' && (
        <LoginProblem refusal={problem.refusal} reason={formError} />
      )}
      <Field label="Email" error={errors.email} required>
        <EmailInput name="email" autoComplete="username" defaultValue={problem?.typed?.email} enterKeyHint="next" />
      </Field>
      <Field label="Password" error={errors.password} required>
        <PasswordInput name="password" autoComplete="current-password" enterKeyHint="go" />
      </Field>
      {needsCode && (
        <Field label="Code" hint="From your authenticator, or one of your recovery codes." error={errors.code} required>
          <TextInput
            ref={focusOnce}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
          />
        </Field>
      )}
      <Button type="submit" busy={busy} className="w-full">
        Log in
      </Button>
      <p className="text-center">
        <Link
          to="/forgot-password"
          className="inline-flex min-h-11 items-center text-small text-soft underline underline-offset-4"
        >
          Forgotten your password?
        </Link>
      </p>
    </Form>
  )
}

/** The code field appears after the password is checked, and the user fills it in next. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus()
}

type LoginProblemProps = RefusedForm & {
  /** Undefined when the reason is shown at a field. */
  reason: string | undefined
}

function LoginProblem({ refusal: { code, text }, reason }: LoginProblemProps) {
  const { supportEmail } = useProduct().contacts
  if (isAboutPasskey(code)) {
    return (
      <Notice tone={code === 'passkey_needed' ? 'info' : 'bad'} announce>
        {text}
      </Notice>
    )
  }
  if (code !== 'account_suspended') {
    return (
      <Notice tone="bad" announce title="Unable to log in with the provided credentials.">
        {reason}
      </Notice>
    )
  }
  return (
    <Notice tone="bad" announce>
      <p className="wrap-anywhere">{text}</p>
      <p className="mt-2">
        If you think this is a mistake, write to{' '}
        <a href={`mailto:${supportEmail}`} className="text-text underline underline-offset-4">
          {supportEmail}
        </a>
        .
      </p>
    </Notice>
  )
}

function useLoginToasts(problem: FormProblem, busy: boolean): void {
  useEffect(() => {
    if (busy) toast({ kind: 'loading', text: 'Logging in...', id: 'flash' })
  }, [busy])
  useEffect(() => {
    if (!problem) return
    const { code, text } = problem.refusal
    const kind = code.endsWith('_needed') ? 'info' : 'error'
    toast({ kind, text: /code/.test(code) || isAboutPasskey(code) ? text : loginToast(code), id: 'flash' })
  }, [problem])
}

function isAboutPasskey(code: string): boolean {
  return code.startsWith('passkey')
}
