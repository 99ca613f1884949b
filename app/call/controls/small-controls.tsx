import { Move } from 'lucide-react'
import { HangUpButton, RoundButton } from '#app/call/controls/call-controls.tsx'
import type { Control } from '#app/call/controls/control.ts'

type Props = {
  back: Control
  mute: Control
  hangUp: Control
  onMove(): void
}

/** The controls of a minimised call. */
export function SmallControls({ back, mute, hangUp, onMove }: Props) {
  const move = { label: 'Move to another corner', icon: <Move />, onSelect: onMove }
  return (
    <div role="group" aria-label="Call controls" className="flex items-center justify-between gap-1.5 p-2">
      <RoundButton control={back} className="size-11" />
      <RoundButton control={mute} className="size-11" />
      <RoundButton control={move} className="size-11" />
      <HangUpButton hangUp={hangUp} className="h-11 w-14" />
    </div>
  )
}
