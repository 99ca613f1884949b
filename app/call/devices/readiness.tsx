import { BellRing, CircleAlert, CircleCheck } from 'lucide-react'
import { type ReadinessAnswer, type Readiness as Ready, useReadiness } from '#app/call/devices/use-readiness.ts'
import { Button } from '#app/ui/button.tsx'

const parts: { part: keyof Ready; answerTexts: Record<ReadinessAnswer, string> }[] = [
  {
    part: 'sound',
    answerTexts: {
      yes: 'This tab can ring',
      no: 'This tab cannot ring',
      later: 'This tab cannot ring yet',
      impossible: 'This tab cannot ring',
    },
  },
  {
    part: 'notices',
    answerTexts: {
      yes: 'Notifications are allowed',
      no: 'Notifications are blocked. Allow them in the address bar.',
      later: 'Notifications are not allowed yet',
      impossible: 'This browser does not support notifications. Keep this page visible.',
    },
  },
  {
    part: 'devices',
    answerTexts: {
      yes: 'Camera and microphone are allowed',
      no: 'Camera or microphone is blocked. Allow both in the address bar.',
      later: 'Camera and microphone are not checked yet',
      impossible: '',
    },
  },
]

/** Shows an online expert whether this tab can ring and answer, with one button that requests missing permissions. */
export function Readiness() {
  const { ready, busy, prepare } = useReadiness()
  if (!ready) return null
  const isReady = parts.every(({ part }) => ready[part] === 'yes')
  const canHelp = parts.some(({ part }) => ready[part] === 'later') || ready.devices === 'no'
  return (
    <section aria-label="Ready for calls" className="mt-3 rounded-control border border-line p-4">
      <ul className="grid gap-2 text-small">
        {parts.map(({ part, answerTexts }) => (
          <li key={part} className="flex items-start gap-2">
            {ready[part] === 'yes' ? (
              <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden="true" />
            ) : (
              <CircleAlert className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden="true" />
            )}
            {answerTexts[ready[part]]}
          </li>
        ))}
      </ul>
      {!isReady && canHelp && (
        <Button variant="outline" size="small" busy={busy} className="mt-3 w-full" onClick={() => void prepare()}>
          <BellRing className="size-4" aria-hidden="true" />
          Get ready for calls
        </Button>
      )}
    </section>
  )
}
