import { rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, readPostgresPid, startProduct } from '#tests/product.ts'

/** The data folder and the observed results of a first start. */
export type FirstStart = {
  dataDir: string
  port: number
  output: string
  readinessStatus: number
  exitCode: number | null
  isDatabaseAlive: boolean
}

/**
 * Returns the first start in this folder, and runs it unless that has been done. scripts/test.mjs runs this file early,
 * beside the database tests, because a first start (a database and 70 people) is slow.
 */
export async function getFirstStart(dataDir: string): Promise<FirstStart> {
  const stored = await readFile(resultsOf(dataDir), 'utf8').catch(() => null)
  if (stored) return JSON.parse(stored) as FirstStart
  // A failed run may have left an incomplete folder.
  rmSync(dataDir, { recursive: true, force: true })
  const results = await startAndStop(dataDir)
  await writeFile(resultsOf(dataDir), JSON.stringify(results))
  return results
}

/** Beside the folder, because the folder is copied. It is written last, so it also marks the folder as complete. */
function resultsOf(dataDir: string): string {
  return `${dataDir}.json`
}

async function startAndStop(dataDir: string): Promise<FirstStart> {
  const product = await startProduct({ DATA_DIR: dataDir })
  // scripts/test.mjs interrupts this process only.
  const stop = () => void product.stop()
  process.once('SIGINT', stop)
  await product.ready.finally(() => process.off('SIGINT', stop))
  const readinessStatus = (await fetch(`${product.origin}/readyz`)).status
  const databasePid = await readPostgresPid(product)
  const { code: exitCode } = await product.stop()
  const isDatabaseAlive = isAlive(databasePid)
  // The database may run briefly after the product. Its folder can be copied only after the database has stopped.
  while (isAlive(databasePid)) await sleep(50)
  return { dataDir, port: product.port, output: product.output(), readinessStatus, exitCode, isDatabaseAlive }
}

if (import.meta.main) await getFirstStart(String(process.argv[2]))
