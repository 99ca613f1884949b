/** File storage. A key is a path of plain names; a file is replaced completely or not at all. */
export type Storage = {
  put(key: string, bytes: Uint8Array, fileHeaders: { contentType: string; cacheControl: string }): Promise<void>
  get(key: string): Promise<{ bytes: Uint8Array; contentType: string } | null>
  /** A missing file counts as removed. */
  remove(keys: string[]): Promise<void>
  /** All keys below a folder, which ends with a slash, sorted. */
  list(prefix: string): Promise<string[]>
}

const keyMaxLength = 512
const name = /^[A-Za-z0-9._-]{1,200}$/

/** Every adapter calls this first, so that no key leaves the storage folder. */
export function checkKey(key: string): string {
  const valid = key.length <= keyMaxLength && key.split('/').every((part) => name.test(part) && !/^\.+$/.test(part))
  if (!valid) throw new RangeError(`not a valid storage key: ${JSON.stringify(key.slice(0, 80))}`)
  return key
}

export function checkPrefix(prefix: string): string {
  if (!prefix.endsWith('/')) throw new RangeError('a storage prefix must end with a slash')
  checkKey(prefix.slice(0, -1))
  return prefix
}
