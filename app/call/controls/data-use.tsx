import { Gauge } from 'lucide-react'
import { useState } from 'react'
import type { Control } from '#app/call/controls/control.ts'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'
import { dataText } from '#app/call/engine/data-use.ts'
import { useAnimationClock } from '#app/call/engine/use-call.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Switch } from '#app/ui/switch.tsx'

type Props = { call: Call; view: CallView }

/** Shows how much data the call uses, and lets the user save data. */
export function useDataControl({ call, view }: Props): Control {
  const [isOpen, setIsOpen] = useState(false)
  return {
    label: 'Data use',
    icon: <Gauge />,
    onSelect: () => setIsOpen(true),
    panel: (
      <Dialog
        title="Data use"
        description="All data of this call over your connection, since you joined on this page."
        open={isOpen}
        onOpenChange={setIsOpen}
      >
        <Figures call={call} />
        <Switch
          className="mt-4"
          label="Data saver"
          hint={`${saverText(view)} This browser remembers your choice.`}
          checked={view.saver}
          onCheckedChange={call.setSaver}
        />
        {!view.saver && view.other?.saver && (
          <p className="text-small text-soft">The other side saves data, so this call already uses less.</p>
        )}
      </Dialog>
    ),
  }
}

function saverText({ session }: CallView): string {
  return session?.callType === 'video'
    ? 'The video is smaller in both directions: about 2 MB a minute. With audio only it is about 1 MB.'
    : 'The sound uses less data: less than 1 MB a minute.'
}

function Figures({ call }: { call: Call }) {
  useAnimationClock()
  const { total, perMinute } = call.readDataUse()
  const figures = [
    ['Each minute', perMinute === null ? 'Measuring' : `about ${dataText(perMinute)}`],
    ['Received so far', dataText(total.received)],
    ['Sent so far', dataText(total.sent)],
  ]
  return (
    <dl>
      {figures.map(([name, text]) => (
        <div key={name} className="flex min-h-11 items-center justify-between gap-4 border-b border-line text-small">
          <dt className="text-soft">{name}</dt>
          <dd className="figures font-semibold">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
