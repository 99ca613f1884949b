import { Form, useNavigation } from 'react-router'
import { asNetworkProblem } from '#app/base/network-problem.ts'
import { catchRefusal, serve } from '#app/base/serve.server.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { applyEmailLink, findEmailLink } from '#domain/sign-in/email-links.server.ts'
import type { Route } from './+types/confirm-email.route'

/** Opening the page does not use the link up, because mail programs open links to check them. */
export const loader = serve('anyone', async ({ context }, { params }: Route.LoaderArgs) => ({
  link: await findEmailLink(context, params.token),
}))

export const action = serve('anyone', async ({ context }, { params }: Route.ActionArgs) =>
  catchRefusal(applyEmailLink(context, params.token).then(({ purpose }) => ({ done: purpose }))),
)

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return asNetworkProblem(serverAction())
}

/** The URL contains a secret token, which must not leak in the Referer header. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

export const meta = () => [{ title: 'Your email address' }, { name: 'robots', content: 'noindex' }]

export default function ConfirmEmail({ loaderData: { link }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  if (actionData && 'done' in actionData) return <Done purpose={actionData.done} />
  const refusal = actionData?.refusal
  if (!link || refusal?.code === 'link_not_valid') {
    return (
      <div className="page max-w-form py-12 md:py-20">
        <h1 className="text-display">This link no longer works</h1>
        <p className="mt-3 text-soft">It has expired, was already used, or a newer one was sent.</p>
        <ButtonLink to="/profile" className="mt-8">
          Go to your account
        </ButtonLink>
      </div>
    )
  }
  const isRestore = link.purpose === 'restore'
  return (
    <div className="page max-w-form py-12 md:py-20">
      <h1 className="text-display">{isRestore ? 'Take your account back' : 'Confirm your email address'}</h1>
      <p className="mt-3 wrap-anywhere text-soft">
        {isRestore
          ? `Your account gets the address ${link.email} again. Everybody is signed out, and we send you a link to set a new password.`
          : `Is ${link.email} your address? Then confirm it.`}
      </p>
      <Form method="post" className="mt-8 space-y-5">
        {refusal && (
          <Notice tone="bad" announce>
            {refusal.text}
          </Notice>
        )}
        <Button type="submit" busy={busy} className="w-full">
          {isRestore ? 'Restore my address' : 'Confirm this address'}
        </Button>
      </Form>
    </div>
  )
}

function Done({ purpose }: { purpose: 'confirm' | 'restore' }) {
  const isRestore = purpose === 'restore'
  return (
    <div className="page max-w-form py-12 md:py-20">
      <h1 className="text-display">{isRestore ? 'Your address is restored' : 'Your address is confirmed'}</h1>
      <p role="status" className="mt-3 text-soft">
        {isRestore
          ? 'Everybody is signed out. Set a new password with the link that we have sent you.'
          : 'Thank you. You can now book sessions and use your wallet without the limit.'}
      </p>
      <ButtonLink to={isRestore ? '/login' : '/profile'} className="mt-8">
        {isRestore ? 'Back to Login' : 'Go to your account'}
      </ButtonLink>
    </div>
  )
}
