import type { LiveClient } from '#live/client.ts'

export type LazyLive = LiveClient & {
  /** Keeps the connection open although nothing is watched, until the returned function is called. */
  hold(): () => void
}

/** From one page to the next nothing is watched for a moment, which is no reason to begin anew. */
const unneededForMs = 5_000

/** A connection that is made when it is first needed, and given up when nobody needs it; until then not even its code is loaded. */
export function lazyLive(connect: () => Promise<LiveClient>, closeAfterMs = unneededForMs): LazyLive {
  let client: Promise<LiveClient | null> | undefined
  /** The same, once it is there. */
  let current: LiveClient | null = null
  let needs = 0
  let giveUp: ReturnType<typeof setTimeout> | undefined
  let closed = false

  /** Where the code could not be loaded, the page shows what it came with, and the next one who asks tries again. */
  function open(): Promise<LiveClient | null> {
    if (closed) return Promise.resolve(null)
    client ??= connect().then(
      (made) => (current = made),
      () => {
        client = undefined
        return null
      },
    )
    return client
  }

  function need(): () => void {
    clearTimeout(giveUp)
    needs += 1
    const done = new AbortController()
    done.signal.addEventListener('abort', () => {
      needs -= 1
      if (needs === 0) giveUp = setTimeout(drop, closeAfterMs)
    })
    return () => done.abort()
  }

  /** Begins as soon as there is a connection, and ends when the returned function is called. */
  function follow(begin: (live: LiveClient) => () => void): () => void {
    const done = need()
    const leaving = new AbortController()
    leaving.signal.addEventListener('abort', done)
    const whenOpen = async () => {
      const live = await open()
      if (!live || leaving.signal.aborted) return
      leaving.signal.addEventListener('abort', begin(live))
    }
    void whenOpen()
    return () => leaving.abort()
  }

  async function drop(): Promise<void> {
    clearTimeout(giveUp)
    const unneeded = client
    client = undefined
    current = null
    ;(await unneeded)?.close()
  }

  return {
    hold() {
      const done = need()
      void open()
      return done
    },
    watch: (topic, onState) => follow((live) => live.watch(topic, onState)),
    listen: (onMessage) => follow((live) => live.listen(onMessage)),
    say: (message) => current?.say(message) ?? false,
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
