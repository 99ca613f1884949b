import { useNavigation } from 'react-router'

/** Shown only for slow navigations. The CSS delays it. It must be inside a landmark, here the header. */
export function ProgressLine() {
  if (useNavigation().state === 'idle') return null
  return (
    <div role="progressbar" aria-label="Loading the page" className="progress-line">
      <div />
    </div>
  )
}
