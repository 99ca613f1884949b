import type { LiveClient } from '#live/client.ts'

export type LazyLive = LiveClient & { open(): void }

/** A connection that is made when it is first needed; until then not even its code is loaded. */
export function lazyLive(connect: () => Promise<LiveClient>): LazyLive {
  let client: Promise<LiveClient | null> | undefined
  let closed = false

  /** Where the code could not be loaded, the page shows what it came with, and the next one who asks tries again. */
  function open(): Promise<LiveClient | null> {
    if (closed) return Promise.resolve(null)
    client ??= connect().catch(() => {
      client = undefined
      return null
    })
    return client
  }

  return {
    open: () => void open(),
    watch(topic, onState) {
      const leaving = new AbortController()
      const watch = async () => {
        const live = await open()
        if (!live || leaving.signal.aborted) return
        leaving.signal.addEventListener('abort', live.watch(topic, onState))
      }
      void watch()
      return () => leaving.abort()
    },
    async reconnect() {
      const live = await client
      live?.reconnect()
    },
    async close() {
      closed = true
      const live = await client
      live?.close()
    },
  }
}
