import { type FormEvent, useState } from 'react'
import { Form, redirect, useNavigation } from 'react-router'
import { AcceptanceLabel } from '#app/account/acceptance-label.tsx'
import { asNetworkProblem } from '#app/base/network-problem.ts'
import { useProduct } from '#app/base/product.ts'
import { returnPath } from '#app/base/return-path.ts'
import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { acceptOwnTerms } from '#domain/accounts/accept-own-terms.server.ts'
import { refusals } from '#kernel/refusals.ts'
import type { Route } from './+types/accept-terms.route'

/** Anyone else has already accepted the terms in another tab, or must log in. The profile page handles both cases. */
function leave(): never {
  throw redirect('/profile')
}

export const loader = serve({ policy: 'newcomer', otherwise: leave }, async () => null)

export const action = serve(
  { policy: 'newcomer', otherwise: leave },
  async ({ context }, { request }: Route.ActionArgs) => {
    const form = await readForm(request)
    const refused = await catchRefusal(acceptOwnTerms(context, { accepted: form.get('accepted') === 'on' }))
    if (refused) return refused
    throw redirect(returnPath(new URL(request.url).searchParams, 'expert') ?? '/profile')
  },
)

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return asNetworkProblem(serverAction())
}

export const meta = () => [{ title: 'Accept the terms' }, { name: 'robots', content: 'noindex' }]

export default function AcceptTerms({ actionData }: Route.ComponentProps) {
  const { name } = useProduct()
  const busy = useNavigation().formAction?.startsWith('/accept-terms') ?? false
  const [error, setError] = useState<string>()
  const check = (event: FormEvent<HTMLFormElement>) => {
    const isAccepted = new FormData(event.currentTarget).get('accepted') === 'on'
    setError(isAccepted ? undefined : refusals.terms_not_accepted.text)
    if (!isAccepted) event.preventDefault()
  }
  return (
    <div className="page max-w-form py-12 md:py-20">
      <h1 className="text-display">Before you start</h1>
      <p className="mt-3 text-soft">
        Our team has opened your account at {name}. Please read the terms and accept them to use it.
      </p>
      <Form method="post" noValidate onSubmit={check} className="mt-8 space-y-5">
        {actionData && !busy && (
          <Notice tone="bad" announce>
            {actionData.refusal.text}
          </Notice>
        )}
        <Checkbox name="accepted" error={error} label={<AcceptanceLabel />} />
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
