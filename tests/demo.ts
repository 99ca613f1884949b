import { afterEach, inject } from 'vitest'
import { copyData, type Product, removeData, startProduct } from '#tests/product.ts'
import { newScratchFolder } from '#scripts/scratch.mjs'

/** The product with its demo people, as after its first start, on a data folder of its own. */
export async function startDemo(): Promise<Product> {
  return startProduct({ DATA_DIR: await copyData(inject('firstStart').dataDir) })
}

/** For tests that start and end products themselves. Whatever still runs after a test is ended, and the folders made for it go. */
export function useProducts() {
  const running: Product[] = []
  const folders: string[] = []
  async function keep(starting: Promise<Product>, { removesData }: { removesData: boolean }) {
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
    /** A folder that the test names is not removed: it belongs to another product. */
    async start(environment: Record<string, string> = {}, options?: Parameters<typeof startProduct>[1]) {
      const dataDir = environment.DATA_DIR ?? (await newScratchFolder('product'))
      const starting = startProduct({ ...environment, DATA_DIR: dataDir }, options)
      return keep(starting, { removesData: !environment.DATA_DIR })
    },
    /** As after its first start. */
    startAgain: () => keep(startDemo(), { removesData: true }),
  }
}
