import { MessageSquareText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Control } from '#app/call/controls/control.ts'
import { listUnread } from '#app/call/chat/chat.ts'
import { ChatPanel } from '#app/call/chat/chat-panel.tsx'
import { NewMessage } from '#app/call/chat/new-message.tsx'
import { useNewMessage } from '#app/call/controls/use-new-message.ts'
import { useChat } from '#app/call/chat/use-chat.ts'
import { isOpen as isSessionOpen } from '#domain/sessions/states.ts'
import { plural } from '#kernel/plural.ts'

type Options = {
  view: CallView
  otherName: string
  /** The call is in a small window, which has no room for the chat. */
  isSmall: boolean
}

/** The chat of a call: its button, and its panel beside the video. */
export function useChatControl({ view, otherName, isSmall }: Options): Control {
  const { chat, chatView } = useChat(view.sessionId)
  const [isPanelOpen, setIsPanelOpen] = useState(false)
  const opener = useRef<Element>(null)
  const isPanelVisible = isPanelOpen && !isSmall
  const unread = isPanelVisible ? [] : listUnread(chatView, view.side)
  const newest = unread.at(-1) ?? null
  useEffect(() => {
    if (isPanelVisible) chat.markSeen()
  }, [isPanelVisible, chat, chatView])
  const isOver = view.session !== null && !isSessionOpen(view.session.state)
  useEffect(() => {
    if (isOver) chat.clear()
  }, [isOver, chat])
  const newMessage = useNewMessage(newest, { isSmall, otherName })

  const open = () => {
    opener.current = document.activeElement
    setIsPanelOpen(true)
  }
  const close = () => {
    setIsPanelOpen(false)
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
  }
  return {
    label: isPanelOpen ? 'Close the chat' : openLabel(unread.length),
    word: 'Chat',
    icon: <MessageSquareText />,
    isOn: isPanelOpen,
    badge: unread.length,
    shortcut: 'c',
    onSelect: isPanelOpen ? close : open,
    panel: (
      <>
        <NewMessage message={newMessage} otherName={otherName} onOpen={open} />
        {isPanelOpen && <ChatPanel chat={chat} chatView={chatView} view={view} otherName={otherName} onClose={close} />}
      </>
    ),
  }
}

function openLabel(unread: number): string {
  if (unread === 0) return 'Chat and question'
  return `Chat and question, ${unread} new ${plural(unread, 'message')}`
}
