const firstRetryMs = 2_000
const lastRetryMs = 60_000

type Picture = { image: HTMLImageElement; failures: number; retryTimer?: ReturnType<typeof setTimeout> }

/** Loads pictures of a board once, and reports when one is ready. A picture that fails is tried again later. */
export function createPictures(onLoad: () => void) {
  const pictures = new Map<string, Picture>()
  const closing = new AbortController()
  const { signal } = closing
  window.addEventListener('online', retryAll, { signal })

  return {
    /** Null while the picture is loading, or when it cannot be loaded. */
    get(id: string): HTMLImageElement | null {
      const image = pictures.get(id)?.image
      if (image) return image.complete && image.naturalWidth > 0 ? image : null
      load(id, 0)
      return null
    },
    close(): void {
      closing.abort()
      for (const { retryTimer } of pictures.values()) clearTimeout(retryTimer)
    },
  }

  function load(id: string, failures: number): void {
    const image = new Image()
    const picture: Picture = { image, failures }
    pictures.set(id, picture)
    image.decoding = 'async'
    image.addEventListener('load', onLoad, { signal })
    image.addEventListener(
      'error',
      () => {
        const delayMs = Math.min(lastRetryMs, firstRetryMs * 2 ** failures)
        picture.retryTimer = setTimeout(load, delayMs, id, failures + 1)
      },
      { signal },
    )
    image.src = `/board-pictures/${id}`
  }

  function retryAll(): void {
    for (const [id, { retryTimer, failures }] of pictures) {
      if (retryTimer === undefined) continue
      clearTimeout(retryTimer)
      load(id, failures + 1)
    }
  }
}
