import { redirect } from 'react-router'
import { redirectToOwnSessions, logInFirst } from '#app/base/own-pages.server.ts'
import { serve } from '#app/base/serve.server.ts'
import { zoneOf } from '#app/base/zone.server.ts'
import { Locked } from '#app/experts/locked.tsx'
import { HistoryFilters } from '#app/sessions/history-filters.tsx'
import { HistoryTotals } from '#app/sessions/history-totals.tsx'
import { LessonSearch } from '#app/sessions/lesson-search.tsx'
import { NoSessions } from '#app/sessions/no-sessions.tsx'
import { OpenSessionNotice } from '#app/sessions/open-session-notice.tsx'
import { filterSearch, hasEmptyFields, readSessionFilter } from '#app/sessions/session-filter.ts'
import { SessionRows } from '#app/sessions/session-rows.tsx'
import { useRevalidateOnOwnSessions } from '#app/sessions/use-revalidate-on-own-sessions.ts'
import { BackLink } from '#app/ui/back-link.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CursorPagination } from '#app/ui/cursor-pagination.tsx'
import type { SessionPage } from '#domain/sessions/contract.ts'
import { searchLessons } from '#domain/reviews/search-lessons.server.ts'
import { getSessionTotals, listSessions } from '#domain/sessions/history.server.ts'
import { findOpenSession } from '#domain/sessions/queries.server.ts'
import { counted } from '#kernel/count-text.ts'
import type { Route } from './+types/sessions.route'

/** One page under two paths: /user/sessions for students and /expert/sessions for experts. */
export const loader = serve(
  { policy: 'signedIn', otherwise: logInFirst },
  async ({ context }, { request }: Route.LoaderArgs) => {
    const { actor } = context
    redirectToOwnSessions(actor, request)
    const isExpert = actor.role === 'expert'
    const path = isExpert ? '/expert/sessions' : '/user/sessions'
    const approval = isExpert ? (actor.approval ?? 'pending') : 'approved'
    if (approval !== 'approved') return { isExpert, approval }
    const params = new URL(request.url).searchParams
    const filter = readSessionFilter(params)
    if (hasEmptyFields(params)) throw redirect(path + filterSearch(filter))
    const before = params.get('before') ?? undefined
    const lines = filter.words === '' ? null : await searchLessons(context, filter.words)
    const selection = { filter, zone: zoneOf(actor, request), among: lines ? [...lines.keys()] : undefined }
    const [page, totals, open] = await Promise.all([
      listSessions(context, { ...selection, before }),
      getSessionTotals(context, selection),
      findOpenSession(context),
    ])
    const found = lines && Object.fromEntries(page.sessions.map(({ id }) => [id, lines.get(id)]))
    return { isExpert, path, approval, filter, page, totals, open, found, isFirst: before === undefined }
  },
)

export const meta = () => [{ title: 'Your Sessions' }, { name: 'robots', content: 'noindex' }]

export default function SessionsPage({ loaderData }: Route.ComponentProps) {
  const { isExpert, approval } = loaderData
  return (
    <div className="page py-6 md:py-10">
      <BackLink to={isExpert ? '/expert/profile' : '/user/profile'}>Back to profile</BackLink>
      <div className="mt-2 mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-title">Your Sessions</h1>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={isExpert ? '/expert/boards' : '/user/boards'} variant="outline" size="small">
            Boards
          </ButtonLink>
          {!isExpert && (
            <ButtonLink to="/user/refunds" variant="outline" size="small">
              Refund requests
            </ButtonLink>
          )}
        </div>
      </div>
      {approval === 'approved' ? (
        <Sessions {...loaderData} />
      ) : (
        <Locked approval={approval} sentenceStart="Sessions open" level={2} />
      )}
    </div>
  )
}

type Props = Extract<Route.ComponentProps['loaderData'], { page: SessionPage }>

function Sessions({ page, totals, open, found, filter, isFirst, isExpert, path }: Props) {
  useRevalidateOnOwnSessions(open ? [open] : [])
  const search = filterSearch(filter)
  const [isFiltered, isEmpty] = [search !== '', page.sessions.length === 0]
  return (
    <>
      {open && <OpenSessionNotice session={open} to={`${path}/${open.id}`} />}
      {(isFiltered || !isFirst || !isEmpty) && (
        <>
          <LessonSearch filter={filter} path={path} isExpert={isExpert} />
          <HistoryFilters filter={filter} path={path} isExpert={isExpert} />
        </>
      )}
      {/* Always rendered, so that screen readers announce the new count after filtering. */}
      <p role="status" className="sr-only">
        {isFiltered && counted(totals.sessions, 'session')}
      </p>
      {totals.sessions > 0 && <HistoryTotals totals={totals} isExpert={isExpert} />}
      {isEmpty ? (
        <NoSessions
          reason={!isFirst ? 'noneOlder' : filter.words ? 'noneFound' : isFiltered ? 'noneMatching' : 'none'}
          path={path}
          isExpert={isExpert}
        />
      ) : (
        <Card>
          <SessionRows
            sessions={page.sessions}
            label="Sessions, the latest first"
            // Missing in responses of nodes before migration 0043.
            found={found ?? undefined}
            words={filter.words}
          />
        </Card>
      )}
      <CursorPagination
        label="Pages of sessions"
        newest={isFirst ? null : path + search}
        older={page.next && path + filterSearch(filter, page.next)}
      />
    </>
  )
}
