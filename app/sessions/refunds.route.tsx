import { RotateCcw } from 'lucide-react'
import { redirectFromRefunds } from '#app/base/own-pages.server.ts'
import { serve } from '#app/base/serve.server.ts'
import { RefundRows } from '#app/sessions/refund-rows.tsx'
import { useRevalidateOnOwnSessions } from '#app/sessions/use-revalidate-on-own-sessions.ts'
import { BackLink } from '#app/ui/back-link.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CursorPagination } from '#app/ui/cursor-pagination.tsx'
import { listRefunds } from '#domain/refunds/queries.server.ts'
import { refundRequestHours } from '#kernel/limits.ts'
import type { Route } from './+types/refunds.route'

const path = '/user/refunds'

export const loader = serve(
  { policy: 'student', otherwise: redirectFromRefunds },
  async ({ context }, { request }: Route.LoaderArgs) => {
    const before = new URL(request.url).searchParams.get('before') ?? undefined
    return { ...(await listRefunds(context, { before })), isFirst: before === undefined }
  },
)

export const meta = () => [{ title: 'Refund Requests' }, { name: 'robots', content: 'noindex' }]

export default function RefundsPage({ loaderData: { refunds, next, isFirst } }: Route.ComponentProps) {
  useRevalidateOnOwnSessions([])
  return (
    <div className="page py-6 md:py-10">
      <BackLink to="/user/sessions">Back to your sessions</BackLink>
      <h1 className="mt-2 mb-6 text-title">Refund Requests</h1>
      {refunds.length > 0 ? <RefundRows refunds={refunds} /> : <NoRefunds isFirst={isFirst} />}
      <CursorPagination
        label="Pages of refund requests"
        newest={isFirst ? null : path}
        older={next && `${path}?before=${next}`}
      />
    </div>
  )
}

function NoRefunds({ isFirst }: { isFirst: boolean }) {
  if (!isFirst) return <EmptyState heading="No older requests" level={2} icon={<RotateCcw />} />
  return (
    <EmptyState
      heading="No refund requests"
      level={2}
      icon={<RotateCcw />}
      action={
        <ButtonLink to="/user/sessions" variant="outline">
          Open your sessions
        </ButtonLink>
      }
    >
      Was something wrong with a session? Open it and ask for a refund within {refundRequestHours} hours after its end.
    </EmptyState>
  )
}
