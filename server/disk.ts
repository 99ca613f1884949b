import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CannotStart } from '#platform/cannot-start.ts'
import type { Config } from '#server/config.server.ts'

const megabyte = 1024 * 1024
/** What a first start writes, with room for a day; what a start needs that has been there before; below that nothing can be kept. */
const firstStartMegabytes = 300
const nextStartMegabytes = 60
export const fullBelowMegabytes = 20

type DataPlaces = Pick<Config, 'dataDir' | 'databaseUrl' | 'storage'>

/** How much the disk of the data folder has left, where the product keeps anything there. */
export async function freeMegabytes({ dataDir, databaseUrl, storage }: DataPlaces): Promise<number> {
  if (databaseUrl && storage.kind !== 'disk') return Infinity
  let folder = dataDir
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, bsize } = await statfs(folder)
  return (bavail * bsize) / megabyte
}

export async function checkDisk(place: DataPlaces): Promise<void> {
  const isFirst = !place.databaseUrl && !existsSync(place.dataDir)
  const needed = isFirst ? firstStartMegabytes : nextStartMegabytes
  const free = await freeMegabytes(place)
  if (free >= needed) return
  throw new CannotStart(
    `The disk of ${place.dataDir} has ${Math.floor(free)} MB left, and ${needed} are needed: make room, or choose another folder with DATA_DIR.`,
  )
}

/** What failed because the disk has become full in the middle of it is said in a sentence, too. */
export async function explainFullDisk(error: unknown, place: DataPlaces): Promise<unknown> {
  if (error instanceof CannotStart) return error
  const isFull = isDiskFull(error) || (await freeMegabytes(place)) < fullBelowMegabytes
  return isFull
    ? new CannotStart(`The disk of ${place.dataDir}, or of the database, is full: make room.`, {
        cause: error,
      })
    : error
}

/** As the operating system and PostgreSQL say it. */
export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'ENOSPC' || code === '53100'
}
