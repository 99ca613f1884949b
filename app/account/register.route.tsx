import { Link, useSearchParams } from 'react-router'
import { readBrowser, redirectIfSignedIn, completeSignIn } from '#app/account/sign-in-flow.server.ts'
import { RegistrationForm } from '#app/account/registration-form.tsx'
import { pageMeta } from '#app/base/public-page.ts'
import { withReturnPath } from '#app/base/return-path.ts'
import { keepTyped, readForm, serve } from '#app/base/serve.server.ts'
import { registerStudent } from '#domain/sign-in/register-student.server.ts'
import type { Route } from './+types/register.route'

export const loader = serve('anyone', async ({ context }) => {
  redirectIfSignedIn(context.actor)
  return null
})

export const action = serve('anyone', async (scope, { request }: Route.ActionArgs) => {
  const { context, product } = scope
  const form = await readForm(request)
  const typed = {
    fullName: String(form.get('fullName') ?? ''),
    email: String(form.get('email') ?? ''),
    accepted: form.get('accepted') === 'on',
  }
  const password = String(form.get('password') ?? '')
  const registered = registerStudent(context, { ...typed, password, ...readBrowser(request, product) })
  const refused = await completeSignIn(registered, {
    ...scope,
    request,
    code: 'registered',
    otherwise: '/user/profile',
  })
  return keepTyped(refused, typed)
})

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
        Already have an account?{' '}
        <Link to={withReturnPath('/login', search)} className="font-semibold text-accent underline underline-offset-4">
          Log in
        </Link>
      </p>
      <RegistrationForm problem={actionData} />
      <p className="mt-8 border-t border-line pt-6 text-small text-quiet">
        This creates a student account. Our team creates expert accounts after an application. Experts{' '}
        <Link to="/login" className="text-soft underline underline-offset-4">
          log in here
        </Link>
        .
      </p>
    </div>
  )
}
