import { BellOff, CheckCheck, Settings2 } from 'lucide-react'
import { useRevalidateOnTopic } from '#app/base/live/use-revalidate-on-topic.ts'
import { redirectToLogin } from '#app/base/own-pages.server.ts'
import { readForm, serve } from '#app/base/serve.server.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { NotificationList } from '#app/notifications/notification-list.tsx'
import { useMarkReadForm } from '#app/notifications/use-mark-read-form.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CursorPagination } from '#app/ui/cursor-pagination.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { useNow } from '#app/ui/use-now.ts'
import { markAllRead, markRead } from '#domain/notifications/mark-read.server.ts'
import { getBell, listNotifications } from '#domain/notifications/queries.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/notifications.route'

const path = '/notifications'

export const loader = serve(
  { policy: 'signedIn', otherwise: () => redirectToLogin(path) },
  async ({ context }, { request }: Route.LoaderArgs) => {
    const before = new URL(request.url).searchParams.get('before') ?? undefined
    const [page, bell] = await Promise.all([listNotifications(context, { before }), getBell(context, context.actor.id)])
    return { ...page, bell, isFirst: before === undefined, now: context.clock.now() }
  },
)

export const action = serve('signedIn', async ({ context }, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  const act = form.get('act')
  if (act === 'read') await markRead(context, { id: String(form.get('id') ?? '') })
  else if (act === 'read_all') await markAllRead(context)
  else throw new Refusal('invalid_input')
  return null
})

export const meta = () => [{ title: 'Notifications' }, { name: 'robots', content: 'noindex' }]

export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const { rows, next, bell, isFirst } = loaderData
  const now = useNow(loaderData.now)
  const viewer = useViewer()
  // Reloads when a notification arrives or is read in another tab.
  useRevalidateOnTopic(
    viewer ? `notices:${viewer.id}` : null,
    ({ unread, latest }) => unread !== bell.unread || latest?.id !== bell.latest?.id,
  )
  return (
    <div className="page max-w-prose py-6 md:py-10">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="text-title">
          Notifications
        </h1>
        <div className="flex flex-wrap gap-2">
          {bell.unread > 0 && <MarkAllRead />}
          <ButtonLink to={`${path}/preferences`} variant="outline" size="small">
            <Settings2 className="size-4" aria-hidden="true" />
            Notification settings
          </ButtonLink>
        </div>
      </div>
      {rows.length > 0 ? (
        <NotificationList rows={rows} now={now} />
      ) : (
        <EmptyState heading={isFirst ? 'No notifications yet' : 'No older notifications'} level={2} icon={<BellOff />}>
          {isFirst && 'Notifications about calls, money, bookings and messages will appear here.'}
        </EmptyState>
      )}
      <CursorPagination
        label="Pages of notifications"
        newest={isFirst ? null : path}
        older={next && `${path}?before=${next}`}
      />
    </div>
  )
}

const findHeading = (form: HTMLElement) => form.closest('.page')?.querySelector('h1')

function MarkAllRead() {
  const { Form, ref, problem } = useMarkReadForm(findHeading)
  return (
    <Form ref={ref} method="post" action={path}>
      <input type="hidden" name="act" value="read_all" />
      <Button type="submit" variant="outline" size="small">
        <CheckCheck className="size-4" aria-hidden="true" />
        Mark all as read
      </Button>
      <ErrorLine text={problem} />
    </Form>
  )
}
