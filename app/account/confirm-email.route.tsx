import { Form, useNavigation } from 'react-router'
import { catchRefusal, serve } from '#app/base/serve.server.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Role } from '#domain/policy.ts'
import { applyEmailLink, findEmailLink } from '#domain/sign-in/email-links.server.ts'
import type { Route } from './+types/confirm-email.route'

/** Opening the page does not use up the link, because mail programs open links to check them. */
export const loader = serve('anyone', async ({ context }, { params }: Route.LoaderArgs) => ({
  link: await findEmailLink(context, params.token),
}))

export const action = serve('anyone', async ({ context }, { params }: Route.ActionArgs) =>
  catchRefusal(applyEmailLink(context, params.token).then(({ purpose, ...rest }) => ({ done: purpose, ...rest }))),
)

/** The URL contains a secret token, which must not leak in the Referer header. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

export const meta = () => [{ title: 'Your email address' }, { name: 'robots', content: 'noindex' }]

export default function ConfirmEmail({ loaderData: { link }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  if (actionData && 'done' in actionData) return <Done {...actionData} />
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
          ? `${link.keepsAddress ? 'The authenticator is removed' : `Your account gets the address ${link.email} back`}. All devices are signed out, and we send you a link to set a new password.`
          : `Is ${link.email} your address? Then confirm it.`}
      </p>
      <Form method="post" className="mt-8 space-y-5">
        {refusal && (
          <Notice tone="bad" announce>
            {refusal.text}
          </Notice>
        )}
        <Button type="submit" busy={busy} className="w-full">
          {isRestore ? (link.keepsAddress ? 'Take my account back' : 'Restore my address') : 'Confirm this address'}
        </Button>
      </Form>
    </div>
  )
}

type Applied = { done: 'confirm' | 'restore'; keepsAddress?: true; role: Role }

function Done({ done, keepsAddress, role }: Applied) {
  const isRestore = done === 'restore'
  const isStudent = role !== 'expert' && role !== 'team'
  return (
    <div className="page max-w-form py-12 md:py-20">
      <h1 className="text-display">
        {keepsAddress ? 'The authenticator is removed' : `Your address is ${isRestore ? 'restored' : 'confirmed'}`}
      </h1>
      <p role="status" className="mt-3 text-soft">
        {isRestore
          ? 'All devices are signed out. Set a new password with the link that we have sent you.'
          : `Thank you. ${isStudent ? 'You can book sessions and have unused money sent back.' : 'Emails about your account go to this address.'}`}
      </p>
      <ButtonLink to={isRestore ? '/login' : '/profile'} className="mt-8">
        {isRestore ? 'Back to Login' : 'Go to your account'}
      </ButtonLink>
    </div>
  )
}
