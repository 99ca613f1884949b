import { UsersRound } from 'lucide-react'
import { useRef } from 'react'
import { runFormAction } from '#app/base/form-actions.server.ts'
import { readForm, serve } from '#app/base/serve.server.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { PairCard } from '#app/team/pairs/pair-card.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { findSuspiciousPairs } from '#domain/people/find-suspicious-pairs.server.ts'
import { lookAtPair } from '#domain/people/look-at-pair.server.ts'
import { listSuspiciousPairs } from '#domain/people/suspicious-pairs.server.ts'
import type { Route } from './+types/pairs.route'

export const loader = serve('supportPeople', async ({ context }) => ({
  waiting: await listSuspiciousPairs(context, 'waiting'),
  looked: await listSuspiciousPairs(context, 'looked'),
}))

export const action = serve('supportPeople', async ({ context }, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  const read = (name: string) => String(form.get(name) ?? '')
  return runFormAction(form, {
    async look() {
      await lookAtPair(context, { id: read('id'), evidenceAt: read('evidenceAt'), note: read('note') })
      return 'Looked at. The pair comes back when there is more evidence.'
    },
    async search() {
      await findSuspiciousPairs(context)
      return 'Searched. The list is up to date.'
    },
  })
})

/** Also after a refusal, because a colleague may have acted first. */
export const shouldRevalidate = () => true

export default function Pairs({ loaderData: { waiting, looked } }: Route.ComponentProps) {
  const list = useRef<HTMLDivElement>(null)
  return (
    <>
      <TeamHeading title="Pairs">
        Accounts that may belong to one person who pays or rates themselves. We search every hour. Nothing happens to
        anybody by itself: families and hostels share devices and addresses, too.
      </TeamHeading>
      <SearchForm />
      <div ref={list} tabIndex={-1} className="outline-none">
        {waiting.length === 0 ? (
          <EmptyState heading="No pairs to look at" level={2} icon={<UsersRound />}>
            New evidence appears here and is counted on the desk.
          </EmptyState>
        ) : (
          <ul aria-label="Pairs to look at" className="grid grid-cols-1 gap-4 xl:grid-cols-2">
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
          <ul aria-labelledby="looked" className="grid grid-cols-1 gap-4 xl:grid-cols-2">
            {looked.map((pair) => (
              <PairCard key={pair.id} pair={pair} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function SearchForm() {
  const { Form, busy, problem } = useActionForm({ id: 'search' })
  return (
    <Form method="post" className="mb-5">
      <input type="hidden" name="act" value="search" />
      <ErrorLine text={problem} />
      <Button type="submit" variant="outline" busy={busy}>
        Search now
      </Button>
    </Form>
  )
}
