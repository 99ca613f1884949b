import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'
import { FormulaText, formulaTextBox } from '#app/ui/formula.tsx'

type Props = {
  /** The author's name, because colour and position alone are not accessible. */
  name: string
  isOwn: boolean
  /** Null when the author has deleted their account. */
  text: string | null
  /** The time, or the reason why the message was not sent. */
  note: ReactNode
}

/** One message, shown as plain text with formulas. URLs are not links, because nobody has checked their targets. */
export function MessageLine({ name, isOwn, text, note }: Props) {
  return (
    <li className={cx('flex flex-col gap-1', isOwn ? 'items-end' : 'items-start')}>
      <p
        className={cx(
          'max-w-[85%] rounded-card border px-3.5 py-2 whitespace-pre-wrap wrap-anywhere',
          formulaTextBox,
          isOwn ? 'border-accent/30 bg-accent/10' : 'border-line bg-float',
          text === null && 'text-quiet italic',
        )}
      >
        {text === null ? 'This message is no longer available.' : <FormulaText text={text} />}
      </p>
      <div className="flex flex-wrap items-center gap-x-2 px-1 text-small text-quiet">
        <span>{name}</span>
        {note}
      </div>
    </li>
  )
}
