import { FileText, MessageSquareText } from 'lucide-react'
import type { CallView } from '#app/features/call/call.ts'

/** What it is about, at hand and out of the way. */
export function QuestionPanel({ view: { session, sessionId } }: { view: CallView }) {
  if (!session?.question && !session?.fileName) return null
  return (
    <details className="absolute bottom-4 left-4 max-w-[min(24rem,calc(100%-9rem))] rounded-card border border-line bg-ink/85 sm:max-w-96">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-3.5 text-small font-semibold">
        <MessageSquareText className="size-4.5" aria-hidden="true" />
        Question
      </summary>
      <div className="max-h-[40dvh] overflow-y-auto px-3.5 pb-3.5 text-small">
        {session.question && <p className="whitespace-pre-line wrap-anywhere">{session.question}</p>}
        {session.fileName && (
          <a
            href={`/sessions/${sessionId}/file`}
            target="_blank"
            rel="noreferrer"
            className="mt-2 flex items-center gap-2 text-accent underline underline-offset-3 wrap-anywhere"
          >
            <FileText className="size-4.5 shrink-0" aria-hidden="true" />
            {session.fileName}
          </a>
        )}
      </div>
    </details>
  )
}
