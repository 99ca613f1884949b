import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { products, type RunningProduct } from '#tests/e2e/products.ts'

const startTimeoutMs = 90_000
const pollEveryMs = 100

/** Waits until all products are ready. Playwright itself would start one after the other. */
export default async function waitForProducts(): Promise<void> {
  const deadlineMs = performance.now() + startTimeoutMs
  await Promise.all(Object.values(products).map((product) => waitUntilReady(product, deadlineMs)))
}

async function waitUntilReady({ port, log }: RunningProduct, deadlineMs: number): Promise<void> {
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok
  while (!(await isReady())) {
    if (performance.now() > deadlineMs) {
      const output = await readFile(log, 'utf8').catch(() => '')
      throw new Error(`The product at port ${port} is not ready:\n${output.slice(-4_000)}`)
    }
    await sleep(pollEveryMs)
  }
}
