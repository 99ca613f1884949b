import { logInFirst } from '#app/base/own-pages.server.ts'
import { serve } from '#app/base/serve.server.ts'
import type { BoardPanelProps } from '#app/boards/screen/board-panel.tsx'
import { Locked } from '#app/experts/locked.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { createLazyPart } from '#app/ui/lazy-part.tsx'
import { LoadFailed } from '#app/ui/load-failed.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { getPreparedBoard } from '#domain/boards/prepared-boards.server.ts'
import { isPerson } from '#domain/policy.ts'
import type { Route } from './+types/prepared-board.route'

/** A board that an expert prepares for lessons. Only its expert can open it. */
export const loader = serve(
  {
    policy: 'expert',
    otherwise(refused) {
      if (isPerson(refused.context.actor)) throw refused.refusal
      return logInFirst(refused)
    },
  },
  async ({ context }, { params }: Route.LoaderArgs) => {
    const approval = context.actor.approval ?? 'pending'
    if (approval !== 'approved') return { approval }
    const { id, name } = await getPreparedBoard(context, params.id)
    return { approval, id, name }
  },
)

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.name ?? 'Prepared board' },
  { name: 'robots', content: 'noindex' },
]

/** Loaded on use: the canvas and its document need the browser. */
const BoardPanel = createLazyPart<BoardPanelProps>({
  load: async () => (await import('#app/boards/screen/board-panel.tsx')).default,
  loading: <Loading />,
  Failed: ({ failures, onRetry }) => (
    <div className="m-auto max-w-form p-6">
      <LoadFailed what="The board" failures={failures} onRetry={onRetry} />
    </div>
  ),
})

export default function PreparedBoardPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.approval !== 'approved') {
    return (
      <div className="page py-6 md:py-10">
        <BackLink to="/expert/boards">Your boards</BackLink>
        <h1 className="mt-2 mb-6 text-title">Prepared board</h1>
        <Locked approval={loaderData.approval} sentenceStart="Boards open" level={2} />
      </div>
    )
  }
  const { id, name } = loaderData
  return (
    // Fills the screen below the header, and on a phone above the bottom bar.
    <div className="page flex h-[calc(100dvh-8rem-env(safe-area-inset-bottom))] min-h-96 flex-col pb-2 md:h-[calc(100dvh-4rem)] md:pb-4">
      <div className="flex items-center gap-3 py-1">
        <BackLink to="/expert/boards">Your boards</BackLink>
        <h1 className="min-w-0 truncate font-semibold">{name}</h1>
      </div>
      <div className="relative flex min-h-0 flex-1 overflow-hidden rounded-card border border-line max-md:-mx-4 max-md:rounded-none max-md:border-x-0">
        <h2 className="sr-only">Board</h2>
        <Board key={id} id={id} />
      </div>
    </div>
  )
}

function Board({ id }: { id: string }) {
  if (!useHydrated()) return <BeforeScripts />
  return <BoardPanel boardId={id} otherName={null} channel={null} canWrite questionFile={null} screen={null} />
}

function BeforeScripts() {
  return (
    <>
      <Loading />
      <noscript>
        <p className="m-auto max-w-form p-6">
          The board needs JavaScript. Turn it on in your browser, then reload this page.
        </p>
      </noscript>
    </>
  )
}

function Loading() {
  return (
    <p role="status" className="m-auto flex noscript:hidden items-center gap-3 text-soft">
      <Spinner />
      Loading the board…
    </p>
  )
}
