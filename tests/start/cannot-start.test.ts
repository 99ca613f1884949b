import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, inject, test } from 'vitest'
import { useProducts } from '#tests/demo.ts'

const { start } = useProducts()

describe('a failed start exits with one sentence and changes nothing:', () => {
  async function failToStart(...args: Parameters<typeof start>): Promise<string> {
    const product = await start(...args)
    // Waits for 'close', because output may still arrive after 'exit'.
    const [code] = await once(product.process, 'close')
    expect(code).toBe(1)
    expect(product.output()).not.toMatch(/\n\s+at /)
    return product.output()
  }

  test('the port is in use', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    expect(await failToStart({}, { port })).toContain(`Port ${port} on 127.0.0.1 is already in use`)
    expect(await failToStart({ METRICS_PORT: String(port) })).toContain('choose another with METRICS_PORT')
    taken.close()
  })

  test('the data folder is not writable', async () => {
    expect(await failToStart({ DATA_DIR: '/dev/null/data' })).toContain(
      'The data folder /dev/null/data cannot be written',
    )
  })

  test('another copy uses the data folder', async () => {
    const { dataDir, origin } = inject('demo')
    expect(await failToStart({ DATA_DIR: dataDir })).toContain('Another copy of Samjhao is using')
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  })

  test('the database does not respond', async () => {
    const output = await failToStart({ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' })
    expect(output).toContain('The database at 127.0.0.1:1/x does not answer')
    expect(output).not.toContain('hunter2')
  })

  test('a variable has an invalid value', async () => {
    expect(await failToStart({ LOG_LEVEL: 'loud' })).toContain('LOG_LEVEL must be one of')
  })
})
