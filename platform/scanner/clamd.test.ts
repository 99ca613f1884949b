import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createClamd } from '#platform/scanner/clamd.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** Stands in for clamd: collects the chunks until the empty one, then answers. */
async function startClamd(answer: (file: Buffer, socket: Socket) => string | null) {
  server = createServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data])
      const file = readStream(received)
      const text = file && answer(file, socket)
      if (text) socket.end(text)
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { host: '127.0.0.1', port: typeof address === 'object' && address ? address.port : 0 }
}

/** The file, once its empty chunk has arrived. */
function readStream(received: Buffer): Buffer | null {
  const command = 'zINSTREAM\0'
  if (received.length < command.length) return null
  expect(received.subarray(0, command.length).toString()).toBe(command)
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

test('the whole file reaches the scanner, and its answer is returned', async () => {
  const file = Buffer.alloc(200_000, 'a')
  let scanned: Buffer = Buffer.alloc(0)
  const clean = await startClamd((received) => {
    scanned = received
    return 'stream: OK\0'
  })
  expect(await createClamd(clean).isInfected(file)).toBe(false)
  expect(scanned.equals(file)).toBe(true)
  server?.close()
  const infected = await startClamd(() => 'stream: Win.Test.EICAR_HDB-1 FOUND\0')
  expect(await createClamd(infected).isInfected(file)).toBe(true)
})

test('a scan without a result fails', async () => {
  const file = Buffer.from('a file')
  const failing = await startClamd(() => 'INSTREAM size limit exceeded. ERROR\0')
  await expect(createClamd(failing).isInfected(file)).rejects.toThrow('size limit exceeded')
  server?.close()
  const silent = await startClamd(() => null)
  await expect(createClamd(silent, { timeoutMs: 100 }).isInfected(file)).rejects.toThrow('in time')
  server?.close()
  const closing = await startClamd((_file, socket) => {
    socket.destroy()
    return null
  })
  await expect(createClamd(closing).isInfected(file)).rejects.toBeInstanceOf(Error)
  server?.close()
  await expect(createClamd(closing).isInfected(file)).rejects.toThrow('ECONNREFUSED')
})
