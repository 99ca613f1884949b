import { randomBytes, scrypt } from 'node:crypto'
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pushChecksAtOnceMax } from '#kernel/limits.ts'
import { createFindAddresses, createPrivateAddressCheck, createPublicLookup } from '#platform/push/public-address.ts'

describe('a name server that does not answer', () => {
  let socket: Socket
  let servers: string[]
  const questions: { question: Buffer; from: RemoteInfo }[] = []

  beforeAll(async () => {
    socket = createSocket('udp4', (question, from) => void questions.push({ question, from })).bind(0, '127.0.0.1')
    await once(socket, 'listening')
    servers = [`127.0.0.1:${socket.address().port}`]
  })
  afterAll(() => void socket.close())

  test('takes none of the threads that check passwords', async () => {
    const find = createFindAddresses({ servers, timeoutMs: 60_000 })
    let endedCount = 0
    const names = Array.from({ length: 8 }, (_, index) => `n${index}.example.org`)
    const lookups = names.map((name) => find(name).catch(() => (endedCount += 1)))
    while (questions.length < 2 * names.length) await once(socket, 'message')
    await promisify(scrypt)('a guess', randomBytes(16), 32)
    expect(endedCount).toBe(0)
    for (const { question, from } of questions) socket.send(toNoSuchName(question), from.port, from.address)
    await Promise.all(lookups)
    expect(endedCount).toBe(names.length)
  })

  test('ends the lookup, and the name is checked again when connecting', async () => {
    const find = createFindAddresses({ servers, timeoutMs: 200 })
    expect(await createPrivateAddressCheck(find)('n.example.org')).toBe(false)
    const { promise, resolve } = Promise.withResolvers<unknown>()
    createPublicLookup(find)('n.example.org', { all: true }, resolve)
    expect(await promise).toBeInstanceOf(Error)
  })
})

test('only a few names are resolved at the same time', async () => {
  const waiting = Promise.withResolvers<[]>()
  let startedCount = 0
  const resolvesToPrivateAddress = createPrivateAddressCheck(() => {
    startedCount += 1
    return waiting.promise
  })
  const checks = Array.from({ length: pushChecksAtOnceMax + 5 }, () => resolvesToPrivateAddress('n.example.org'))
  expect(startedCount).toBe(pushChecksAtOnceMax)
  waiting.resolve([])
  await Promise.all(checks)
  await resolvesToPrivateAddress('n.example.org')
  expect(startedCount).toBe(pushChecksAtOnceMax + 1)
})

describe('the lookup of a connection', () => {
  const found = [
    { address: '142.250.1.1', family: 4 },
    { address: '2a00:1450:4001::1', family: 6 },
  ]
  const lookUp = (family: number | undefined, all: boolean) => {
    const { promise, resolve } = Promise.withResolvers<unknown[]>()
    createPublicLookup(async () => found)('n.example.org', { family, all }, (...result) => resolve(result))
    return promise
  }

  test('returns all addresses or the first, of the requested family', async () => {
    expect(await lookUp(undefined, true)).toEqual([null, found])
    expect(await lookUp(undefined, false)).toEqual([null, '142.250.1.1', 4])
    expect(await lookUp(6, false)).toEqual([null, '2a00:1450:4001::1', 6])
  })
})

/** The answer of a name server that does not know the name. */
function toNoSuchName(question: Buffer): Buffer {
  const answer = Buffer.from(question)
  answer.writeUInt8(answer.readUInt8(2) | 0x80, 2)
  answer.writeUInt8(3, 3)
  return answer
}
