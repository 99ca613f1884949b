import { randomBytes } from 'node:crypto'
import { dayOf } from '#kernel/days.ts'
import type { AccountId } from '#kernel/ids.ts'
import { smallPhotoName } from '#kernel/small-photo.ts'
import type { Storage } from '#platform/storage/port.ts'

const urlPrefix = '/photos/'
const keyShape = /^[0-9a-f-]{36}\/\d{4}-\d\d-\d\d\/[0-9a-f]{8}(-small)?\.webp$/

/** After midnight, an upload of the day before may run for at most this long. */
const uploadWindowMs = 3_600_000

export function photoFolder(id: AccountId): string {
  return `${id}/`
}

export function newPhotoKey(id: AccountId, now: Date): string {
  return `${photoFolder(id)}${dayOf(now, 'UTC')}/${randomBytes(4).toString('hex')}.webp`
}

export function photoUrl(key: string): string {
  return urlPrefix + key
}

/** Returns the storage keys of a photo URL in a profile. Empty for a picture that is not in our storage. */
export function keysOfUrl(url: string | null): string[] {
  const key = url?.startsWith(urlPrefix) ? url.slice(urlPrefix.length) : ''
  return keyShape.test(key) ? [key, smallPhotoName(key)] : []
}

/** Returns a photo by its key. Photos are public; keys with another format return null. */
export async function findPhoto({ storage }: { storage: Storage }, key: string): Promise<Uint8Array | null> {
  if (!keyShape.test(key)) return null
  return (await storage.get(key))?.bytes ?? null
}

/** Returns the files that an aborted upload or a failed removal left behind on an earlier day. */
export function listOrphanedKeys(keys: string[], keysInUse: string[], now: Date): string[] {
  const today = dayOf(new Date(now.getTime() - uploadWindowMs), 'UTC')
  return keys.filter((key) => !keysInUse.includes(key) && (key.split('/')[1] ?? today) < today)
}
