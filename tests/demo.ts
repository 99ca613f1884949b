import { execFileSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Product, startProduct } from '#tests/product.ts'

/** The product with its demo people, as after its first start, on a data folder of its own. */
export async function startDemo(): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'samjhao-product-'))
  // Node's own copying would give every file to us, and PostgreSQL does not run as root.
  execFileSync('cp', ['-a', `${inject('firstStart')}/.`, dataDir])
  return startProduct({ DATA_DIR: dataDir })
}
