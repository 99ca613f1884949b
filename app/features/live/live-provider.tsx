import { createContext, type ReactNode, useEffect, useRef, useState } from 'react'
import { type LazyLive, lazyLive } from '#app/features/live/lazy-live.ts'
import { takeover } from '#app/features/live/takeover.ts'
import type { ServerMessage } from '#live/protocol.ts'

export const LiveContext = createContext<LazyLive | null>(null)

/** Whether what is watched may have changed without this page hearing of it. */
export const LiveLostContext = createContext(false)

type Props = {
  /** Who is signed in; the connection begins anew when that changes. */
  personId: string | null
  onMessage?(message: ServerMessage): void
  children: ReactNode
}

/** One connection for the whole page, while somebody is signed in or something on the page is watched, by visitors, too. */
export function LiveProvider({ personId, onMessage, children }: Props) {
  const [live, setLive] = useState<LazyLive | null>(null)
  const [lost, setLost] = useState(false)
  const heard = useRef(onMessage)
  useEffect(() => {
    heard.current = onMessage
  }, [onMessage])

  useEffect(() => {
    const own = lazyLive(async () => {
      const { connectLive } = await import('#live/client.ts').catch((error: unknown) => {
        setLost(true)
        throw error
      })
      return connectLive({ onMessage: (message) => heard.current?.(message), onLost: setLost })
    })
    setLive(own)
    return () => void own.close()
  }, [])

  // Everything inside has mounted before this runs, and hears of it.
  useEffect(() => takeover.abort(), [])

  const knownAs = useRef(personId)
  useEffect(() => {
    if (knownAs.current !== personId) live?.reconnect()
    knownAs.current = personId
    return personId ? live?.hold() : undefined
  }, [live, personId])

  return (
    <LiveContext value={live}>
      <LiveLostContext value={lost}>{children}</LiveLostContext>
    </LiveContext>
  )
}
