import { useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { type Chat, type ChatView, createChat } from '#app/features/chat/chat.ts'
import { LiveContext } from '#app/features/live/live-provider.tsx'

/** The chat of a session, for as long as it is on the screen. */
export function useChat(sessionId: string): { chat: Chat; known: ChatView } {
  const live = useContext(LiveContext)
  const chat = useMemo(() => createChat({ sessionId }), [sessionId])
  useEffect(() => (live ? chat.connect(live) : undefined), [live, chat])
  return { chat, known: useSyncExternalStore(chat.subscribe, chat.view, chat.view) }
}
