import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'

type Props = {
  /** Who wrote it: colour and place alone do not say so. */
  name: string
  isOwn: boolean
  /** Nothing when its author has left. */
  text: string | null
  /** When it was said, or why it was not. */
  note: ReactNode
}

/** One message. Whatever is in it is shown as the text that it is, links too: what they lead to is nobody's promise. */
export function MessageLine({ name, isOwn, text, note }: Props) {
  return (
    <li className={cx('flex flex-col gap-1', isOwn ? 'items-end' : 'items-start')}>
      <p
        className={cx(
          'max-w-[85%] rounded-card border px-3.5 py-2 whitespace-pre-wrap wrap-anywhere',
          isOwn ? 'border-accent/30 bg-accent/10' : 'border-line bg-float',
          text === null && 'text-quiet italic',
        )}
      >
        {text ?? 'This message is no longer kept.'}
      </p>
      <div className="flex flex-wrap items-center gap-x-2 px-1 text-small text-quiet">
        <span>{name}</span>
        {note}
      </div>
    </li>
  )
}
