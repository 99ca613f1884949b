import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#app/ui/cx.ts'
import { ScrollRegion } from '#app/ui/scroll-region.tsx'

type Props = {
  /** Describes the table. `hideCaption` shows it to screen readers only. */
  caption: ReactNode
  hideCaption?: boolean
  /** thead and tbody, made of `Th` and `Td`. */
  children: ReactNode
  /** On a phone each row becomes a block with its row heading first. Each `Td` then needs a `label`. */
  stack?: boolean
  className?: string
}

/** A table that is too wide for the screen scrolls inside its box, not with the page. */
export function Table({ caption, hideCaption = false, stack = false, children, className }: Props) {
  const captionId = useId()
  return (
    <ScrollRegion
      labelledBy={captionId}
      className={cx('overflow-x-auto rounded-card border border-line bg-raised', className)}
    >
      <table className={cx('w-full border-collapse text-left text-small', rowStyle, stack && stackStyle)}>
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

const rowStyle =
  '[&_tbody_tr]:border-t [&_tbody_tr]:border-line [&_tbody_tr]:transition-colors [&_tbody_tr:hover]:bg-float'
const stackStyle = cx(
  'max-md:block max-md:[&_caption]:block max-md:[&_tbody]:block max-md:[&_thead]:sr-only',
  'max-md:[&_tbody_tr]:flex max-md:[&_tbody_tr]:flex-col max-md:[&_tbody_tr]:py-2.5',
  'max-md:[&_tbody_th]:order-first max-md:[&_tbody_th]:py-1 max-md:[&_tbody_th]:text-body max-md:[&_tbody_th]:whitespace-normal',
  'max-md:[&_td]:flex max-md:[&_td]:items-baseline max-md:[&_td]:justify-between max-md:[&_td]:gap-4 max-md:[&_td]:py-1',
  'max-md:[&_td]:before:font-normal max-md:[&_td]:before:text-left max-md:[&_td]:before:text-quiet max-md:[&_td]:before:content-[attr(data-label)]',
)

type CellProps = {
  /** Right-aligned, with tabular digits and no line breaks. */
  numeric?: boolean
}

/** A column header, or a row header with scope="row". */
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

type TdProps = ComponentProps<'td'> & CellProps & { label?: string }

export function Td({ numeric = false, label, className, ...rest }: TdProps) {
  return (
    <td
      {...rest}
      data-label={label}
      className={cx('px-4 py-3 text-soft', numeric && 'figures text-right whitespace-nowrap', className)}
    />
  )
}
