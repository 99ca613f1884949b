import { FileText, MessageSquareText } from 'lucide-react'
import type { CallView } from '#app/features/call/call.ts'

/** What it is about, at hand and out of the way. */
export function QuestionPanel({ view: { session, sessionId } }: { view: CallView }) {
  if (!session?.question && !session?.fileName) return null
  return (
    <details className="absolute bottom-4 left-4 max-h-[min(45dvh,calc(100%-7rem))] max-w-[calc(100%-9rem)] overflow-y-auto rounded-card border border-line bg-ink/90 sm:max-w-96">
      <summary className="sticky top-0 flex min-h-11 cursor-pointer items-center gap-2 bg-ink px-3.5 text-small font-semibold -outline-offset-2">
        <MessageSquareText className="size-4.5" aria-hidden="true" />
        Question
      </summary>
      <div className="px-3.5 pb-3.5 text-small">
        {session.question && <p className="whitespace-pre-line wrap-anywhere">{session.question}</p>}
        {session.fileName && (
          <a
            href={`/sessions/${sessionId}/file`}
            target="_blank"
            rel="noreferrer"
            className="mt-1 flex min-h-11 items-center gap-2 text-accent underline underline-offset-3 wrap-anywhere"
          >
            <FileText className="size-4.5 shrink-0" aria-hidden="true" />
            {session.fileName}
          </a>
        )}
      </div>
    </details>
  )
}
