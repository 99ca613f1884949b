import type { ComponentProps } from 'react'
import type { Control } from '#app/call/controls/control.ts'
import { shortcutText } from '#app/call/controls/shortcuts.ts'
import { cx } from '#app/ui/cx.ts'

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  control: Pick<Control, 'label' | 'word' | 'icon' | 'isOn' | 'badge' | 'disabled'>
  /** Red, for hanging up. */
  isDanger?: boolean
}

/** A round icon with its word below. The label contains the word, so that speech input finds the button. */
export function BarButton({ control, isDanger = false, ...rest }: Props) {
  const { label, word, icon, isOn = false, badge, disabled } = control
  return (
    <button
      title={label}
      {...rest}
      type="button"
      aria-label={label}
      disabled={disabled}
      className="group flex max-w-20 min-w-0 flex-1 flex-col items-center gap-1 rounded-control text-small leading-5 whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-50"
    >
      <span
        aria-hidden="true"
        className={cx(
          'relative flex size-12 items-center justify-center rounded-full border transition-colors [&>svg]:size-6 [@media(max-height:30rem)]:size-10',
          isDanger && 'border-bad-deep bg-bad-deep text-text group-hover:brightness-110',
          !isDanger && isOn && 'border-text bg-text text-ink group-hover:bg-soft',
          !isDanger && !isOn && 'border-line bg-float text-text group-hover:bg-line',
        )}
      >
        {icon}
        <Badge count={badge} className="absolute -top-1 -right-1" />
      </span>
      <span className="text-soft">{word}</span>
    </button>
  )
}

export function Badge({ count = 0, className }: { count?: number; className?: string }) {
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

/** The label with its shortcut, if shortcuts are enabled. */
export function formatTitle({ label, shortcut }: Control, showsShortcuts: boolean): string {
  return showsShortcuts && shortcut ? `${label} (${shortcutText(shortcut)})` : label
}
