import { Spinner } from '#app/ui/spinner.tsx'

/** In place of the list of prepared boards: while its code loads, and while the list does. */
export function LoadingBoards() {
  return (
    <p role="status" className="flex items-center gap-3 text-soft">
      <Spinner />
      Loading your boards…
    </p>
  )
}
