import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import setUpPostgres from '#tests/postgres.ts'
import { newScratchFolder } from '#scripts/scratch.mjs'
import { copyData, isAlive, readPostgresPid, type Product, removeData, startProduct } from '#tests/product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of the first start, and what was observed; asserted in tests/start/start-and-stop.test.ts. */
    firstStart: {
      dataDir: string
      port: number
      output: string
      readinessStatus: number
      exitCode: number | null
      isDatabaseAlive: boolean
    }
    /** A running demo, for every file that does not stop, break or reconfigure it. */
    demo: { origin: string; port: number; dataDir: string; databaseUrl: string }
  }
}

/** Runs the first start (a database and 70 people) and one shared demo once per test run, because both are slow. */
export default async function setup(project: TestProject) {
  const [tearDownPostgres, first] = await Promise.all([setUpPostgres(project), startAndStop()])
  project.provide('firstStart', first)
  const demo = await startProduct({ DATA_DIR: await copyData(first.dataDir) })
  await demo.ready
  const { origin, port, dataDir } = demo
  const databaseUrl = await readFile(join(dataDir, 'database-url'), 'utf8')
  project.provide('demo', { origin, port, dataDir, databaseUrl })
  return async () => {
    assertRunning(demo)
    await demo.stop()
    // A full test run reuses the data of the first start.
    const removeFirst = process.env.FIRST_START ? undefined : removeData(first)
    await Promise.all([removeData(demo), removeFirst, tearDownPostgres()])
  }
}

async function startAndStop() {
  const product = await startProduct({
    DATA_DIR: process.env.FIRST_START ?? (await newScratchFolder('product')),
  })
  await product.ready
  const readinessStatus = (await fetch(`${product.origin}/readyz`)).status
  const databasePid = await readPostgresPid(product)
  const { code: exitCode } = await product.stop()
  const isDatabaseAlive = isAlive(databasePid)
  // A stopped product may leave its database running briefly, and a folder being written cannot be copied.
  while (isAlive(databasePid)) await sleep(50)
  const { dataDir, port } = product
  return { dataDir, port, output: product.output(), readinessStatus, exitCode, isDatabaseAlive }
}

/** A crash of the shared product fails many tests; its output shows why. */
function assertRunning({ process, output }: Product): void {
  if (process.exitCode !== null || process.signalCode !== null)
    throw new Error(`the shared demo exited during the tests: ${output().slice(-4_000)}`)
}
