import type { Control } from '#app/call/controls/control.ts'
import { shortcutText } from '#app/call/controls/shortcuts.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Switch } from '#app/ui/switch.tsx'

export const hangUpShortcut = 'shift+h'

type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  controls: Control[]
  shortcuts: [isWanted: boolean, choose: (isWanted: boolean) => void]
}

/** Lists the shortcuts and lets the user turn them off. */
export function ShortcutsHelp({ open, onOpenChange, controls, shortcuts: [isWanted, choose] }: Props) {
  const lines = [
    ...controls.flatMap(({ label, shortcut }) => (shortcut ? [{ label, keys: shortcutText(shortcut) }] : [])),
    { label: 'Speak while muted', keys: 'Hold Space' },
    { label: 'Hang up', keys: shortcutText(hangUpShortcut) },
    { label: 'Show this list', keys: '?' },
  ]
  return (
    <Dialog title="Keyboard shortcuts" open={open} onOpenChange={onOpenChange}>
      <Switch
        label="Use keyboard shortcuts in calls"
        hint="Turn this off if you press keys by accident. This browser remembers your choice."
        checked={isWanted}
        onCheckedChange={choose}
      />
      <dl className={isWanted ? 'mt-4' : 'mt-4 opacity-60'}>
        {lines.map(({ label, keys }) => (
          <div key={label} className="flex min-h-11 items-center justify-between gap-4 border-t border-line text-small">
            <dt className="text-soft">{label}</dt>
            <dd>
              <kbd className="rounded-control border border-line-strong bg-ink px-2.5 py-1 font-sans font-semibold whitespace-nowrap">
                {keys}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
