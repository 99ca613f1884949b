import { Form, Link, useNavigation } from 'react-router'
import { useFormErrors } from '#app/account/use-form-errors.ts'
import { asNetworkProblem } from '#app/base/network-problem.ts'
import { pageMeta } from '#app/base/public-page.ts'
import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { requestPasswordReset } from '#domain/sign-in/request-password-reset.server.ts'
import { resetLinkMinutes } from '#kernel/limits.ts'
import type { Route } from './+types/forgot-password.route'

export const action = serve('anyone', async ({ context }, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  const sent = requestPasswordReset(context, String(form.get('email') ?? '')).then(() => ({
    sent: true as const,
  }))
  return catchRefusal(sent)
})

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return asNetworkProblem(serverAction())
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Forgotten password',
    description: 'Get a link by email to set a new password for your account. The link works once.',
    path: '/forgot-password',
  })

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const { errors, check } = useFormErrors({ email: 'email' })
  const sent = actionData && 'sent' in actionData
  const refusal = actionData && 'refusal' in actionData ? actionData.refusal : undefined
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
          <Form method="post" noValidate onSubmit={check} className="mt-8 space-y-5">
            {refusal && (
              <Notice tone="bad" announce>
                {refusal.text}
              </Notice>
            )}
            <Field label="Email" error={errors.email} required>
              <TextInput name="email" type="email" autoComplete="username" inputMode="email" />
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
