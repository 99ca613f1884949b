/** Where files live. A key is a path of plain names; what is stored under one is replaced whole or not at all. */
export type Storage = {
  put(
    key: string,
    bytes: Uint8Array,
    fileHeaders: { contentType: string; cacheControl: string },
  ): Promise<void>
  get(key: string): Promise<{ bytes: Uint8Array; contentType: string } | null>
  /** What is not there counts as removed. */
  remove(keys: string[]): Promise<void>
  /** All keys below a folder, which ends with a slash, in order. */
  list(prefix: string): Promise<string[]>
}

const keyMaxLength = 512
const name = /^[A-Za-z0-9._-]{1,200}$/

/** Every adapter asks this first, so that no key leads out of the place where files live. */
export function checkKey(key: string): string {
  const valid =
    key.length <= keyMaxLength && key.split('/').every((part) => name.test(part) && !/^\.+$/.test(part))
  if (!valid) throw new RangeError(`not a key of the storage: ${JSON.stringify(key.slice(0, 80))}`)
  return key
}

export function checkPrefix(prefix: string): string {
  if (!prefix.endsWith('/')) throw new RangeError('a prefix of the storage ends with a slash')
  checkKey(prefix.slice(0, -1))
  return prefix
}
