import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { cx } from '#app/ui/cx.ts'
import { controlStyle } from '#app/ui/control-style.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { messageMaxLength } from '#kernel/limits.ts'

/** The remaining length is shown when at most this many characters are left. */
const shownFromCharacters = 200

type Props = {
  box: RefObject<HTMLTextAreaElement | null>
  /** The reason why the user cannot write now, or null. */
  closedReason: string | null
  onWrite(text: string): void
}

/** Enter sends; Shift and Enter starts a new line. */
export function Composer({ box, closedReason, onWrite }: Props) {
  const [text, setText] = useState('')
  const noteId = useId()
  const charactersLeft = messageMaxLength - text.length
  const send = () => {
    const trimmedText = text.trim()
    if (!trimmedText || closedReason) return
    onWrite(trimmedText)
    setText('')
    box.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // In an input method editor (IME), Enter confirms a word and must not send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const note = closedReason ?? (charactersLeft <= shownFromCharacters ? `${charactersLeft} characters left` : null)
  return (
    <form
      className="border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex items-end gap-2">
        <textarea
          ref={box}
          rows={1}
          value={text}
          disabled={closedReason !== null}
          maxLength={messageMaxLength}
          aria-label="Message"
          aria-describedby={noteId}
          placeholder="Write a message"
          enterKeyHint="send"
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
          className={cx(controlStyle, 'field-sizing-content max-h-32 resize-none py-2.5')}
        />
        <IconButton
          type="submit"
          label="Send"
          disabled={closedReason !== null || text.trim() === ''}
          icon={<SendHorizontal className="size-5" aria-hidden="true" />}
          className="bg-accent text-on-accent! hover:bg-accent! hover:brightness-110 disabled:bg-float disabled:text-quiet!"
        />
      </div>
      <p id={noteId} role="status" className="px-1 text-small text-quiet not-empty:pt-2">
        {note}
      </p>
    </form>
  )
}
