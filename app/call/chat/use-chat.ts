import { useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { LiveContext } from '#app/base/live/live-provider.tsx'
import { type Chat, type ChatView, createChat } from '#app/call/chat/chat.ts'

/** The chat of a session, connected while the component is mounted. */
export function useChat(sessionId: string): { chat: Chat; chatView: ChatView } {
  const live = useContext(LiveContext)
  const chat = useMemo(() => createChat({ sessionId }), [sessionId])
  useEffect(() => (live ? chat.connect(live) : undefined), [live, chat])
  return { chat, chatView: useSyncExternalStore(chat.subscribe, chat.view, chat.view) }
}
