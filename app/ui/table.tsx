import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#app/ui/cx.ts'
import { ScrollRegion } from '#app/ui/scroll-region.tsx'

type Props = {
  /** Says what the table holds; seen by everybody unless `hideCaption` leaves it to screen readers. */
  caption: ReactNode
  hideCaption?: boolean
  /** thead and tbody, made of `Th` and `Td`. */
  children: ReactNode
  className?: string
}

/** Wider than a phone it scrolls inside its own box, never the page. */
export function Table({ caption, hideCaption = false, children, className }: Props) {
  const captionId = useId()
  return (
    <ScrollRegion
      labelledBy={captionId}
      className={cx('overflow-x-auto rounded-card border border-line bg-raised', className)}
    >
      <table className="w-full border-collapse text-left text-small [&_tbody_tr]:border-t [&_tbody_tr]:border-line [&_tbody_tr]:transition-colors [&_tbody_tr:hover]:bg-float">
        <caption
          id={captionId}
          className={hideCaption ? 'sr-only' : 'px-4 pt-3.5 pb-1 text-left text-body font-semibold'}
        >
          {caption}
        </caption>
        {children}
      </table>
    </ScrollRegion>
  )
}

type CellProps = {
  /** Figures: set to the right in digits of one width, never broken. */
  numeric?: boolean
}

/** Heads a column, or a row with scope="row". */
export function Th({ numeric = false, scope = 'col', className, ...rest }: ComponentProps<'th'> & CellProps) {
  return (
    <th
      {...rest}
      scope={scope}
      className={cx(
        'px-4 whitespace-nowrap',
        scope === 'row' ? 'py-3 font-medium text-text' : 'py-2.5 font-medium text-quiet',
        numeric && 'figures text-right',
        className,
      )}
    />
  )
}

export function Td({ numeric = false, className, ...rest }: ComponentProps<'td'> & CellProps) {
  return (
    <td
      {...rest}
      className={cx('px-4 py-3 text-soft', numeric && 'figures text-right whitespace-nowrap', className)}
    />
  )
}
