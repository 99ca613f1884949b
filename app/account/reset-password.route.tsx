import { Form, redirect, useNavigation } from 'react-router'
import { passwordRule, useAccountFormErrors } from '#app/account/use-account-form-errors.ts'
import { readBrowser, signInCookies } from '#app/account/sign-in-flow.server.ts'
import { browserCookie, signedOutCookie } from '#app/base/cookies.server.ts'
import { redirectWithFlash } from '#app/base/flash.server.ts'
import { acceptTermsPath, catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'
import { findPasswordLink, isSignInLink, setPasswordByLink } from '#domain/sign-in/set-password-by-link.server.ts'
import { passwordMinLengthOf } from '#domain/sign-in/rules.ts'
import { passwordMinLength } from '#kernel/limits.ts'
import type { Route } from './+types/reset-password.route'

export const loader = serve('anyone', async ({ context }, { params }: Route.LoaderArgs) => {
  const link = await findPasswordLink(context, params.token)
  return {
    valid: link !== undefined,
    minLength: link && passwordMinLengthOf(link.role),
    signsIn: link !== undefined && (await isSignInLink(context.db, link)),
  }
})

export const action = serve(
  'anyone',
  async ({ context, product, log, requestId }, { request, params }: Route.ActionArgs) => {
    const form = await readForm(request)
    const next = String(form.get('password') ?? '')
    const from = readBrowser(request, product)
    const result = await catchRefusal(setPasswordByLink(context, { token: params.token, next, ...from }))
    if (!('browser' in result)) return result
    const { signIn } = result
    if (signIn) {
      log.info({ requestId, account: signIn.id, role: signIn.role, how: 'first_password' }, 'signed in')
      const headers = new Headers()
      for (const cookie of signInCookies(product, { ...result, ...signIn })) headers.append('Set-Cookie', cookie)
      throw redirect(acceptTermsPath, { headers })
    }
    const cookies = [signedOutCookie(product), browserCookie(product, result.browser)]
    throw redirectWithFlash('password_updated', { to: '/login', request, product, cookies })
  },
)

/** The URL contains a secret token, which must not leak in the Referer header. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

export const meta = () => [{ title: 'Set a password' }, { name: 'robots', content: 'noindex' }]

const fieldOf = { weak_password: 'password', weak_team_password: 'password' } as const

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const { valid, minLength = passwordMinLength, signsIn } = loaderData
  const { form, errors, formError, check } = useAccountFormErrors(
    { password: passwordRule(minLength) },
    { answer: actionData, fieldOf },
  )
  if (!valid || actionData?.refusal.code === 'link_not_valid') {
    return (
      <div className="page max-w-form py-12 md:py-20">
        <h1 className="text-display">This link no longer works</h1>
        <p className="mt-3 text-soft">It has expired or was already used. Each link works once.</p>
        <ButtonLink to="/forgot-password" className="mt-8">
          Request a new link
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className="page max-w-form py-12 md:py-20">
      <h1 className="text-display">{signsIn ? 'Choose a password' : 'Set a password'}</h1>
      <p className="mt-3 text-soft">
        {signsIn
          ? 'It is for your expert account. You are logged in as soon as it is saved.'
          : 'You will be logged out everywhere. Then log in with the new password.'}
      </p>
      <Form ref={form} method="post" noValidate onSubmit={check} className="mt-8 space-y-5">
        {formError && (
          <Notice tone="bad" announce>
            {formError}
          </Notice>
        )}
        <Field
          label="New password"
          hint={`At least ${minLength} characters. Avoid common passwords.`}
          error={errors.password}
          required
        >
          <PasswordInput name="password" autoComplete="new-password" enterKeyHint="done" />
        </Field>
        <Button type="submit" busy={busy} className="w-full">
          {signsIn ? 'Save and continue' : 'Save the password'}
        </Button>
      </Form>
    </div>
  )
}
