import { useEffect } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { loginToast } from '#app/account/problem-text.ts'
import { withReturnPath } from '#app/base/return-path.ts'
import { useProduct } from '#app/base/product.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#app/ui/tabs.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormErrors } from '#app/account/use-form-errors.ts'

export type FormProblem = { refusal: { code: string; text: string } } | undefined

/** Both tabs show the same form; the expert tab also links to the application page. */
export function LoginForm({ problem, search }: { problem: FormProblem; search: URLSearchParams }) {
  return (
    <Tabs defaultValue="user" className="mt-8">
      <TabList aria-label="Account type">
        <Tab value="user">User Login</Tab>
        <Tab value="expert">Expert Login</Tab>
      </TabList>
      <TabPanel value="user">
        <Fields problem={problem} />
        <p className="mt-6 text-soft">
          New here?{' '}
          <Link
            to={withReturnPath('/register', search)}
            className="font-semibold text-accent underline underline-offset-4"
          >
            Create an account
          </Link>
        </p>
      </TabPanel>
      <TabPanel value="expert">
        <Fields problem={problem} />
        <p className="mt-6 text-soft">
          Not an expert yet?{' '}
          <Link to="/expert-apply" className="font-semibold text-accent underline underline-offset-4">
            Apply as Expert
          </Link>
        </p>
      </TabPanel>
    </Tabs>
  )
}

function Fields({ problem }: { problem: FormProblem }) {
  const busy = useNavigation().formAction?.startsWith('/login') ?? false
  const { errors, check } = useFormErrors({ email: 'email', password: 'password' })
  useLoginToasts(problem, busy)
  const needsCode = ['code_needed', 'wrong_code', 'passkey_needed'].includes(problem?.refusal.code ?? '')
  return (
    <Form method="post" noValidate onSubmit={check} className="mt-6 space-y-5">
      {problem && !busy && problem.refusal.code !== 'code_needed' && <LoginProblem refusal={problem.refusal} />}
      <Field label="Email" error={errors.email} required>
        <TextInput name="email" type="email" autoComplete="username" inputMode="email" />
      </Field>
      <Field label="Password" error={errors.password} required>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      {needsCode && (
        <Field label="Code" hint="From your authenticator, or one of your recovery codes." required>
          <TextInput name="code" autoComplete="one-time-code" />
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

function LoginProblem({ refusal: { code, text } }: NonNullable<FormProblem>) {
  const { supportEmail } = useProduct().contacts
  if (code !== 'account_suspended') {
    return (
      <Notice tone={code === 'passkey_needed' ? 'info' : 'bad'} announce>
        {isAboutPasskey(code) ? text : 'Unable to log in with the provided credentials.'}
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
