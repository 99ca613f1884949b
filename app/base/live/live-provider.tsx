import { createContext, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Reader } from '#app/base/live/connect-page.ts'
import { type LazyLive, lazyLive } from '#app/base/live/lazy-live.ts'
import { takeover } from '#app/base/live/takeover.ts'
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

  // The schemas of the whole protocol come with somebody who signs in: they are ten times as much code as the connection.
  const reader: Reader = useRef(null)
  const knownAs = useRef(personId)
  useEffect(() => {
    const own = lazyLive(async () => {
      try {
        const [{ connectPage }] = await Promise.all([
          import('#app/base/live/connect-page.ts'),
          knownAs.current === null ? undefined : readEverything(reader),
        ])
        return connectPage(reader, {
          onMessage: (message) => heard.current?.(message),
          onLost: setLost,
        })
      } catch (error) {
        setLost(true)
        throw error
      }
    })
    setLive(own)
    return () => void own.close()
  }, [])

  // Everything inside has mounted before this runs, and hears of it.
  useEffect(() => takeover.abort(), [])

  useEffect(() => {
    const changed = knownAs.current !== personId
    knownAs.current = personId
    if (changed) {
      const ready = personId ? readEverything(reader).catch(() => setLost(true)) : Promise.resolve()
      void ready.then(() => live?.reconnect())
    }
    return personId ? live?.hold() : undefined
  }, [live, personId])

  return (
    <LiveContext value={live}>
      <LiveLostContext value={lost}>{children}</LiveLostContext>
    </LiveContext>
  )
}

async function readEverything(reader: Reader): Promise<void> {
  reader.current = (await import('#live/read-message.ts')).readServerMessage
}
