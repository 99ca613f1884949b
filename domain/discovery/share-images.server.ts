import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { keysOfUrl } from '#domain/files/photo-files.server.ts'
import type { ExpertPage } from '#domain/discovery/contract.ts'
import { drawShareImage } from '#domain/experts/share-image.server.ts'
import { shareImagesKeptBytes, shareImagesPerSecond, shareImagesWaitingMax } from '#kernel/limits.ts'
import type { Storage } from '#platform/storage/port.ts'

type Options = {
  storage: Pick<Storage, 'get'>
  productName: string
  draw?: typeof drawShareImage
  /** The pause between two drawings. */
  pause?: () => Promise<void>
  cacheMaxBytes?: number
}

export type ShareImages = ReturnType<typeof createShareImages>

/**
 * The preview images of shared links. Drawing is expensive and anyone can request one. So the latest images are cached,
 * concurrent requests for one image share a drawing, and drawings run one at a time with a pause.
 */
export function createShareImages({
  storage,
  productName,
  draw = drawShareImage,
  pause = () => sleep(1_000 / shareImagesPerSecond, undefined, { ref: false }),
  cacheMaxBytes = shareImagesKeptBytes,
}: Options) {
  const imageCache = new Map<string, Buffer>()
  const pendingDrawings = new Map<string, Promise<Buffer>>()
  let cachedBytes = 0
  let lastTurn: Promise<unknown> = Promise.resolve()

  return {
    /** Null when too many requests are waiting. */
    async find(expert: ExpertPage): Promise<Buffer | null> {
      const key = `${expert.id} ${shareImageVersion(expert, productName)}`
      const cached = imageCache.get(key)
      if (cached) return cacheImage(key, cached)
      const pending = pendingDrawings.get(key)
      if (pending) return pending
      if (pendingDrawings.size >= shareImagesWaitingMax) return null
      const drawing = runQueued(() => drawExpert(expert))
      pendingDrawings.set(key, drawing)
      try {
        return cacheImage(key, await drawing)
      } finally {
        pendingDrawings.delete(key)
      }
    },
  }

  function runQueued(work: () => Promise<Buffer>): Promise<Buffer> {
    const drawing = lastTurn.then(work)
    lastTurn = drawing.then(pause, pause)
    return drawing
  }

  async function drawExpert(expert: ExpertPage): Promise<Buffer> {
    const [key] = keysOfUrl(expert.photoUrl)
    const photo = key ? ((await storage.get(key))?.bytes ?? null) : null
    return draw({ ...drawnFields(expert), photo, productName })
  }

  /** Evicts the least recently requested image first. */
  function cacheImage(key: string, image: Buffer): Buffer {
    cachedBytes += image.length - (imageCache.get(key)?.length ?? 0)
    imageCache.delete(key)
    imageCache.set(key, image)
    for (const [oldest, { length }] of imageCache) {
      if (cachedBytes <= cacheMaxBytes) break
      imageCache.delete(oldest)
      cachedBytes -= length
    }
    return image
  }
}

/** Changes exactly when the image would change. */
export function shareImageVersion(expert: ExpertPage, productName: string): string {
  const drawnData = JSON.stringify([drawnFields(expert), expert.photoUrl, productName])
  return createHash('sha256').update(drawnData).digest('base64url').slice(0, 12)
}

function drawnFields({ name, title, rating, reviews, sessions, ratePaisePerMinute, verifiedAt }: ExpertPage) {
  return { name, title, rating, reviews, sessions, ratePaisePerMinute, isVerified: verifiedAt !== null }
}
