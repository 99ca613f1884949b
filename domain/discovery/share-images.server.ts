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
  /** What is waited for between two drawings. */
  pause?: () => Promise<void>
  keptBytesMax?: number
}

export type ShareImages = ReturnType<typeof createShareImages>

/**
 * The pictures that go with shared links. Drawing one costs far more than sending it, and anybody can ask, so the latest are
 * kept, those who ask for the same at once wait for one drawing, and drawings come one after the other with a pause.
 */
export function createShareImages({
  storage,
  productName,
  draw = drawShareImage,
  pause = () => sleep(1_000 / shareImagesPerSecond, undefined, { ref: false }),
  keptBytesMax = shareImagesKeptBytes,
}: Options) {
  const kept = new Map<string, Buffer>()
  const underWay = new Map<string, Promise<Buffer>>()
  let keptBytes = 0
  let lastTurn: Promise<unknown> = Promise.resolve()

  return {
    /** Nothing when too many are waiting already. */
    async find(expert: ExpertPage): Promise<Buffer | null> {
      const key = `${expert.id} ${shareImageVersion(expert, productName)}`
      const found = kept.get(key)
      if (found) return keep(key, found)
      const theirs = underWay.get(key)
      if (theirs) return theirs
      if (underWay.size >= shareImagesWaitingMax) return null
      const drawing = inTurn(() => drawExpert(expert))
      underWay.set(key, drawing)
      try {
        return keep(key, await drawing)
      } finally {
        underWay.delete(key)
      }
    },
  }

  function inTurn(work: () => Promise<Buffer>): Promise<Buffer> {
    const drawing = lastTurn.then(work)
    lastTurn = drawing.then(pause, pause)
    return drawing
  }

  async function drawExpert(expert: ExpertPage): Promise<Buffer> {
    const [key] = keysOfUrl(expert.photoUrl)
    const photo = key ? ((await storage.get(key))?.bytes ?? null) : null
    return draw({ ...drawn(expert), photo, productName })
  }

  /** The one that was asked for last stays longest. */
  function keep(key: string, image: Buffer): Buffer {
    keptBytes += image.length - (kept.get(key)?.length ?? 0)
    kept.delete(key)
    kept.set(key, image)
    for (const [oldest, { length }] of kept) {
      if (keptBytes <= keptBytesMax) break
      kept.delete(oldest)
      keptBytes -= length
    }
    return image
  }
}

/** The same as long as the picture would come out the same. */
export function shareImageVersion(expert: ExpertPage, productName: string): string {
  const shown = JSON.stringify([drawn(expert), expert.photoUrl, productName])
  return createHash('sha256').update(shown).digest('base64url').slice(0, 12)
}

function drawn({ name, title, rating, reviews, sessions, ratePaisePerMinute, verifiedAt }: ExpertPage) {
  return { name, title, rating, reviews, sessions, ratePaisePerMinute, isVerified: verifiedAt !== null }
}
