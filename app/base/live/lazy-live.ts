import type { LiveClient } from '#live/client.ts'

export type LazyLive = LiveClient & {
  /** Keeps the connection open without a watched topic, until the returned function is called. */
  keepOpen(): () => void
}

/** During a page change no topic is watched for a moment, so the connection stays open this long. */
const closeAfterIdleMs = 5_000

/** Opens the connection when it is first needed and closes it when unused. Until then not even its code is loaded. */
export function createLazyLive(connect: () => Promise<LiveClient>, closeAfterMs = closeAfterIdleMs): LazyLive {
  let client: Promise<LiveClient | null> | undefined
  /** The resolved client. */
  let current: LiveClient | null = null
  let retainCount = 0
  let closeTimer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  /** If the code fails to load, the page keeps its initial data and the next caller retries. */
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

  /** Calls `onConnected` once there is a connection; calling the returned function ends it. */
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
