import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { cast } from '#seeds/cast.ts'
import { startDemo } from '#tests/demo.ts'
import { type Product, removeData, startProduct } from '#tests/product.ts'

const stopWithinMs = 5_000
const products: Product[] = []

async function start(...args: Parameters<typeof startProduct>): Promise<Product> {
  const product = await startProduct(...args)
  products.push(product)
  return product
}

async function startAgain(): Promise<Product> {
  const product = await startDemo()
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

async function postgresPid(product: Product): Promise<number> {
  return Number((await readFile(join(product.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('the embedded product', () => {
  test.each([
    ['SIGTERM', 'first', start],
    ['SIGINT', 'second', startAgain],
  ] as const)(
    'serves, prints its sign-ins, and %s ends all of it, at its %s start',
    async (signal, _which, begin) => {
      const product = await begin()
      await product.ready
      expect(product.output()).toContain(`http://localhost:${product.port}`)
      for (const { email, password } of Object.values(cast))
        expect(product.output()).toContain(`${email}  ${password}`)
      expect((await fetch(`${product.origin}/readyz`)).status).toBe(200)
      const database = await postgresPid(product)
      const { code, ms } = await product.stop(signal)
      expect(code).toBe(0)
      expect(ms).toBeLessThan(stopWithinMs)
      expect(isAlive(database)).toBe(false)
    },
  )

  test('a request that never ends does not hold up the stop', async () => {
    const product = await startAgain()
    await product.ready
    const socket = (await import('node:net')).connect(product.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n')
    const { code, ms } = await product.stop()
    expect(code).toBe(0)
    expect(ms).toBeLessThan(stopWithinMs)
    socket.destroy()
  })

  test('two copies run side by side, and the data outlives a restart', async () => {
    const [first, second] = await Promise.all([start(), startAgain()])
    await Promise.all([first.ready, second.ready])
    expect(first.output()).toContain('Adding the demo people')
    await first.stop()
    const again = await start({ DATA_DIR: first.dataDir })
    await again.ready
    expect(again.output()).not.toContain('Adding the demo people')
    expect((await fetch(`${second.origin}/readyz`)).status).toBe(200)
  })

  test('a lock that a crash left behind heals, even when a stranger has its number now', async () => {
    const product = await startAgain()
    await product.ready
    const lock = join(product.dataDir, 'postgres/postmaster.pid')
    const content = await readFile(lock, 'utf8')
    const database = await postgresPid(product)
    await product.stop('SIGKILL')
    await expect.poll(() => isAlive(database), { timeout: 10_000 }).toBe(false)
    await writeFile(lock, content.replace(/^\d+/, String(process.pid)))
    const again = await start({ DATA_DIR: product.dataDir })
    await again.ready
    expect((await fetch(`${again.origin}/readyz`)).status).toBe(200)
  })

  test('a first start that was killed in its middle is made good by the next', async () => {
    const product = await start()
    await expect
      .poll(() => product.output(), { timeout: 20_000, interval: 5 })
      .toContain('Starting PostgreSQL')
    await product.stop('SIGKILL')
    const again = await start({ DATA_DIR: product.dataDir })
    await again.ready
    expect((await fetch(`${again.origin}/`)).status).toBe(200)
  })
})

describe('what cannot work ends with one sentence and changes nothing:', () => {
  async function refusal(...args: Parameters<typeof startProduct>): Promise<string> {
    const product = await start(...args)
    // Not its end alone: what it said last may still be on its way then.
    const [code] = await once(product.process, 'close')
    expect(code).toBe(1)
    expect(product.output()).not.toMatch(/\n\s+at /)
    return product.output()
  }

  test('a taken port', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    expect(await refusal({}, { port })).toContain(`Port ${port} on 127.0.0.1 is taken`)
    taken.close()
  })

  test('a data folder that cannot be written', async () => {
    expect(await refusal({ DATA_DIR: '/dev/null/data' })).toContain(
      'The data folder /dev/null/data cannot be written',
    )
  })

  test('a data folder that another copy uses', async () => {
    const product = await startAgain()
    await product.ready
    expect(await refusal({ DATA_DIR: product.dataDir })).toContain('Another copy of Samjhao is using')
    expect((await fetch(`${product.origin}/readyz`)).status).toBe(200)
  })

  test('a database that does not answer', async () => {
    const output = await refusal({ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' })
    expect(output).toContain('The database at 127.0.0.1:1/x does not answer')
    expect(output).not.toContain('hunter2')
  })

  test('a variable with a wrong value', async () => {
    expect(await refusal({ LOG_LEVEL: 'loud' })).toContain('LOG_LEVEL must be one of')
  })
})
