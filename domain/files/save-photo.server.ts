import { countInHour, photoCountKey } from '#domain/accounts/hourly-counts.server.ts'
import { replaceAvatar } from '#domain/accounts/profile-rows.server.ts'
import type { Context } from '#domain/context.server.ts'
import { setExpertPhoto } from '#domain/experts/ensure-expert.server.ts'
import type { DecodeQueue } from '#domain/files/decode-queue.server.ts'
import { photoFolder, keysOfUrl, listOrphanedKeys, newPhotoKey, photoUrl } from '#domain/files/photo-files.server.ts'
import { cropSchema, preparePhoto } from '#domain/files/photo-image.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { Crop } from '#kernel/crop.ts'
import type { AccountId } from '#kernel/ids.ts'
import { photoCacheSeconds, photoUploadsPerHour } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { smallPhotoName } from '#kernel/small-photo.ts'
import type { Storage } from '#platform/storage/port.ts'

export type PhotoContext = Context & {
  storage: Storage
  decodeQueue: DecodeQueue
  log: { warn(details: object, message: string): void }
}

const storageOptions = { contentType: 'image/webp', cacheControl: `public, max-age=${photoCacheSeconds}` }

/**
 * Stores the files before the profile references them, and removes the previous ones afterwards. Of two concurrent
 * uploads the last commit wins, and each upload removes exactly the photo that it replaced.
 */
export async function savePhoto(
  ctx: PhotoContext,
  input: { bytes: Uint8Array; crop?: Crop },
): Promise<{ url: string }> {
  allow(ctx.actor, 'signedIn')
  const { id } = ctx.actor
  const crop = parse(cropSchema.optional(), input.crop)
  // Decoding is expensive, so refused pictures count too.
  const limit = { key: photoCountKey(id), max: photoUploadsPerHour, refusal: 'too_many_photos' } as const
  await countInHour(ctx.db, limit, ctx.clock.now())
  const { large, small } = await ctx.decodeQueue.run(id, () => preparePhoto(input.bytes, crop))

  const key = newPhotoKey(id, ctx.clock.now())
  const keys = [key, smallPhotoName(key)]
  const url = photoUrl(key)
  let isStored = false
  let replaced: string[]
  try {
    await ctx.storage.put(key, large, storageOptions)
    await ctx.storage.put(smallPhotoName(key), small, storageOptions)
    isStored = true
    replaced = await replacePhoto(ctx, id, url)
  } catch (error) {
    // If the transaction failed, it may still have committed, so a later clean-up decides about the files.
    if (!isStored || error instanceof Refusal) await removeFiles(ctx, keys)
    throw error
  }
  await cleanUp(ctx, id, { replaced, keysInUse: keys })
  return { url }
}

/** Removes the photo; the initials are shown again. */
export async function removePhoto(ctx: PhotoContext): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const { id } = ctx.actor
  await cleanUp(ctx, id, { replaced: await replacePhoto(ctx, id, null), keysInUse: [] })
}

/** Removes every file of an account that is being deleted. Throws if a file may remain, so that the job retries. */
export async function removeEveryPhoto({ storage }: Pick<PhotoContext, 'storage'>, id: AccountId): Promise<void> {
  await storage.remove(await storage.list(photoFolder(id)))
}

/** Sets the URL in every record that shows it, and returns the keys of the previous files. */
async function replacePhoto(ctx: Context, id: AccountId, url: string | null): Promise<string[]> {
  const now = ctx.clock.now()
  const { before, expertId } = await inTransaction(ctx, async ({ db }) => {
    const replaced = await replaceAvatar(db, { id, url, now })
    if (!replaced) throw new Refusal('no_such_person')
    return { ...replaced, expertId: await setExpertPhoto(db, { accountId: id, url, now }) }
  })
  ctx.publish(`account:${id}`, { type: 'changed' })
  if (expertId) ctx.publish(`expert:${expertId}`, { type: 'changed' })
  return keysOfUrl(before)
}

/** Files that cannot be removed now are removed by a later upload. */
async function cleanUp(
  ctx: PhotoContext,
  id: AccountId,
  { replaced, keysInUse }: { replaced: string[]; keysInUse: string[] },
): Promise<void> {
  await removeFiles(ctx, replaced)
  try {
    const orphanedKeys = listOrphanedKeys(await ctx.storage.list(photoFolder(id)), keysInUse, ctx.clock.now())
    if (orphanedKeys.length > 0) await ctx.storage.remove(orphanedKeys)
  } catch (error) {
    ctx.log.warn({ err: error, accountId: id }, 'leftover photos could not be cleaned up')
  }
}

async function removeFiles({ storage, log }: PhotoContext, keys: string[]): Promise<void> {
  try {
    if (keys.length > 0) await storage.remove(keys)
  } catch (error) {
    log.warn({ err: error, keys }, 'photos could not be removed')
  }
}
