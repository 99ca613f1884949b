/** Loads pictures of a board once, and reports when one is ready. */
export function createPictures(onLoad: () => void) {
  const pictures = new Map<string, HTMLImageElement>()
  return {
    /** Null while the picture is loading, or when it cannot be loaded. */
    get(id: string): HTMLImageElement | null {
      const known = pictures.get(id)
      if (known) return known.complete && known.naturalWidth > 0 ? known : null
      const picture = new Image()
      picture.decoding = 'async'
      picture.addEventListener('load', onLoad)
      picture.src = `/board-pictures/${id}`
      pictures.set(id, picture)
      return null
    },
  }
}
