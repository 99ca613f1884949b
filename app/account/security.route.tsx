import { data, redirect } from 'react-router'
import { signedOutCookie } from '#app/base/cookies.server.ts'
import { DataRights } from '#app/account/data-rights.tsx'
import { EmailForm } from '#app/account/email-form.tsx'
import { asNetworkProblem } from '#app/base/network-problem.ts'
import { PasswordForm } from '#app/account/password-form.tsx'
import { SecondFactor } from '#app/account/second-factor.tsx'
import { SignInList } from '#app/account/sign-in-list.tsx'
import { redirectWithFlash } from '#app/base/flash.server.ts'
import { renderOtpauthCode } from '#app/account/otpauth.server.ts'
import { logInFirst } from '#app/base/own-pages.server.ts'
import { pathOf } from '#app/base/request.server.ts'
import type { RequestScope } from '#app/base/request.server.ts'
import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { changeEmail } from '#domain/sign-in/email-links.server.ts'
import { changePassword } from '#domain/sign-in/change-password.server.ts'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { endOtherSignIns, endSignIn } from '#domain/accounts/end-sign-ins.server.ts'
import { findOwnAccount, listSignIns } from '#domain/accounts/queries.server.ts'
import { confirmSecondFactor, hasSecondFactor, startSecondFactor } from '#domain/sign-in/second-factor.server.ts'
import type { Person } from '#domain/policy.ts'
import { Refusal } from '#kernel/refusals.ts'
import { passwordMinLengthOf } from '#domain/sign-in/rules.ts'
import type { Route } from './+types/security.route'

/** Serves the same page at /user/security and, for experts, at /expert/security. */
export const loader = serve(
  { policy: 'signedIn', otherwise: logInFirst },
  async ({ context }, { request }: Route.LoaderArgs) => {
    const { actor } = context
    if (pathOf(request) !== ownPath(actor)) throw redirect(ownPath(actor))
    const secondFactor =
      actor.role === 'team'
        ? { isOn: await hasSecondFactor(context), isMissing: actor.secondFactorMissing === true }
        : null
    return { signIns: await listSignIns(context), secondFactor, mayLeave: actor.role !== 'team' }
  },
)

export const action = serve('signedIn', async (scope, { request }: Route.ActionArgs) => {
  const { context, product } = scope
  const form = await readForm(request)
  const readText = (name: string) => String(form.get(name) ?? '')
  switch (form.get('act')) {
    case 'change_password': {
      const refused = await catchRefusal(
        changePassword(context, { current: readText('current'), next: readText('password') }),
      )
      if (refused) return data({ act: 'change_password' as const, ...refused.data }, refused.init ?? {})
      throw redirectWithFlash('password_updated', { to: ownPath(context.actor), request, product })
    }
    case 'change_email': {
      const email = readText('email').trim()
      const result = await catchRefusal(changeEmail(context, { email, password: readText('password') }))
      if (!('isChanged' in result)) return data({ act: 'change_email' as const, ...result.data }, result.init ?? {})
      const done = result.isChanged
        ? `Your address is now ${email}. Please confirm it with the link that we have sent there.`
        : `We have sent a link to ${email}. Your address changes when you open it.`
      return { act: 'change_email' as const, done }
    }
    case 'delete_account': {
      const refused = await catchRefusal(deleteAccount(context, { password: readText('password') }))
      if (refused) return data({ act: 'delete_account' as const, ...refused.data }, refused.init ?? {})
      const cookies = [signedOutCookie(product)]
      throw redirectWithFlash('account_deleted', { to: '/', request, product, cookies })
    }
    case 'end':
      await endSignIn(context, readText('signInId'))
      return null
    case 'end_others':
      await endOtherSignIns(context)
      return null
    case 'start_second_factor':
      return scanStep(scope, (await startSecondFactor(context)).secret)
    case 'confirm_second_factor': {
      const result = await catchRefusal(confirmSecondFactor(context, readText('code')))
      if ('recoveryCodes' in result) return { act: 'codes' as const, ...result }
      return scanStep(scope, readText('secret'), result.data.refusal.text)
    }
    default:
      throw new Refusal('invalid_input')
  }
})

function ownPath(person: Person): string {
  return person.role === 'expert' ? '/expert/security' : '/user/security'
}

async function scanStep({ context, product }: RequestScope, secret: string, problem?: string) {
  const email = (await findOwnAccount(context))?.email ?? ''
  return { act: 'scan' as const, secret, picture: renderOtpauthCode(product, { email, secret }), problem }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return asNetworkProblem(serverAction())
}

export const meta = () => [{ title: 'Security' }]

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { signIns, secondFactor, mayLeave } = loaderData
  const findProblem = (act: string) => {
    if (!actionData || !('refusal' in actionData)) return undefined
    return !('act' in actionData) || actionData.act === act ? actionData : undefined
  }
  const step =
    actionData && 'act' in actionData && !('refusal' in actionData) && !('done' in actionData) ? actionData : undefined
  return (
    <div className="page max-w-form py-12 md:py-16">
      <h1 className="text-title">Security</h1>
      {secondFactor && <SecondFactor {...secondFactor} step={step} />}
      <EmailForm
        problem={findProblem('change_email')}
        done={actionData && 'done' in actionData ? actionData.done : undefined}
      />
      <PasswordForm
        minLength={passwordMinLengthOf(secondFactor ? 'team' : 'student')}
        problem={findProblem('change_password')}
      />
      <SignInList signIns={signIns} />
      {mayLeave && <DataRights problem={findProblem('delete_account')} />}
    </div>
  )
}
