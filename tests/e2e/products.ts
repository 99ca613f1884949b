import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A billed minute lasts 6 seconds in the product for calls, so that tests run fast. No other duration is shortened. */
export const minuteMs = 6_000

// scripts/test.mjs sets free ports and a temporary folder. The defaults are for manual runs.
const scratch = process.env.E2E_SCRATCH ?? join(tmpdir(), 'samjhao-e2e')

/** Opens the metrics of the product for calls. */
export const metricsToken = 'a token of the journeys'

/** The products that a run starts once for all journeys. See playwright.config.ts. */
export const products = {
  pages: describe('pages', process.env.E2E_PORT ?? '3410'),
  calls: describe('calls', process.env.E2E_CALLS_PORT ?? '3411'),
  development: describe('development', process.env.E2E_DEVELOPMENT_PORT ?? '3412'),
}

export type RunningProduct = ReturnType<typeof describe>

function describe(name: string, port: string) {
  return {
    port: Number(port),
    origin: `http://localhost:${port}`,
    dataDir: join(scratch, name),
    log: join(scratch, `${name}.log`),
  }
}
