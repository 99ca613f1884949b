import { Link, redirect, useSearchParams } from 'react-router'
import { signInCookie } from '#app/cookies.server.ts'
import { asNetworkProblem } from '#app/features/account/network-problem.ts'
import { RegistrationForm } from '#app/features/account/registration-form.tsx'
import { redirectSaying } from '#app/flash.server.ts'
import { pageMeta } from '#app/public-page.ts'
import { keepReturnPath, returnPath } from '#app/return-path.ts'
import { orRefusal, serve } from '#app/serve.server.ts'
import { registerStudent } from '#domain/accounts/register-student.server.ts'
import { isPerson } from '#domain/policy.ts'
import type { Route } from './+types/register'

export const loader = serve('anyone', async ({ context }) => {
  if (isPerson(context.actor)) throw redirect('/profile')
  return null
})

export const action = serve('anyone', async ({ context, product }, { request }: Route.ActionArgs) => {
  const form = await request.formData()
  const result = await orRefusal(
    registerStudent(context, {
      fullName: String(form.get('fullName') ?? ''),
      email: String(form.get('email') ?? ''),
      password: String(form.get('password') ?? ''),
      accepted: form.get('accepted') === 'on',
      userAgent: request.headers.get('user-agent') ?? '',
    }),
  )
  if (!('token' in result)) return result
  const to = returnPath(new URL(request.url).searchParams, result.role) ?? '/user/profile'
  throw redirectSaying('registered', { to, request, cookies: [signInCookie(product, result.token)] })
})

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return asNetworkProblem(serverAction())
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Create an Account',
    description:
      'Create a free account to talk to verified experts by the minute. Expert accounts are opened by our team.',
    path: '/register',
  })

export default function Register({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return (
    <div className="page max-w-form py-12 md:py-20">
      <h1 className="text-display">Create an Account</h1>
      <p className="mt-3 text-soft">
        Already with us?{' '}
        <Link
          to={keepReturnPath('/login', search)}
          className="font-semibold text-accent underline underline-offset-4"
        >
          Log in
        </Link>
      </p>
      <RegistrationForm problem={actionData} />
      <p className="mt-8 border-t border-line pt-6 text-small text-quiet">
        This creates a student account. Expert accounts are created by our team after an application; experts{' '}
        <Link to="/login" className="text-soft underline underline-offset-4">
          log in here
        </Link>
        .
      </p>
    </div>
  )
}
