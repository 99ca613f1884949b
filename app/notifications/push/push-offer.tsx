import { BellRing, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PushState } from '#app/notifications/push/push-state.ts'
import { usePush } from '#app/notifications/push/use-push.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ErrorLine } from '#app/ui/error-line.tsx'

const stateTexts: Record<Exclude<PushState, 'off'>, string> = {
  on: 'This browser notifies you even when no page is open.',
  blocked: 'Notifications are blocked for this site. Allow them next to the address bar, then reload this page.',
  'install first': 'On iPhone and iPad this needs the app: tap Share, then Add to Home Screen, and open it from there.',
  impossible: 'This browser cannot notify you while no page is open. Keep a page open to be notified immediately.',
}

/** Offers to turn on push, with a reason from the current page, or explains why it is not possible. */
export function PushOffer({ reason, className }: { reason: ReactNode; className?: string }) {
  const viewer = useViewer()
  const { state, busy, problem, switchOn, switchOff } = usePush(viewer?.id ?? null)
  if (!state) return null
  const Icon = state === 'on' ? CircleCheck : state === 'off' ? BellRing : Info
  return (
    <section aria-label="Notifications" className={cx('rounded-control border border-line p-4', className)}>
      <p aria-live="polite" className="flex items-start gap-2 text-small">
        <Icon
          className={cx('mt-0.5 size-4 shrink-0', state === 'on' ? 'text-good' : 'text-accent')}
          aria-hidden="true"
        />
        <span>{state === 'off' ? reason : stateTexts[state]}</span>
      </p>
      {/* One button for both states, so that it keeps the focus. */}
      {(state === 'off' || state === 'on') && (
        <Button
          variant={state === 'on' ? 'quiet' : 'outline'}
          size="small"
          busy={busy}
          className="mt-3 w-full max-w-80"
          onClick={state === 'on' ? switchOff : switchOn}
        >
          {state === 'on' ? 'Turn off for this browser' : 'Turn on notifications'}
        </Button>
      )}
      <ErrorLine text={problem} />
    </section>
  )
}
