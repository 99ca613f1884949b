import { createContext, type ReactNode, useEffect, useRef, useState } from 'react'
import type { MessageReader } from '#app/base/live/connect-page.ts'
import { type LazyLive, createLazyLive } from '#app/base/live/lazy-live.ts'
import { reactTakeover } from '#app/base/live/react-takeover.ts'
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
  const onMessageRef = useRef(onMessage)
  useEffect(() => {
    onMessageRef.current = onMessage
  }, [onMessage])

  // The schemas of the whole protocol come with somebody who signs in: they are ten times as much code as the connection.
  const reader: MessageReader = useRef(null)
  const lastPersonId = useRef(personId)
  useEffect(() => {
    const lazyClient = createLazyLive(async () => {
      try {
        const [{ connectPage }] = await Promise.all([
          import('#app/base/live/connect-page.ts'),
          lastPersonId.current === null ? undefined : loadFullReader(reader),
        ])
        return connectPage(reader, {
          onMessage: (message) => onMessageRef.current?.(message),
          onLost: setLost,
        })
      } catch (error) {
        setLost(true)
        throw error
      }
    })
    setLive(lazyClient)
    return () => void lazyClient.close()
  }, [])

  // Everything inside has mounted before this runs, and hears of it.
  useEffect(() => reactTakeover.abort(), [])

  useEffect(() => {
    const changed = lastPersonId.current !== personId
    lastPersonId.current = personId
    if (changed) {
      const ready = personId ? loadFullReader(reader).catch(() => setLost(true)) : Promise.resolve()
      void ready.then(() => live?.reconnect())
    }
    return personId ? live?.keepOpen() : undefined
  }, [live, personId])

  return (
    <LiveContext value={live}>
      <LiveLostContext value={lost}>{children}</LiveLostContext>
    </LiveContext>
  )
}

async function loadFullReader(reader: MessageReader): Promise<void> {
  reader.current = (await import('#live/read-message.ts')).readServerMessage
}
