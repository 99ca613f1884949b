import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { CannotStart } from '#platform/cannot-start.ts'
import { listen } from '#server/listen.ts'

test('the error for an address that cannot be used names the variables that choose it', async () => {
  const names = { host: 'METRICS_HOST', port: 'METRICS_PORT' }
  const taken = createServer()
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const starting = listen(createServer(), { host: '127.0.0.1', port }, names)
  await expect(starting).rejects.toThrow(CannotStart)
  await expect(starting).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use`)
  await expect(starting).rejects.toThrow('choose another with METRICS_PORT.')
  await expect(listen(createServer(), { host: '203.0.113.1', port }, names)).rejects.toThrow(
    'change METRICS_HOST or METRICS_PORT.',
  )
  taken.close()
})
