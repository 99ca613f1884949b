import type { LiveClient } from '#live/client.ts'

export type LazyLive = LiveClient & {
  /** Keeps the connection open although nothing is watched, until the returned function is called. */
  keepOpen(): () => void
}

/** From one page to the next nothing is watched for a moment, which is no reason to begin anew. */
const closeAfterIdleMs = 5_000

/** A connection that is made when it is first needed, and given up when nobody needs it; until then not even its code is loaded. */
export function createLazyLive(
  connect: () => Promise<LiveClient>,
  closeAfterMs = closeAfterIdleMs,
): LazyLive {
  let client: Promise<LiveClient | null> | undefined
  /** The same, once it is there. */
  let current: LiveClient | null = null
  let retainCount = 0
  let closeTimer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  /** Where the code could not be loaded, the page shows what it came with, and the next one who asks tries again. */
  function open(): Promise<LiveClient | null> {
    if (closed) return Promise.resolve(null)
    client ??= connect().then(
      (opened) => (current = opened),
      () => {
        client = undefined
        return null
      },
    )
    return client
  }

  function retain(): () => void {
    clearTimeout(closeTimer)
    retainCount += 1
    const done = new AbortController()
    done.signal.addEventListener('abort', () => {
      retainCount -= 1
      if (retainCount === 0) closeTimer = setTimeout(drop, closeAfterMs)
    })
    return () => done.abort()
  }

  /** Begins as soon as there is a connection, and ends when the returned function is called. */
  function whileConnected(onConnected: (live: LiveClient) => () => void): () => void {
    const done = retain()
    const ended = new AbortController()
    ended.signal.addEventListener('abort', done)
    const whenOpen = async () => {
      const live = await open()
      if (!live || ended.signal.aborted) return
      ended.signal.addEventListener('abort', onConnected(live))
    }
    void whenOpen()
    return () => ended.abort()
  }

  async function drop(): Promise<void> {
    clearTimeout(closeTimer)
    const unneeded = client
    client = undefined
    current = null
    ;(await unneeded)?.close()
  }

  return {
    keepOpen() {
      const done = retain()
      void open()
      return done
    },
    watch: (topic, onState) => whileConnected((live) => live.watch(topic, onState)),
    listen: (onMessage) => whileConnected((live) => live.listen(onMessage)),
    send: (message) => current?.send(message) ?? false,
    check: () => current?.check(),
    async reconnect() {
      const live = await client
      live?.reconnect()
    },
    close() {
      closed = true
      return drop()
    },
  }
}
