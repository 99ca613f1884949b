import { FormulaText } from '#app/ui/formula.tsx'
import type { SessionMessage } from '#domain/sessions/contract.ts'

type Props = {
  /** The unread message that has just arrived. */
  message: SessionMessage | null
  otherName: string
  onOpen(): void
}

/**
 * Shows and announces a new message while the chat is closed. Afterwards the button keeps showing the unread count.
 */
export function NewMessage({ message, otherName, onOpen }: Props) {
  return (
    // Always mounted, so that screen readers announce a change.
    <div role="status" className="absolute bottom-4 left-4 z-10 max-w-[calc(100%-9rem)] sm:max-w-96">
      {message?.text && (
        <button
          type="button"
          onClick={onOpen}
          className="min-h-11 animate-rise-in rounded-card border border-line bg-float px-3.5 py-2 text-left text-small shadow-float"
        >
          <span className="block font-semibold">{otherName}</span>
          <span className="line-clamp-3 wrap-anywhere">
            <FormulaText text={message.text} />
          </span>
        </button>
      )}
    </div>
  )
}
