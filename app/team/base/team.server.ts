import { redirect } from 'react-router'
import { redirectToLogin } from '#app/base/own-pages.server.ts'
import type { TurnedAway } from '#app/base/serve.server.ts'
import type { Context } from '#domain/context.server.ts'
import { isPerson, policies } from '#domain/policy.ts'
import { confirmOwnPassword } from '#domain/sign-in/confirm-password.server.ts'

/** The team's pages: a visitor says who they are and comes back, one of the team without a second factor sets it up first. */
export function turnAwayFromTeam({ context: { actor }, request, refusal }: TurnedAway): never {
  if (!isPerson(actor)) return redirectToLogin(returnAddressOf(request))
  if (policies.teamMember(actor)) throw redirect('/user/security')
  throw refusal
}

/** Where they were going, also when the page's own router asks. */
function returnAddressOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete('_routes')
  const search = searchParams.size > 0 ? `?${searchParams}` : ''
  return pathname.replace(/\.data$/, '') + encodeURIComponent(search)
}

/** For forms that move money: a password that came along counts from now on; whether there was one recently the verb asks. */
export async function confirmPasswordIfSent(context: Context, form: FormData): Promise<void> {
  const password = String(form.get('password') ?? '')
  if (password !== '') await confirmOwnPassword(context, password)
}
