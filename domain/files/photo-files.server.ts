import { randomBytes } from 'node:crypto'
import { dayOf } from '#kernel/days.ts'
import type { AccountId } from '#kernel/ids.ts'
import { smallPhotoName } from '#kernel/small-photo.ts'
import type { Storage } from '#platform/storage/port.ts'

const addressPrefix = '/photos/'
const keyShape = /^[0-9a-f-]{36}\/\d{4}-\d\d-\d\d\/[0-9a-f]{8}(-small)?\.webp$/

/** No upload is under way for this long, so what is older than a day and an hour and belongs to nobody was left behind. */
const uploadWindowMs = 3_600_000

export function folderOf(id: AccountId): string {
  return `${id}/`
}

export function newPhotoKey(id: AccountId, now: Date): string {
  return `${folderOf(id)}${dayOf(now, 'UTC')}/${randomBytes(4).toString('hex')}.webp`
}

export function photoUrl(key: string): string {
  return addressPrefix + key
}

/** The files behind an address that stands in a profile; none for a picture that is not kept in the storage. */
export function keysOfUrl(url: string | null): string[] {
  const key = url?.startsWith(addressPrefix) ? url.slice(addressPrefix.length) : ''
  return keyShape.test(key) ? [key, smallPhotoName(key)] : []
}

/** A photo by the rest of its address. Anybody may see it; keys of another shape lead to nothing. */
export async function findPhoto({ storage }: { storage: Storage }, key: string): Promise<Uint8Array | null> {
  if (!keyShape.test(key)) return null
  return (await storage.get(key))?.bytes ?? null
}

/** Of a person's files, those that a broken-off upload or a failed removal left behind on an earlier day. */
export function orphanedKeys(keys: string[], keysInUse: string[], now: Date): string[] {
  const today = dayOf(new Date(now.getTime() - uploadWindowMs), 'UTC')
  return keys.filter((key) => !keysInUse.includes(key) && (key.split('/')[1] ?? today) < today)
}
