import { useNavigation } from 'react-router'

/** Shown only when a navigation takes long enough to be felt; the delay is in the style. It stands in the header, a landmark. */
export function ProgressLine() {
  const busy = useNavigation().state !== 'idle'
  if (!busy) return null
  return (
    <div role="progressbar" aria-label="Loading the page" className="progress-line">
      <div />
    </div>
  )
}
