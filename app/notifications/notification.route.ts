import { redirect } from 'react-router'
import { logInFirst } from '#app/base/own-pages.server.ts'
import { serve } from '#app/base/serve.server.ts'
import { markRead } from '#domain/notifications/mark-read.server.ts'
import { getNotification } from '#domain/notifications/queries.server.ts'
import type { Route } from './+types/notification.route'

/** Marks a notification as read and redirects to its target. The list, pushes and mails link here. */
export const loader = serve(
  { policy: 'signedIn', otherwise: logInFirst },
  async ({ context }, { params }: Route.LoaderArgs) => {
    const { id, href } = await getNotification(context, params.id)
    await markRead(context, { id })
    throw redirect(href)
  },
)
