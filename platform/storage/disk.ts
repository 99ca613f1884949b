import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { checkKey, checkPrefix, type Storage } from '#platform/storage/port.ts'

/** No key contains this character, so sidecar files cannot be mistaken for stored files. */
const sidecarSuffix = '~'
const attemptsMax = 5

/** Stores plain files in a local folder, each with a sidecar file for its content type. */
export function createDiskStorage(folder: string): Storage {
  const toPath = (key: string) => join(folder, ...checkKey(key).split('/'))
  return {
    async put(key, bytes, { contentType }) {
      const path = toPath(key)
      await replace(`${path}${sidecarSuffix}type`, Buffer.from(contentType))
      await replace(path, bytes)
    },
    async get(key) {
      const path = toPath(key)
      const bytes = await readFile(path).catch(nullIfMissing)
      if (!bytes) return null
      const contentType = await readFile(`${path}${sidecarSuffix}type`, 'utf8').catch(nullIfMissing)
      return { bytes, contentType: contentType ?? 'application/octet-stream' }
    },
    async remove(keys) {
      for (const path of keys.map(toPath)) {
        await rm(path, { force: true })
        await rm(`${path}${sidecarSuffix}type`, { force: true })
        await removeEmptyFolders(dirname(path), folder)
      }
    },
    async list(prefix) {
      const start = join(folder, ...checkPrefix(prefix).split('/'))
      const entries = await readdir(start, { recursive: true, withFileTypes: true }).catch(nullIfMissing)
      return (entries ?? [])
        .filter((entry) => entry.isFile() && !entry.name.includes(sidecarSuffix))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
        .toSorted()
    },
  }
}

/** A reader sees the old or the new file, never a partial one, even after a power failure. */
async function replace(path: string, bytes: Uint8Array): Promise<void> {
  const newFile = `${path}${sidecarSuffix}${randomUUID()}`
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(path), { recursive: true })
    try {
      await writeFile(newFile, bytes, { flush: true })
      return await rename(newFile, path)
    } catch (error) {
      // A concurrent removal of the last file may have removed the folder.
      if (isMissing(error) && attempt < attemptsMax) continue
      await rm(newFile, { force: true })
      throw error
    }
  }
}

async function removeEmptyFolders(from: string, root: string): Promise<void> {
  try {
    for (let folder = from; folder !== root; folder = dirname(folder)) await rmdir(folder)
  } catch {
    // The folder holds other files, or is already gone.
  }
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ENOENT|ENOTDIR|EISDIR)$/.test(String(error.code))
}
