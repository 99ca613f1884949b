import { UsersRound } from 'lucide-react'
import { useRef } from 'react'
import { runFormAction } from '#app/base/form-actions.server.ts'
import { readForm, serve } from '#app/base/serve.server.ts'
import { useZone } from '#app/base/zone.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { useRefreshWhile } from '#app/team/base/use-refresh-while.ts'
import { PairCard } from '#app/team/pairs/pair-card.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import type { PairSearch } from '#domain/people/contract.ts'
import { lookAtPair } from '#domain/people/look-at-pair.server.ts'
import { requestPairSearch } from '#domain/people/request-pair-search.server.ts'
import { getPairSearch, listSuspiciousPairs } from '#domain/people/suspicious-pairs.server.ts'
import { dayAndTime } from '#kernel/time.ts'
import type { Route } from './+types/pairs.route'

export const loader = serve('supportPeople', async ({ context }) => ({
  waiting: await listSuspiciousPairs(context, 'waiting'),
  looked: await listSuspiciousPairs(context, 'looked'),
  search: await getPairSearch(context),
}))

export const action = serve('supportPeople', async ({ context }, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  const read = (name: string) => String(form.get(name) ?? '')
  return runFormAction(form, {
    async look() {
      await lookAtPair(context, { id: read('id'), evidenceAt: read('evidenceAt'), note: read('note') })
      return 'Marked as looked at. The pair returns to this list when there is new evidence.'
    },
    async search() {
      await requestPairSearch(context)
      return 'The search is running. Its results will appear here.'
    },
  })
})

/** Reloads the page data even after a refused action, because a colleague may have acted first. */
export const shouldRevalidate = () => true

/** Default for data from a node of the previous version, which has no `search`. */
const noSearch: PairSearch = { searchedAt: null, isRequested: false }

export default function Pairs({ loaderData: { waiting, looked, search = noSearch } }: Route.ComponentProps) {
  const list = useRef<HTMLDivElement>(null)
  return (
    <>
      <TeamHeading title="Pairs">
        Accounts that may belong to one person who pays or rates themselves. We search every hour. No action is
        automatic, because families and hostels also share devices and network addresses.
      </TeamHeading>
      <SearchForm search={search} />
      <div ref={list} tabIndex={-1} className="outline-none">
        {waiting.length === 0 ? (
          <EmptyState heading="No pairs to look at" level={2} icon={<UsersRound />}>
            New evidence appears here and is counted on the desk.
          </EmptyState>
        ) : (
          <ul aria-label="Pairs to look at" className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
            {waiting.map((pair) => (
              <PairCard key={pair.id} pair={pair} returnTo={list} />
            ))}
          </ul>
        )}
      </div>
      {looked.length > 0 && (
        <section aria-labelledby="looked" className="mt-8">
          <h2 id="looked" className="mb-4 text-lead font-semibold">
            Looked at
          </h2>
          <ul aria-labelledby="looked" className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
            {looked.map((pair) => (
              <PairCard key={pair.id} pair={pair} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function SearchForm({ search: { searchedAt, isRequested } }: { search: PairSearch }) {
  const { Form, busy, problem } = useActionForm({ id: 'search' })
  const zone = useZone()
  useRefreshWhile(isRequested)
  return (
    <Form method="post" className="mb-5">
      <input type="hidden" name="act" value="search" />
      <ErrorLine text={problem} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="outline" busy={busy}>
          Search now
        </Button>
        <p role="status" className="text-small text-quiet">
          {isRequested && 'A search is running. '}
          {searchedAt ? `Last search: ${dayAndTime(searchedAt, zone)}.` : 'No search has finished yet.'}
        </p>
      </div>
    </Form>
  )
}
