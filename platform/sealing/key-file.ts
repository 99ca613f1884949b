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

/** The keys of the embedded mode, which creates its own. A copy of the data folder contains them. */
export async function getOrCreateKeyFile(dataDir: string): Promise<DataKey[]> {
  const file = join(dataDir, 'data-keys')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // When two processes start at the same time, one links its complete file, and both read it.
  const newFile = `${file}.${randomUUID()}`
  await writeFile(newFile, `${newDataKey()}\n`, { mode: 0o600 })
  await link(newFile, file).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(newFile)
  const keys = readDataKeys((await readFile(file, 'utf8')).trim())
  if (!keys) throw new CannotStart(`${file} holds no keys: restore its earlier content, or set DATA_KEYS.`)
  return keys
}
