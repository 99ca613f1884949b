import { useSearchParams } from 'react-router'
import { completeSignIn, readBrowser, readPasskey, redirectIfSignedIn } from '#app/account/sign-in-flow.server.ts'
import { LoginForm } from '#app/account/login-form.tsx'
import { PasskeySignIn } from '#app/account/passkeys/passkey-sign-in.tsx'
import { useProduct } from '#app/base/product.ts'
import { pageMeta } from '#app/base/public-page.ts'
import { keepTyped, readForm, serve } from '#app/base/serve.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import { signInWithPasskey } from '#domain/sign-in/sign-in-with-passkey.server.ts'
import type { Route } from './+types/login.route'

export const loader = serve('anyone', async ({ context }) => {
  redirectIfSignedIn(context.actor)
  return null
})

export const action = serve('anyone', async (scope, { request }: Route.ActionArgs) => {
  const { context, product } = scope
  const form = await readForm(request)
  const browser = readBrowser(request, product)
  const signedIn = form.has('passkey')
    ? signInWithPasskey(context, { response: readPasskey(form), site: product, ...browser })
    : signIn(context, {
        email: String(form.get('email') ?? ''),
        password: String(form.get('password') ?? ''),
        code: String(form.get('code') ?? ''),
        ...browser,
      })
  const refused = await completeSignIn(signedIn, { ...scope, request, code: 'logged_in', otherwise: '/profile' })
  return keepTyped(refused, { email: String(form.get('email') ?? '') })
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Log in',
    description: 'Log in to talk to an expert, to see your sessions and your wallet, or to help students as an expert.',
    path: '/login',
  })

export default function Login({ actionData }: Route.ComponentProps) {
  const { name } = useProduct()
  const [search] = useSearchParams()
  return (
    <div className="page max-w-form py-12 md:py-20">
      <h1 className="text-display">Welcome</h1>
      <p className="mt-3 text-soft">Log in to {name} with your email address and password.</p>
      <LoginForm problem={actionData} search={search} />
      <PasskeySignIn />
    </div>
  )
}

export const headers = () => ({ 'Cache-Control': 'no-store' })
