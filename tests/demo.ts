import { afterEach, inject } from 'vitest'
import { copyData, type Product, removeData, startProduct } from '#tests/product.ts'
import { newScratchFolder } from '#scripts/scratch.mjs'

/** Starts the product in its own data folder, with the demo people of a first start. */
export async function startDemo(environment: Record<string, string> = {}): Promise<Product> {
  return startProduct({ ...environment, DATA_DIR: await copyData(inject('firstStart').dataDir) })
}

/** For tests that start and stop products. Stops running products and removes their folders after each test. */
export function useProducts() {
  const running: Product[] = []
  const folders: string[] = []
  async function track(starting: Promise<Product>, { removesData }: { removesData: boolean }) {
    const product = await starting
    running.push(product)
    if (removesData) folders.push(product.dataDir)
    return product
  }
  afterEach(async () => {
    for (const product of running.splice(0)) await product.stop('SIGKILL')
    for (const dataDir of folders.splice(0)) await removeData({ dataDir })
  })
  return {
    /** A folder passed by the test is not removed, because another product owns it. */
    async start(environment: Record<string, string> = {}, options?: Parameters<typeof startProduct>[1]) {
      const dataDir = environment.DATA_DIR ?? (await newScratchFolder('product'))
      const starting = startProduct({ ...environment, DATA_DIR: dataDir }, options)
      return track(starting, { removesData: !environment.DATA_DIR })
    },
    /** Starts a product with the data of a first start. */
    startAgain: (environment?: Record<string, string>) => track(startDemo(environment), { removesData: true }),
  }
}
