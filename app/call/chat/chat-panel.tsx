import { ArrowDown, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useZone } from '#app/base/zone.tsx'
import type { Chat, ChatView, Unsent } from '#app/call/chat/chat.ts'
import { Composer } from '#app/call/chat/composer.tsx'
import { MessageLine } from '#app/call/chat/message-line.tsx'
import { SharedQuestion } from '#app/call/chat/shared-question.tsx'
import { useStickToEnd } from '#app/call/chat/use-stick-to-end.ts'
import type { CallView } from '#app/call/engine/call-view.ts'
import { Button } from '#app/ui/button.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { isCall } from '#domain/sessions/states.ts'
import { timeText } from '#kernel/time.ts'

type Props = {
  chat: Chat
  chatView: ChatView
  view: CallView
  otherName: string
  onClose(): void
}

/** On phones, a sheet over the lower part of the screen. On wider screens, a column beside the video. */
export function ChatPanel({ chat, chatView, view, otherName, onClose }: Props) {
  const panel = useRef<HTMLElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const canWrite = view.session !== null && isCall(view.session.state)
  // On a touch screen, focusing the input opens the keyboard, which would cover the messages.
  useEffect(() => {
    const isTouch = window.matchMedia('(pointer: coarse)').matches
    if (isTouch || box.current?.disabled) panel.current?.focus()
    else box.current?.focus()
  }, [])
  useEffect(() => {
    const panelElement = panel.current
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    panelElement?.addEventListener('keydown', onKeyDown)
    return () => panelElement?.removeEventListener('keydown', onKeyDown)
  }, [onClose])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Chat"
      className="z-10 flex min-h-0 animate-fade-in flex-col border-line bg-raised outline-none max-md:absolute max-md:inset-x-0 max-md:top-1/4 max-md:bottom-0 max-md:rounded-t-card max-md:border-t md:w-88 md:shrink-0 md:border-l"
    >
      <header className="flex items-center justify-between py-1 pr-1 pl-4">
        <h2 className="text-lead">Chat</h2>
        <IconButton label="Close the chat" icon={<X className="size-5" aria-hidden="true" />} onClick={onClose} />
      </header>
      <div className="border-t border-line" />
      <SharedQuestion view={view} hasMessages={chatView.messages.length > 0} />
      <Messages chat={chat} chatView={chatView} view={view} otherName={otherName} />
      <Composer
        box={box}
        closedReason={canWrite ? null : `You can write as soon as you are in the call with ${otherName}.`}
        onWrite={chat.write}
      />
    </section>
  )
}

function Messages({ chat, chatView, view, otherName }: Omit<Props, 'onClose'>) {
  const zone = useZone()
  const { messages, unsent } = chatView
  const { box, isAtEnd, goToEnd, onScroll } = useStickToEnd(chatView)
  const messageLines = messages.map(({ id, side, text, saidAt }) => {
    const isOwn = side === view.side
    const note = <time dateTime={saidAt.toISOString()}>{timeText(saidAt, zone)}</time>
    return <MessageLine key={id} name={isOwn ? 'You' : otherName} isOwn={isOwn} text={text} note={note} />
  })
  const unsentLines = unsent.map((message) => (
    <MessageLine
      key={message.id}
      name="You"
      isOwn
      text={message.text}
      note={<Sending unsent={message} onTryAgain={() => chat.tryAgain(message.id)} />}
    />
  ))
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-label="Messages"
        aria-relevant="additions"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll the log
        tabIndex={0}
        onScroll={onScroll}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4 -outline-offset-2"
      >
        {messages.length + unsent.length === 0 && (
          <p className="text-center text-small text-quiet">
            Write a formula, a name or a number that is easier to read than to hear. LaTeX between dollar signs is drawn
            as a formula: $x^2$. Messages are saved with your session.
          </p>
        )}
        {/* Unsent and confirmed messages share one list and their ids, so React keeps the element when the server
            confirms a message. */}
        <ol className="grid grid-cols-1 gap-3">{[...messageLines, ...unsentLines]}</ol>
      </div>
      {!isAtEnd && (
        <Button size="small" variant="outline" className="absolute bottom-2 self-center bg-float" onClick={goToEnd}>
          <ArrowDown className="size-4" aria-hidden="true" />
          Latest messages
        </Button>
      )}
    </div>
  )
}

function Sending({ unsent, onTryAgain }: { unsent: Unsent; onTryAgain(): void }): ReactNode {
  if (unsent.state === 'sending') return <span>Sending…</span>
  return (
    <>
      <span className="text-bad">Not sent.{unsent.refusal && ` ${unsent.refusal}`}</span>
      <button
        type="button"
        onClick={onTryAgain}
        className="min-h-11 font-semibold text-accent underline underline-offset-3"
      >
        Try again
      </button>
    </>
  )
}
