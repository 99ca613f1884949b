import { FileText } from 'lucide-react'
import { useId } from 'react'
import type { CallView } from '#app/features/call/call.ts'
import { ScrollRegion } from '#app/ui/scroll-region.tsx'

/** What it is about, above what is written about it. */
export function SharedQuestion({ view: { session, sessionId } }: { view: CallView }) {
  const titleId = useId()
  if (!session?.question && !session?.fileName) return null
  return (
    <details open className="shrink-0 border-b border-line">
      <summary
        id={titleId}
        className="flex min-h-11 cursor-pointer items-center gap-2 px-4 text-small font-semibold -outline-offset-2"
      >
        Question
      </summary>
      <ScrollRegion labelledBy={titleId} className="max-h-32 overflow-y-auto px-4 pb-3 text-small">
        {session.question && <p className="whitespace-pre-line wrap-anywhere">{session.question}</p>}
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
