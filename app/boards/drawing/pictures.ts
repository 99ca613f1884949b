import { boardPicturesMax } from '#kernel/limits.ts'

const firstRetryMs = 2_000
const lastRetryMs = 60_000
/** With growing delays, about five minutes. A page without a network waits for the network instead. */
const attemptsMax = 10
const loadsAtOnce = 6

type Picture = {
  state: 'waiting' | 'loading' | 'loaded' | 'failed'
  image: HTMLImageElement
  failures: number
  retryTimer?: ReturnType<typeof setTimeout>
}

/**
 * Loads each picture of a board once, and reports when it is ready. A picture that fails is retried later. The number
 * of pictures is limited, because the ids come from another person's browser, which may invent any number of them.
 */
export function createPictures(onLoad: () => void) {
  const pictures = new Map<string, Picture>()
  let loadingCount = 0
  const closing = new AbortController()
  const { signal } = closing
  window.addEventListener('online', retryAll, { signal })

  return {
    /** Null while the picture is loading, or when it cannot be loaded. */
    get(id: string): HTMLImageElement | null {
      const picture = pictures.get(id)
      if (picture) return picture.state === 'loaded' ? picture.image : null
      if (pictures.size < boardPicturesMax) {
        pictures.set(id, { state: 'waiting', image: new Image(), failures: 0 })
        loadWaiting()
      }
      return null
    },
    /** Stops loading all other pictures. Loaded ones are kept while there is room, because an undo may need them. */
    keepOnly(used: ReadonlySet<string>): void {
      const isFull = pictures.size >= boardPicturesMax
      for (const [id, { state, retryTimer }] of pictures) {
        if (used.has(id) || (state === 'loaded' && !isFull)) continue
        clearTimeout(retryTimer)
        pictures.delete(id)
      }
    },
    close(): void {
      closing.abort()
      for (const { retryTimer } of pictures.values()) clearTimeout(retryTimer)
    },
  }

  function loadWaiting(): void {
    for (const [id, picture] of pictures) {
      if (loadingCount >= loadsAtOnce) return
      if (picture.state === 'waiting') load(id, picture)
    }
  }

  function load(id: string, picture: Picture): void {
    const image = new Image()
    Object.assign(picture, { image, state: 'loading' })
    loadingCount += 1
    image.decoding = 'async'
    const onEnd = (isLoaded: boolean) => {
      loadingCount -= 1
      picture.state = isLoaded ? 'loaded' : 'failed'
      if (isLoaded) onLoad()
      else if (pictures.get(id) === picture) planRetry(picture)
      loadWaiting()
    }
    image.addEventListener('load', () => onEnd(image.naturalWidth > 0), { signal })
    image.addEventListener('error', () => onEnd(false), { signal })
    image.src = `/board-pictures/${id}`
  }

  function planRetry(picture: Picture): void {
    picture.failures += 1
    if (picture.failures >= attemptsMax) return
    const delayMs = Math.min(lastRetryMs, firstRetryMs * 2 ** (picture.failures - 1))
    picture.retryTimer = setTimeout(() => {
      picture.state = 'waiting'
      loadWaiting()
    }, delayMs)
  }

  function retryAll(): void {
    for (const picture of pictures.values()) {
      if (picture.state !== 'failed') continue
      clearTimeout(picture.retryTimer)
      Object.assign(picture, { state: 'waiting', failures: 0 })
    }
    loadWaiting()
  }
}
