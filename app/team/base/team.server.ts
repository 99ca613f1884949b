import { redirect } from 'react-router'
import { redirectToLogin } from '#app/base/own-pages.server.ts'
import type { RefusedRequest } from '#app/base/serve.server.ts'
import type { Context } from '#domain/context.server.ts'
import { isPerson, policies } from '#domain/policy.ts'
import { confirmOwnPassword } from '#domain/sign-in/confirm-password.server.ts'

/** Redirects visitors to log in, and team members without a second factor to set it up. */
export function redirectFromTeam({ context: { actor }, request, refusal }: RefusedRequest): never {
  if (!isPerson(actor)) return redirectToLogin(returnPath(request))
  if (policies.teamMember(actor)) throw redirect('/user/security')
  throw refusal
}

/** The path of the requested page, even for the router's `.data` requests. */
function returnPath(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete('_routes')
  const search = searchParams.size > 0 ? `?${searchParams}` : ''
  return pathname.replace(/\.data$/, '') + encodeURIComponent(search)
}

/** Confirms the password if the form has one. The domain refuses an action without a recent confirmation. */
export async function confirmPasswordIfSent(context: Context, form: FormData): Promise<void> {
  const password = String(form.get('password') ?? '')
  if (password !== '') await confirmOwnPassword(context, password)
}
