import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openStorage, type StorageSettings } from '#platform/storage/open.ts'
import { createS3Storage } from '#platform/storage/s3.ts'

/** Stores, reads and deletes a small file. `isPublic`: everybody may read the files of the bucket. */
export async function tryStorage(
  settings: StorageSettings,
  { signal, triesStrangers }: { signal: AbortSignal; triesStrangers: boolean },
): Promise<{ isPublic: boolean }> {
  const s3 = settings.kind === 's3' ? createS3Storage(settings) : undefined
  const storage = s3 ?? openStorage(settings)
  const key = `doctor/${randomUUID()}`
  const bytes = Buffer.from(key)
  let isStored = false
  const newFolder = settings.kind === 'disk' ? findFirstMissing(settings.folder) : undefined
  try {
    await storage.put(key, bytes, { contentType: 'application/octet-stream', cacheControl: 'no-store' })
    isStored = true
    const found = await storage.get(key)
    if (!found || !bytes.equals(found.bytes)) throw new Error('a stored file was not returned as it was stored')
    const isPublic = settings.kind === 's3' && triesStrangers && (await mayStrangersRead(settings, { key, signal }))
    await storage.remove([key])
    isStored = false
    if (await storage.get(key)) throw new Error('a deleted file is still there')
    return { isPublic }
  } finally {
    if (isStored) await storage.remove([key]).catch(() => undefined)
    if (settings.kind === 'disk' && newFolder) await removeEmpty(settings.folder, newFolder)
    await s3?.close()
  }
}

/** Before the first start, the folder does not exist, and it must not exist afterwards. */
function findFirstMissing(folder: string): string | undefined {
  let missing: string | undefined
  for (let each = folder; !existsSync(each); each = dirname(each)) missing = each
  return missing
}

async function removeEmpty(from: string, last: string): Promise<void> {
  try {
    for (let folder = from; folder.length >= last.length; folder = dirname(folder)) await rmdir(folder)
  } catch {
    // The product has stored something meanwhile, or the folder was not created.
  }
}

/** Requests the file without a key, by the same path as the client of S3. */
async function mayStrangersRead(
  { endpoint, bucket }: { endpoint: string; bucket: string },
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<boolean> {
  const answer = await fetch(`${endpoint.replace(/\/$/, '')}/${bucket}/${key}`, { signal, redirect: 'manual' })
  await answer.body?.cancel()
  return answer.ok
}
