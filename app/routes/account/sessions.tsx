import { PhoneCall } from 'lucide-react'
import { Locked } from '#app/features/expert-profile/locked.tsx'
import { BackLink } from '#app/features/forms/back-link.tsx'
import { OpenSessionNotice } from '#app/features/sessions/open-session-notice.tsx'
import { SessionRows } from '#app/features/sessions/session-rows.tsx'
import { useOwnSessions } from '#app/features/sessions/use-own-sessions.ts'
import { keepToOwnSessions } from '#app/own-pages.server.ts'
import { serve } from '#app/serve.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { KeyPages } from '#app/ui/key-pages.tsx'
import type { SessionPage } from '#domain/sessions/contract.ts'
import { findOpenSession, listSessions } from '#domain/sessions/queries.server.ts'
import type { Route } from './+types/sessions'

/** One page under two addresses: each kind of person has it among their own. */
export const loader = serve('anyone', async ({ context }, { request }: Route.LoaderArgs) => {
  const person = keepToOwnSessions(context.actor, request)
  const isExpert = person.role === 'expert'
  const approval = isExpert ? (person.approval ?? 'pending') : 'approved'
  if (approval !== 'approved') return { isExpert, approval }
  const before = new URL(request.url).searchParams.get('before') ?? undefined
  const [page, open] = await Promise.all([listSessions(context, { before }), findOpenSession(context)])
  return { isExpert, approval, page, open, isFirst: before === undefined }
})

export const meta = () => [{ title: 'Your Sessions' }, { name: 'robots', content: 'noindex' }]

export default function SessionsPage({ loaderData }: Route.ComponentProps) {
  const own = loaderData.isExpert ? '/expert' : '/user'
  return (
    <div className="page py-6 md:py-10">
      <BackLink to={`${own}/profile`}>Back to profile</BackLink>
      <h1 className="mt-2 mb-6 text-title">Your Sessions</h1>
      {loaderData.approval === 'approved' ? (
        <Sessions {...loaderData} path={`${own}/sessions`} />
      ) : (
        <Locked approval={loaderData.approval} what="Sessions open" level={2} />
      )}
    </div>
  )
}

type Props = Extract<Route.ComponentProps['loaderData'], { page: SessionPage }> & { path: string }

function Sessions({ page, open, isFirst, isExpert, path }: Props) {
  useOwnSessions(open ? [open] : [])
  return (
    <>
      {open && <OpenSessionNotice session={open} to={`${path}/${open.id}`} />}
      {page.sessions.length > 0 ? (
        <Card>
          <SessionRows sessions={page.sessions} label="Sessions, the latest first" />
        </Card>
      ) : (
        <NoSessions isFirst={isFirst} isExpert={isExpert} />
      )}
      <KeyPages
        label="Pages of sessions"
        newest={isFirst ? null : path}
        older={page.next && `${path}?before=${page.next}`}
      />
    </>
  )
}

function NoSessions({ isFirst, isExpert }: { isFirst: boolean; isExpert: boolean }) {
  if (!isFirst) return <EmptyState heading="No older sessions" level={2} icon={<PhoneCall />} />
  return (
    <EmptyState
      heading="No Sessions Yet"
      level={2}
      icon={<PhoneCall />}
      action={
        isExpert ? (
          <ButtonLink to="/expert/profile">Go to your profile</ButtonLink>
        ) : (
          <ButtonLink to="/experts">Find Experts</ButtonLink>
        )
      }
    >
      {isExpert
        ? 'Go online on your profile, so that students can ask for a session.'
        : 'Ask an expert: every session stands here, with its receipt.'}
    </EmptyState>
  )
}
