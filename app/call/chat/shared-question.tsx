import { ChevronDown, FileText } from 'lucide-react'
import { useId, useState } from 'react'
import type { CallView } from '#app/call/engine/call-view.ts'
import { cx } from '#app/ui/cx.ts'
import { FormulaText, formulaTextBox } from '#app/ui/formula.tsx'
import { ScrollRegion } from '#app/ui/scroll-region.tsx'

type Props = { view: CallView; hasMessages: boolean }

/** Shows the question above the messages. On a small screen it starts closed when there are messages. */
export function SharedQuestion({ view: { session, sessionId }, hasMessages }: Props) {
  const titleId = useId()
  const [isOpen] = useState(
    () => !hasMessages || window.matchMedia('(min-width: 48rem) and (min-height: 40rem)').matches,
  )
  if (!session?.question && !session?.fileName) return null
  return (
    <details open={isOpen} className="group shrink-0 border-b border-line">
      <summary
        id={titleId}
        className="flex min-h-11 cursor-pointer items-center justify-between px-4 text-small font-semibold -outline-offset-2"
      >
        Question
        <ChevronDown className="size-5 text-quiet group-open:rotate-180" aria-hidden="true" />
      </summary>
      <ScrollRegion labelledBy={titleId} className="max-h-[min(9rem,16dvh)] overflow-y-auto px-4 pb-3 text-small">
        {session.question && (
          <p className={cx('whitespace-pre-line wrap-anywhere', formulaTextBox)}>
            <FormulaText text={session.question} />
          </p>
        )}
        {session.fileName && (
          <a
            href={`/sessions/${sessionId}/file`}
            target="_blank"
            rel="noreferrer"
            className="flex min-h-11 items-center gap-2 text-accent underline underline-offset-3 wrap-anywhere"
          >
            <FileText className="size-4.5 shrink-0" aria-hidden="true" />
            {session.fileName}
          </a>
        )}
      </ScrollRegion>
    </details>
  )
}
