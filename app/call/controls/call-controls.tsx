import { Ellipsis } from 'lucide-react'
import { BarButton, formatTitle } from '#app/call/controls/bar-button.tsx'
import { type Control, controlKey } from '#app/call/controls/control.ts'
import { shortcutText } from '#app/call/controls/shortcuts.ts'
import { Menu, MenuItem } from '#app/ui/menu.tsx'

type Props = {
  controls: Control[]
  hangUp: Control
  /** Whether the titles show the shortcuts. */
  showsShortcuts: boolean
}

/** The main controls with words at the bottom of the screen, within reach of the thumb. The rest is under More. */
export function CallControls({ controls, hangUp, showsShortcuts }: Props) {
  return (
    <div className="border-t border-line bg-raised px-2 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] [@media(max-height:30rem)]:pt-1.5 [@media(max-height:30rem)]:pb-1.5">
      <div role="group" aria-label="Call controls" className="mx-auto flex max-w-form justify-center gap-1">
        {controls
          .filter(({ word }) => word)
          .map((control) => (
            <BarButton
              key={controlKey(control)}
              control={control}
              title={formatTitle(control, showsShortcuts)}
              onClick={control.onSelect}
            />
          ))}
        <More controls={controls.filter(({ word }) => !word)} showsShortcuts={showsShortcuts} />
        <BarButton
          control={hangUp}
          title={formatTitle(hangUp, showsShortcuts)}
          isDanger
          // Ignores the second press of a double click on Accept or Start, which would hit this button.
          onClick={({ detail }) => detail < 2 && hangUp.onSelect()}
        />
      </div>
    </div>
  )
}

const more = { label: 'More', word: 'More', icon: <Ellipsis /> }

function More({ controls, showsShortcuts }: { controls: Control[]; showsShortcuts: boolean }) {
  return (
    <Menu align="end" trigger={<BarButton control={more} />}>
      {controls.map((control) => (
        <MenuItem key={controlKey(control)} icon={control.icon} disabled={control.disabled} onSelect={control.onSelect}>
          <span className="flex-1">{control.label}</span>
          {showsShortcuts && control.shortcut && (
            <kbd className="font-sans text-quiet pointer-coarse:hidden">{shortcutText(control.shortcut)}</kbd>
          )}
        </MenuItem>
      ))}
    </Menu>
  )
}
