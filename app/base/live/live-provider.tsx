import { createContext, type ReactNode, useEffect, useRef, useState } from 'react'
import type { MessageReader } from '#app/base/live/connect-page.ts'
import { type LazyLive, createLazyLive } from '#app/base/live/lazy-live.ts'
import { reactTakeover } from '#app/base/live/react-takeover.ts'

export const LiveContext = createContext<LazyLive | null>(null)

/** True while this page may miss changes of watched topics. */
export const LiveLostContext = createContext(false)

type Props = {
  /** The signed-in user. A change of the user reconnects. */
  personId: string | null
  children: ReactNode
}

/** One connection for the whole page. It is open while a user is signed in or the page watches a topic. */
export function LiveProvider({ personId, children }: Props) {
  const [live, setLive] = useState<LazyLive | null>(null)
  const [isLost, setIsLost] = useState(false)
  // Only signed-in users load the schemas of the whole protocol: they are ten times as much code as the connection.
  const reader: MessageReader = useRef(null)
  const lastPersonId = useRef(personId)
  useEffect(() => {
    const lazyClient = createLazyLive(async () => {
      try {
        const [{ connectPage }] = await Promise.all([
          import('#app/base/live/connect-page.ts'),
          lastPersonId.current === null ? undefined : loadFullReader(reader),
        ])
        return connectPage(reader, { onLost: setIsLost })
      } catch (error) {
        setIsLost(true)
        throw error
      }
    })
    setLive(lazyClient)
    return () => void lazyClient.close()
  }, [])

  // Effects of children run first, so their listeners receive the abort.
  useEffect(() => reactTakeover.abort(), [])

  useEffect(() => {
    const hasChanged = lastPersonId.current !== personId
    lastPersonId.current = personId
    if (hasChanged) {
      const ready = personId ? loadFullReader(reader).catch(() => setIsLost(true)) : Promise.resolve()
      void ready.then(() => live?.reconnect())
    }
    return personId ? live?.keepOpen() : undefined
  }, [live, personId])

  return (
    <LiveContext value={live}>
      <LiveLostContext value={isLost}>{children}</LiveLostContext>
    </LiveContext>
  )
}

async function loadFullReader(reader: MessageReader): Promise<void> {
  reader.current = (await import('#live/read-message.ts')).readServerMessage
}
