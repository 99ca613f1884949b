import { Spinner } from '#app/ui/spinner.tsx'

/** The placeholder for the list of prepared boards, while its code or its data loads. */
export function LoadingBoards() {
  return (
    <p role="status" className="flex items-center gap-3 text-soft">
      <Spinner />
      Loading your boards…
    </p>
  )
}
