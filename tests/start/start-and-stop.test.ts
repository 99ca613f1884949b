import { connect } from 'node:net'
import { expect, inject, test } from 'vitest'
import { cast } from '#demo/cast.ts'
import { useProducts } from '#tests/demo.ts'
import { isAlive, readPostgresPid } from '#tests/product.ts'

// A product that does not stop in time exits with code 1 (server/shutdown.ts), so code 0 also proves a fast stop.
const { startAgain } = useProducts()

test('the first start adds the demo people, serves and prints their logins, and SIGTERM stops everything', () => {
  const first = inject('firstStart')
  expect(first.output).toContain('Adding the demo people')
  expectSignIns(first)
  expect(first).toMatchObject({ readinessStatus: 200, exitCode: 0, isDatabaseAlive: false })
})

test('the second start keeps its data beside another copy, and SIGINT stops it despite an open request', async () => {
  const product = await startAgain()
  await product.ready
  expect(product.output()).not.toContain('Adding the demo people')
  expectSignIns({ port: product.port, output: product.output() })
  for (const { origin } of [product, inject('demo')]) expect((await fetch(`${origin}/readyz`)).status).toBe(200)

  const databasePid = await readPostgresPid(product)
  const unfinished = connect(product.port, '127.0.0.1')
  unfinished.on('error', () => undefined)
  await new Promise((sent) => unfinished.write('GET / HTTP/1.1\r\nHost: localhost\r\n', sent))
  expect((await product.stop('SIGINT')).code).toBe(0)
  expect(isAlive(databasePid)).toBe(false)
  unfinished.destroy()
})

function expectSignIns({ port, output }: { port: number; output: string }): void {
  expect(output).toContain(`http://localhost:${port}`)
  for (const { email, password } of Object.values(cast)) expect(output).toContain(`${email}  ${password}`)
}
