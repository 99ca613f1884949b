import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CannotStart } from '#platform/cannot-start.ts'
import type { Config } from '#server/config.server.ts'

const megabyte = 1024 * 1024
/** Enough for the first start and one day of use. */
const firstStartMegabytes = 300
const laterStartMegabytes = 60
/** Below this the disk counts as full. */
export const fullBelowMegabytes = 20

type DataPlaces = Pick<Config, 'dataDir' | 'databaseUrl' | 'storage'>

/** The free space on the disk of the data folder; infinite if the product stores nothing there. */
export async function readFreeMegabytes({ dataDir, databaseUrl, storage }: DataPlaces): Promise<number> {
  if (databaseUrl && storage.kind !== 'disk') return Infinity
  let folder = dataDir
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, bsize } = await statfs(folder)
  return (bavail * bsize) / megabyte
}

export async function checkDisk(place: DataPlaces): Promise<void> {
  const isFirst = !place.databaseUrl && !existsSync(place.dataDir)
  const needed = isFirst ? firstStartMegabytes : laterStartMegabytes
  const free = await readFreeMegabytes(place)
  if (free >= needed) return
  throw new CannotStart(
    `The disk of ${place.dataDir} has ${Math.floor(free)} MB left, and ${needed} MB are needed: free some space, or choose another folder with DATA_DIR.`,
  )
}

/** Converts an error into one sentence when its cause is a full disk. */
export async function explainFullDisk(error: unknown, place: DataPlaces): Promise<unknown> {
  if (error instanceof CannotStart) return error
  const isFull = isDiskFull(error) || (await readFreeMegabytes(place)) < fullBelowMegabytes
  return isFull
    ? new CannotStart(`The disk of ${place.dataDir}, or of the database, is full: free some space.`, {
        cause: error,
      })
    : error
}

/** The error codes of the operating system and PostgreSQL. */
export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'ENOSPC' || code === '53100'
}
