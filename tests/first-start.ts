import type { TestProject } from 'vitest/node'
import { firstStart } from '#tests/product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder as the first start leaves it; see tests/demo.ts. */
    firstStart: string
  }
}

/** The first start makes a database and seventy people, so it is done once for the run. */
export default async function setup(project: TestProject) {
  project.provide('firstStart', await firstStart())
}
