import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, inject } from 'vitest'
import { copyData, type Product, removeData, startProduct } from '#tests/product.ts'

/** The product with its demo people, as after its first start, on a data folder of its own. */
export async function startDemo(): Promise<Product> {
  return startProduct({ DATA_DIR: await copyData(inject('firstStart')) })
}

/** For tests that start and end products themselves; whatever is left after a test is ended and removed. */
export function useProducts() {
  const products: Product[] = []
  const keep = async (starting: Promise<Product>) => {
    const product = await starting
    products.push(product)
    return product
  }
  afterEach(async () => {
    for (const product of products.splice(0)) {
      if (product.process.exitCode === null && product.process.signalCode === null)
        await product.stop('SIGKILL')
      await removeData(product)
    }
  })
  return {
    start: (...args: Parameters<typeof startProduct>) => keep(startProduct(...args)),
    /** As after its first start. */
    startAgain: () => keep(startDemo()),
  }
}

export async function postgresPid(product: Product): Promise<number> {
  return Number((await readFile(join(product.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
