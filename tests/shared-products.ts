import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import setUpPostgres from '#tests/postgres.ts'
import { newScratchFolder } from '#scripts/scratch.mjs'
import { type FirstStart, getFirstStart } from '#tests/first-start.ts'
import { copyData, type Product, removeData, startProduct } from '#tests/product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** tests/start/start-and-stop.test.ts asserts the results. */
    firstStart: FirstStart
    /** A running demo, for every file that does not stop, break or reconfigure it. */
    demo: { origin: string; port: number; dataDir: string; databaseUrl: string }
  }
}

/** Runs the first start and one shared demo once per test run, because both are slow. */
export default async function setup(project: TestProject) {
  const firstFolder = process.env.FIRST_START ?? (await newScratchFolder('product'))
  const [tearDownPostgres, first] = await Promise.all([setUpPostgres(project), getFirstStart(firstFolder)])
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

/** A crash of the shared product fails many tests. Its output shows why. */
function assertRunning({ process, output }: Product): void {
  if (process.exitCode !== null || process.signalCode !== null)
    throw new Error(`the shared demo exited during the tests: ${output().slice(-4_000)}`)
}
