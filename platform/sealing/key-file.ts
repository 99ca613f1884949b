import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '#platform/cannot-start.ts'
import { createSealer, type DataKey, newDataKey, readDataKeys } from '#platform/sealing/aes-gcm.ts'
import type { Sealer } from '#platform/sealing/port.ts'

type Settings = { dataKeys?: DataKey[] | undefined; dataDir: string }

export async function openSealer({ dataKeys, dataDir }: Settings): Promise<Sealer> {
  return createSealer(dataKeys ?? (await getOrCreateKeyFile(dataDir)))
}

/** The keys of the embedded mode, which makes one for itself. Whoever copies the data folder copies them with it. */
export async function getOrCreateKeyFile(dataDir: string): Promise<DataKey[]> {
  const file = join(dataDir, 'data-keys')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // Of two that begin at once one gives the file its name, when it is whole, and both read it.
  const fresh = `${file}.${randomUUID()}`
  await writeFile(fresh, `${newDataKey()}\n`, { mode: 0o600 })
  await link(fresh, file).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(fresh)
  const keys = readDataKeys((await readFile(file, 'utf8')).trim())
  if (!keys)
    throw new CannotStart(`${file} holds no keys: put back the one that was there, or set DATA_KEYS.`)
  return keys
}
