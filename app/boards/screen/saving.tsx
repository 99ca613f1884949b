import type { SharedBoardView } from '#app/boards/document/board-state.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'

type Props = { state: SharedBoardView; onRetry(): void }

/** Shows whether the server has stored the board. A refusal is shown until the board is saved again. */
export function Saving({ state: { isSaved, problem, isLost }, onRetry }: Props) {
  const reason = isLost ? 'No connection.' : problem
  const hasFailed = !isSaved && reason !== null
  return (
    <div
      className={cx(
        'flex min-w-0 items-center justify-end gap-1 text-small',
        hasFailed && 'max-md:col-span-full max-md:row-start-2 max-md:justify-between max-md:pb-1 max-md:pl-3',
      )}
    >
      <p role="status" className="min-w-0 text-bad wrap-anywhere">
        {hasFailed && `Not saved. ${reason}`}
      </p>
      {hasFailed ? (
        <Button size="small" variant="quiet" onClick={onRetry}>
          Retry
        </Button>
      ) : (
        <p className="pr-2 whitespace-nowrap text-quiet">{isSaved ? 'Saved' : 'Saving…'}</p>
      )}
    </div>
  )
}
