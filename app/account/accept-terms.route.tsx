import { Form, redirect, useNavigation } from 'react-router'
import { AcceptanceLabel } from '#app/account/acceptance-label.tsx'
import { useAccountFormErrors } from '#app/account/use-account-form-errors.ts'
import { useProduct } from '#app/base/product.ts'
import { returnPath } from '#app/base/return-path.ts'
import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { acceptOwnTerms } from '#domain/accounts/accept-own-terms.server.ts'
import type { Route } from './+types/accept-terms.route'

/** The profile page redirects visitors to the login, and users who have accepted the terms to their own profile. */
function redirectToProfile(): never {
  throw redirect('/profile')
}

export const loader = serve({ policy: 'newcomer', otherwise: redirectToProfile }, async () => null)

export const action = serve(
  { policy: 'newcomer', otherwise: redirectToProfile },
  async ({ context }, { request }: Route.ActionArgs) => {
    const form = await readForm(request)
    const refused = await catchRefusal(acceptOwnTerms(context, { accepted: form.get('accepted') === 'on' }))
    if (refused) return refused
    const to = returnPath(new URL(request.url).searchParams, 'expert') ?? '/profile'
    throw redirect(profilePaths.has(to) ? '/expert/profile?fromApplication=1' : to)
  },
)

export const meta = () => [{ title: 'Accept the terms' }, { name: 'robots', content: 'noindex' }]

/** Only experts reach this page. After it, their profile says that the application was received. */
const profilePaths = new Set(['/profile', '/expert/profile'])

const fieldOf = { terms_not_accepted: 'accepted' } as const

export default function AcceptTerms({ actionData }: Route.ComponentProps) {
  const { name } = useProduct()
  const busy = useNavigation().formAction?.startsWith('/accept-terms') ?? false
  const { form, errors, formError, check } = useAccountFormErrors(
    { accepted: 'acceptance' },
    { answer: actionData, fieldOf },
  )
  return (
    <div className="page max-w-form py-12 md:py-20">
      <h1 className="text-display">Before you start</h1>
      <p className="mt-3 text-soft">
        Our team has opened your account at {name}. Please read the terms and accept them to use it.
      </p>
      <Form ref={form} method="post" noValidate onSubmit={check} className="mt-8 space-y-5">
        {formError && !busy && (
          <Notice tone="bad" announce>
            {formError}
          </Notice>
        )}
        <Checkbox name="accepted" error={errors.accepted} label={<AcceptanceLabel />} />
        <Button type="submit" busy={busy} className="w-full">
          Accept and continue
        </Button>
      </Form>
      <Form method="post" action="/logout" className="mt-4">
        <Button type="submit" variant="outline" className="w-full">
          Log out
        </Button>
      </Form>
    </div>
  )
}
