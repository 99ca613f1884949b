import { useNavigation } from 'react-router'

/** Shown only for slow navigations; the delay is in the CSS. It is inside the header, a landmark. */
export function ProgressLine() {
  if (useNavigation().state === 'idle') return null
  return (
    <div role="progressbar" aria-label="Loading the page" className="progress-line">
      <div />
    </div>
  )
}
