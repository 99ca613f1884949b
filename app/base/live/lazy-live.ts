import type { LiveClient } from '#live/client.ts'

export type LazyLive = LiveClient & {
  /** Keeps the connection open without a watched topic, until the returned function is called. */
  keepOpen(): () => void
}

/** During a page change no topic is watched for a moment, so the connection stays open this long. */
const closeAfterIdleMs = 5_000

/** Loads the code of the connection and opens it when it is first needed. Closes it when unused. */
export function createLazyLive(connect: () => Promise<LiveClient>, closeAfterMs = closeAfterIdleMs): LazyLive {
  let client: Promise<LiveClient | null> | undefined
  /** The open client, for calls that cannot wait. */
  let current: LiveClient | null = null
  let retainCount = 0
  let closeTimer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  /** If the code fails to load, the page keeps its initial data and the next caller retries. */
  function open(): Promise<LiveClient | null> {
    if (isClosed) return Promise.resolve(null)
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
    const released = new AbortController()
    released.signal.addEventListener('abort', () => {
      retainCount -= 1
      if (retainCount === 0) closeTimer = setTimeout(closeClient, closeAfterMs)
    })
    return () => released.abort()
  }

  /** Calls `onConnected` once there is a connection. The returned function runs the cleanup from `onConnected`. */
  function whileConnected(onConnected: (live: LiveClient) => () => void): () => void {
    const release = retain()
    const ended = new AbortController()
    ended.signal.addEventListener('abort', release)
    const whenOpen = async () => {
      const live = await open()
      if (!live || ended.signal.aborted) return
      ended.signal.addEventListener('abort', onConnected(live))
    }
    void whenOpen()
    return () => ended.abort()
  }

  async function closeClient(): Promise<void> {
    clearTimeout(closeTimer)
    const unneeded = client
    client = undefined
    current = null
    ;(await unneeded)?.close()
  }

  return {
    keepOpen() {
      const release = retain()
      void open()
      return release
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
      isClosed = true
      return closeClient()
    },
  }
}
