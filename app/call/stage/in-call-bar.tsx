import { PhoneCall } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'
import type { TopicState } from '#live/protocol.ts'

type Props = { open: NonNullable<TopicState<`rings:${string}`>['open']>; onJoin(): void }

/** Shown when the call is in another tab or on another device. This tab can take it over. */
export function InCallBar({ open, onJoin }: Props) {
  const text =
    open.state === 'ringing' ? `You are calling ${open.otherName}` : `You are in a call with ${open.otherName}`
  return (
    <aside
      aria-label="Your call"
      className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-40 mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-2 border-t border-accent/40 bg-float px-4 py-3 shadow-float md:bottom-6 md:w-fit md:rounded-card md:border"
    >
      <PhoneCall className="size-5 shrink-0 text-accent" aria-hidden="true" />
      <p className="min-w-0 flex-1">{text}, in another tab or on another device.</p>
      <Button size="small" onClick={onJoin}>
        Continue here
      </Button>
    </aside>
  )
}
