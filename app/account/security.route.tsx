import { data, redirect } from 'react-router'
import { signedOutCookie } from '#app/base/cookies.server.ts'
import { DataRights } from '#app/account/data-rights.tsx'
import { EmailForm } from '#app/account/email-form.tsx'
import { asNetworkProblem } from '#app/base/network-problem.ts'
import { PasskeyCard } from '#app/account/passkeys/passkey-card.tsx'
import { PasswordForm } from '#app/account/password-form.tsx'
import { SecondFactor } from '#app/account/second-factor.tsx'
import { SignInList } from '#app/account/sign-in-list.tsx'
import { redirectWithFlash } from '#app/base/flash.server.ts'
import { isShownSecret, renderOtpauthCode } from '#app/account/otpauth.server.ts'
import { readBrowser, readPasskey } from '#app/account/sign-in-flow.server.ts'
import { ownSecurityPath } from '#app/base/own-links.ts'
import { logInFirst } from '#app/base/own-pages.server.ts'
import { pathOf } from '#app/base/request.server.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { RequestScope } from '#app/base/request.server.ts'
import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { changeEmail } from '#domain/sign-in/email-links.server.ts'
import { changePassword } from '#domain/sign-in/change-password.server.ts'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { findOwnAccount, listSignIns } from '#domain/accounts/queries.server.ts'
import { endOtherSignIns, endOwnSignIn } from '#domain/sign-in/end-own-sign-ins.server.ts'
import { addPasskey } from '#domain/sign-in/add-passkey.server.ts'
import { getOwnFactors } from '#domain/sign-in/queries.server.ts'
import { renewRecoveryCodes } from '#domain/sign-in/recovery-codes.server.ts'
import { dismissPasskeyOffer, removePasskey } from '#domain/sign-in/remove-passkey.server.ts'
import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from '#domain/sign-in/second-factor.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import { passwordMinLengthOf } from '#domain/sign-in/rules.ts'
import type { Route } from './+types/security.route'

/** Serves the same page at /user/security and, for experts, at /expert/security. */
export const loader = serve(
  { policy: 'signedIn', otherwise: logInFirst },
  async ({ context }, { request }: Route.LoaderArgs) => {
    const { actor } = context
    if (pathOf(request) !== ownSecurityPath(actor)) throw redirect(ownSecurityPath(actor))
    return {
      signIns: await listSignIns(context),
      factors: await getOwnFactors(context),
      mayLeave: actor.role !== 'team',
    }
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
      throw redirectWithFlash('password_updated', { to: ownSecurityPath(context.actor), request, product })
    }
    case 'change_email': {
      const email = readText('email').trim()
      const result = await catchRefusal(changeEmail(context, { email, password: readText('password') }))
      if (!('isChanged' in result)) {
        return data({ act: 'change_email' as const, ...result.data, typed: { email } }, result.init ?? {})
      }
      const done = result.isChanged
        ? `Your address is now ${email}. Please confirm it with the link that we have sent there.`
        : `We have sent a link to ${email}. Your address changes when you confirm it there.`
      return { act: 'change_email' as const, done }
    }
    case 'delete_account': {
      const refused = await catchRefusal(deleteAccount(context, { password: readText('password') }))
      if (refused) return data({ act: 'delete_account' as const, ...refused.data }, refused.init ?? {})
      const cookies = [signedOutCookie(product)]
      throw redirectWithFlash('account_deleted', { to: '/', request, product, cookies })
    }
    case 'end': {
      const signIn = { signInId: readText('signInId'), password: readText('password') }
      const refused = await catchRefusal(endOwnSignIn(context, signIn))
      const { signInId } = signIn
      return refused ? data({ act: 'end' as const, signInId, ...refused.data }, refused.init ?? {}) : null
    }
    case 'end_others': {
      const refused = await catchRefusal(endOtherSignIns(context, { password: readText('password') }))
      return refused ? data({ act: 'end_others' as const, ...refused.data }, refused.init ?? {}) : null
    }
    case 'start_second_factor': {
      const started = await catchRefusal(startSecondFactor(context, { password: readText('password') }))
      if ('secret' in started) return scanStep(scope, started.secret)
      return data({ act: 'start_second_factor' as const, ...started.data }, started.init ?? {})
    }
    case 'confirm_second_factor': {
      const secret = readText('secret')
      if (!isShownSecret(secret)) throw new Refusal('invalid_input')
      const result = await catchRefusal(confirmSecondFactor(context, readText('code')))
      if ('recoveryCodes' in result) return { act: 'codes' as const, ...result }
      return scanStep(scope, secret, result.data.refusal.text)
    }
    case 'remove_second_factor': {
      const refused = await catchRefusal(removeSecondFactor(context, { password: readText('password') }))
      return refused ? data({ act: 'remove_second_factor' as const, ...refused.data }, refused.init ?? {}) : null
    }
    case 'renew_recovery_codes': {
      const result = await catchRefusal(renewRecoveryCodes(context, { password: readText('password') }))
      if ('recoveryCodes' in result) return { act: 'codes' as const, ...result }
      return data({ act: 'renew_recovery_codes' as const, ...result.data }, result.init ?? {})
    }
    case 'add_passkey': {
      const passkey = { response: readPasskey(form), name: readText('name') }
      const { userAgent } = readBrowser(request, scope.product)
      const result = await catchRefusal(addPasskey(context, { ...passkey, site: scope.product, userAgent }))
      if ('recoveryCodes' in result) return { act: 'passkey_added' as const, ...result }
      return data({ act: 'add_passkey' as const, ...result.data }, result.init ?? {})
    }
    case 'remove_passkey': {
      const passkey = { id: readText('passkeyId'), password: readText('password') }
      const refused = await catchRefusal(removePasskey(context, passkey))
      return refused ? data({ act: 'remove_passkey' as const, ...refused.data }, refused.init ?? {}) : null
    }
    case 'dismiss_passkeys':
      await dismissPasskeyOffer(context)
      return null
    default:
      throw new Refusal('invalid_input')
  }
})

async function scanStep({ context, product }: RequestScope, secret: string, problem?: string) {
  const email = (await findOwnAccount(context))?.email ?? ''
  return { act: 'scan' as const, secret, picture: renderOtpauthCode(product, { email, secret }), problem }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return asNetworkProblem(serverAction())
}

export const meta = () => [{ title: 'Security' }]

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { signIns, factors, mayLeave } = loaderData
  const isTeam = !mayLeave
  const findProblem = (act: string) => {
    if (!actionData || !('refusal' in actionData)) return undefined
    return !('act' in actionData) || actionData.act === act ? actionData : undefined
  }
  const step =
    actionData && 'act' in actionData && (actionData.act === 'scan' || actionData.act === 'codes')
      ? actionData
      : undefined
  return (
    <div className="page max-w-form py-12 md:py-16">
      <h1 className="text-title">Security</h1>
      {factors.isMissing && (
        <Notice tone="bad" className="mt-6" title="A second factor is required for the team">
          You cannot open team pages until you add a passkey or set up an authenticator.
        </Notice>
      )}
      <PasskeyCard
        passkeys={factors.passkeys}
        isOffered={factors.isPasskeyOffered}
        isTeam={isTeam}
        isOnlyFactor={isTeam && factors.passkeys.length === 1 && !factors.hasAuthenticator}
        newRecoveryCodes={
          actionData && 'act' in actionData && actionData.act === 'passkey_added' ? actionData.recoveryCodes : undefined
        }
        addProblem={findProblem('add_passkey')}
        removeProblem={findProblem('remove_passkey')}
      />
      <SecondFactor
        isOn={factors.hasAuthenticator}
        isTeam={isTeam}
        hasPasskey={factors.passkeys.length > 0}
        recoveryCodesLeft={factors.recoveryCodesLeft}
        step={step}
        findProblem={findProblem}
      />
      <EmailForm
        problem={findProblem('change_email')}
        done={actionData && 'done' in actionData ? actionData.done : undefined}
      />
      <PasswordForm
        minLength={passwordMinLengthOf(isTeam ? 'team' : 'student')}
        problem={findProblem('change_password')}
      />
      <SignInList
        signIns={signIns}
        endProblem={findProblem('end')}
        refusedId={actionData && 'signInId' in actionData ? actionData.signInId : undefined}
        endOthersProblem={findProblem('end_others')}
      />
      {mayLeave && <DataRights problem={findProblem('delete_account')} />}
    </div>
  )
}
