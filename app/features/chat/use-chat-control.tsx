import { MessageSquareText } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CallView } from '#app/features/call/call.ts'
import { listUnread } from '#app/features/chat/chat.ts'
import { ChatPanel } from '#app/features/chat/chat-panel.tsx'
import { NewMessage } from '#app/features/chat/new-message.tsx'
import { useChat } from '#app/features/chat/use-chat.ts'
import { isOpen as isSessionOpen } from '#domain/sessions/states.ts'

/** The button of the chat, for the bar of the call. */
export type ChatControl = {
  label: string
  icon: ReactNode
  isOn: boolean
  /** How many messages nobody has looked at here. */
  badge: number
  onSelect(): void
}

/** The chat of a call: its button, and what stands on the stage. */
export function useChatControl(
  view: CallView,
  otherName: string,
): { control: ChatControl; panel: ReactNode } {
  const { chat, known } = useChat(view.sessionId)
  const [isOn, setIsOn] = useState(false)
  const opener = useRef<Element>(null)
  const unread = isOn ? [] : listUnread(known, view.side)
  useEffect(() => {
    if (isOn) chat.look()
  }, [isOn, chat, known])
  const isOver = view.session !== null && !isSessionOpen(view.session.state)
  useEffect(() => {
    if (isOver) chat.forget()
  }, [isOver, chat])

  const open = () => {
    opener.current = document.activeElement
    setIsOn(true)
  }
  const close = () => {
    setIsOn(false)
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
  }
  return {
    control: {
      label: isOn ? 'Close the chat' : openLabel(unread.length),
      icon: <MessageSquareText />,
      isOn,
      badge: unread.length,
      onSelect: isOn ? close : open,
    },
    panel: (
      <>
        <NewMessage message={unread.at(-1) ?? null} otherName={otherName} onOpen={open} />
        {isOn && <ChatPanel chat={chat} known={known} view={view} otherName={otherName} onClose={close} />}
      </>
    ),
  }
}

function openLabel(unread: number): string {
  if (unread === 0) return 'Chat and question'
  return `Chat and question, ${unread} new ${unread === 1 ? 'message' : 'messages'}`
}
