import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { cast } from '#seeds/cast.ts'
import { isAlive, postgresPid, useProducts } from '#tests/demo.ts'

const stopWithinMs = 5_000
const { start, startAgain } = useProducts()

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
    const socket = connect(product.port, '127.0.0.1')
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
})
