import type { TestProject } from 'vitest/node'
import { removeData, startProduct } from '#tests/product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder as the first start leaves it; see tests/demo.ts. */
    firstStart: string
  }
}

/** The first start makes a database and seventy people, so it is done once for the run. */
export default async function setup(project: TestProject) {
  const product = await startProduct()
  await product.ready
  await product.stop()
  project.provide('firstStart', product.dataDir)
  return () => removeData(product)
}
