import { Move } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#app/call/controls/bar-button.tsx'
import { type Control, controlKey } from '#app/call/controls/control.ts'
import { cx } from '#app/ui/cx.ts'
import { IconButton } from '#app/ui/icon-button.tsx'

type Props = {
  back: Control
  mute: Control
  hangUp: Control
  onMove(): void
}

/** The controls of a minimised call, which has no room for words. */
export function SmallControls({ back, mute, hangUp, onMove }: Props) {
  const move: Control = { label: 'Move to another corner', icon: <Move />, onSelect: onMove }
  return (
    <div role="group" aria-label="Call controls" className="flex items-center justify-between gap-1.5 p-2">
      {[back, mute, move].map((control) => (
        <SmallButton key={controlKey(control)} control={control} />
      ))}
      <IconButton
        label={hangUp.label}
        icon={<Icon>{hangUp.icon}</Icon>}
        className="h-11 w-14 rounded-full bg-bad-deep text-text! hover:bg-bad-deep! hover:brightness-110"
        onClick={({ detail }) => detail < 2 && hangUp.onSelect()}
      />
    </div>
  )
}

function SmallButton({ control: { label, icon, isOn, badge, disabled, onSelect } }: { control: Control }) {
  return (
    <IconButton
      label={label}
      disabled={disabled}
      onClick={onSelect}
      icon={
        <>
          <Icon>{icon}</Icon>
          <Badge count={badge} className="absolute -top-1 -right-1" />
        </>
      }
      className={cx(
        'relative rounded-full border border-line',
        isOn ? 'bg-text text-ink! hover:bg-soft!' : 'bg-float text-text!',
      )}
    />
  )
}

function Icon({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="[&>svg]:size-6">
      {children}
    </span>
  )
}
