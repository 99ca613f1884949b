import { Ellipsis, PhoneOff } from 'lucide-react'
import { type ComponentProps, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type Control, controlKey, placeControls } from '#app/call/controls/control.ts'
import { shortcutText } from '#app/call/controls/shortcuts.ts'
import { cx } from '#app/ui/cx.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Menu, MenuItem } from '#app/ui/menu.tsx'

type Props = {
  controls: Control[]
  hangUp: Control
  /** Shortcuts are enabled, so the titles name them. */
  showsShortcuts: boolean
}

/** Large buttons at the bottom of the screen, within reach of the thumb. */
export function CallControls({ controls, hangUp, showsShortcuts }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const { inBar, inMenu } = placeControls(controls, useWidth(bar))
  return (
    <div className="border-t border-line bg-raised px-4 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] [@media(max-height:30rem)]:pt-2 [@media(max-height:30rem)]:pb-2">
      <div
        ref={bar}
        role="group"
        aria-label="Call controls"
        className="flex items-center justify-center gap-2 sm:gap-3"
      >
        {inBar.map((control) => (
          <RoundButton key={controlKey(control)} control={control} showsShortcuts={showsShortcuts} />
        ))}
        {inMenu.length > 0 && <More controls={inMenu} showsShortcuts={showsShortcuts} />}
        <HangUpButton hangUp={hangUp} showsShortcuts={showsShortcuts} className="h-13 w-18" />
      </div>
    </div>
  )
}

/** Width of the element. The observer first reports before the first paint. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return
    const resizeObserver = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    resizeObserver.observe(element.current)
    return () => resizeObserver.disconnect()
  }, [element])
  return width
}

type ButtonProps = { control: Control; showsShortcuts?: boolean; className?: string }

export function RoundButton({ control, showsShortcuts = false, className = 'size-13' }: ButtonProps) {
  const { label, icon, isOn, badge, disabled, onSelect } = control
  return (
    <IconButton
      label={label}
      title={formatTitle(control, showsShortcuts)}
      disabled={disabled}
      onClick={onSelect}
      icon={
        <>
          <span aria-hidden="true" className="[&>svg]:size-6">
            {icon}
          </span>
          <Badge count={badge} className="absolute -top-1 -right-1" />
        </>
      }
      className={cx(
        'relative rounded-full border border-line',
        isOn ? 'bg-text text-ink! hover:bg-soft!' : 'bg-float text-text!',
        className,
      )}
    />
  )
}

type HangUpProps = { hangUp: Control; showsShortcuts?: boolean } & Pick<ComponentProps<'button'>, 'className'>

export function HangUpButton({ hangUp, showsShortcuts = false, className }: HangUpProps) {
  return (
    <IconButton
      label={hangUp.label}
      title={formatTitle(hangUp, showsShortcuts)}
      icon={<PhoneOff className="size-6" aria-hidden="true" />}
      className={cx('rounded-full bg-bad-deep text-text! hover:bg-bad-deep! hover:brightness-110', className)}
      // The second press of a double click on Accept or Start would hit this button, so it is ignored.
      onClick={({ detail }) => detail < 2 && hangUp.onSelect()}
    />
  )
}

function More({ controls, showsShortcuts }: { controls: Control[]; showsShortcuts: boolean }) {
  const newCount = controls.reduce((sum, { badge = 0 }) => sum + badge, 0)
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={newCount ? `More, ${newCount} new` : 'More'}
          icon={
            <>
              <Ellipsis className="size-6" aria-hidden="true" />
              <Badge count={newCount} className="absolute -top-1 -right-1" />
            </>
          }
          className="relative size-13 rounded-full border border-line bg-float text-text!"
        />
      }
    >
      {controls.map((control) => (
        <MenuItem key={controlKey(control)} icon={control.icon} disabled={control.disabled} onSelect={control.onSelect}>
          <span className="flex-1">{control.label}</span>
          <Badge count={control.badge} />
          {showsShortcuts && control.shortcut && (
            <kbd className="font-sans text-quiet pointer-coarse:hidden">{shortcutText(control.shortcut)}</kbd>
          )}
        </MenuItem>
      ))}
    </Menu>
  )
}

function Badge({ count = 0, className }: { count?: number; className?: string }) {
  if (count === 0) return null
  return (
    <span
      className={cx(
        'figures min-w-5 rounded-full bg-accent px-1 text-center text-small leading-5 font-semibold text-on-accent',
        className,
      )}
    >
      {count > 9 ? '9+' : count}
    </span>
  )
}

function formatTitle({ label, shortcut }: Control, showsShortcuts: boolean): string {
  return showsShortcuts && shortcut ? `${label} (${shortcutText(shortcut)})` : label
}
