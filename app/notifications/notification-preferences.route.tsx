import { data } from 'react-router'
import { redirectToLogin } from '#app/base/own-pages.server.ts'
import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { PreferencesForm } from '#app/notifications/preferences-form.tsx'
import { PushOffer } from '#app/notifications/push/push-offer.tsx'
import { readPreferences } from '#app/notifications/read-preferences.ts'
import { BackLink } from '#app/ui/back-link.tsx'
import { getPreferences, savePreferences } from '#domain/notifications/preferences.server.ts'
import type { Route } from './+types/notification-preferences.route'

export const loader = serve(
  { policy: 'signedIn', otherwise: () => redirectToLogin('/notifications/preferences') },
  async ({ context }) => ({
    role: context.actor.role,
    preferences: await getPreferences(context),
  }),
)

export const action = serve('signedIn', async ({ context }, { request }: Route.ActionArgs) => {
  const preferences = readPreferences(await readForm(request), context.actor.role)
  const refused = await catchRefusal(savePreferences(context, preferences))
  return refused ?? data({ done: 'Saved' })
})

export const meta = () => [{ title: 'Notification settings' }, { name: 'robots', content: 'noindex' }]

export default function PreferencesPage({ loaderData: { role, preferences } }: Route.ComponentProps) {
  return (
    <div className="page max-w-prose py-6 md:py-10">
      <BackLink to="/notifications">Back to notifications</BackLink>
      <h1 className="mt-2 mb-2 text-title">Notification settings</h1>
      <p className="mb-6 text-soft">
        Choose how we notify you. Everything except ringing calls also appears in your list of notifications.
      </p>
      <PushOffer
        reason="Push notifications reach you even when no page is open. Turn them on in each browser that you use."
        className="mb-5"
      />
      <PreferencesForm role={role} preferences={preferences} />
    </div>
  )
}
