import { Form, Link, useNavigation } from 'react-router'
import { useAccountFormErrors } from '#app/account/use-account-form-errors.ts'
import type { RefusedForm } from '#app/base/forms/form-answer.ts'
import { pageMeta } from '#app/base/public-page.ts'
import { catchRefusal, keepTyped, readForm, serve } from '#app/base/serve.server.ts'
import { Button } from '#app/ui/button.tsx'
import { EmailInput } from '#app/ui/email-input.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { requestPasswordReset } from '#domain/sign-in/request-password-reset.server.ts'
import { resetLinkMinutes } from '#kernel/limits.ts'
import type { Route } from './+types/forgot-password.route'

export const action = serve('anyone', async ({ context }, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  const email = String(form.get('email') ?? '')
  const result = await catchRefusal(requestPasswordReset(context, email).then(() => ({ sent: true as const })))
  return 'sent' in result ? result : keepTyped(result, { email })
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Forgotten password',
    description: 'Get a link by email to set a new password for your account. The link works once.',
    path: '/forgot-password',
  })

/** `typed` fills the form on a page without scripts. */
type RefusedEmail = RefusedForm & { typed?: { email: string } }

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const sent = actionData && 'sent' in actionData
  const refused: RefusedEmail | undefined = actionData && 'refusal' in actionData ? actionData : undefined
  const { form, errors, formError, check } = useAccountFormErrors({ email: 'email' }, { answer: refused })
  return (
    <div className="page max-w-form py-12 md:py-20">
      <h1 className="text-display">Forgotten password</h1>
      {sent ? (
        <Notice tone="good" announce className="mt-8" title="Check your email">
          If there is an account with that address, a link is on its way. It works once and for {resetLinkMinutes}{' '}
          minutes.
        </Notice>
      ) : (
        <>
          <p className="mt-3 text-soft">Enter your email address. We will send you a link to set a new password.</p>
          <Form ref={form} method="post" noValidate onSubmit={check} className="mt-8 space-y-5">
            {formError && (
              <Notice tone="bad" announce>
                {formError}
              </Notice>
            )}
            <Field label="Email" error={errors.email} required>
              <EmailInput
                name="email"
                autoComplete="username"
                enterKeyHint="send"
                defaultValue={refused?.typed?.email}
              />
            </Field>
            <Button type="submit" busy={busy} className="w-full">
              Send the link
            </Button>
          </Form>
        </>
      )}
      <p className="mt-6">
        <Link to="/login" className="inline-flex min-h-11 items-center text-soft underline underline-offset-4">
          Back to Login
        </Link>
      </p>
    </div>
  )
}
