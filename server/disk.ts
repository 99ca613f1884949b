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

type DataSettings = Pick<Config, 'dataDir' | 'databaseUrl' | 'storage'>

/** The free space on the disk of the data folder; infinite if the product stores nothing there. */
export async function readFreeMegabytes({ dataDir, databaseUrl, storage }: DataSettings): Promise<number> {
  if (databaseUrl && storage.kind !== 'disk') return Infinity
  let folder = dataDir
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, bsize } = await statfs(folder)
  return (bavail * bsize) / megabyte
}

export async function checkDisk(settings: DataSettings): Promise<void> {
  const isFirst = !settings.databaseUrl && !existsSync(settings.dataDir)
  const needed = isFirst ? firstStartMegabytes : laterStartMegabytes
  const free = await readFreeMegabytes(settings)
  if (free >= needed) return
  throw new CannotStart(
    `The disk of ${settings.dataDir} has ${Math.floor(free)} MB left, and ${needed} MB are needed: free some space, or choose another folder with DATA_DIR.`,
  )
}

/** Converts an error into one sentence when its cause is a full disk. */
export async function explainFullDisk(error: unknown, settings: DataSettings): Promise<unknown> {
  if (error instanceof CannotStart) return error
  const isFull = isDiskFull(error) || (await readFreeMegabytes(settings)) < fullBelowMegabytes
  return isFull
    ? new CannotStart(`The disk of ${settings.dataDir}, or of the database, is full: free some space.`, {
        cause: error,
      })
    : error
}

/** The error codes of the operating system and PostgreSQL. */
export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'ENOSPC' || code === '53100'
}
