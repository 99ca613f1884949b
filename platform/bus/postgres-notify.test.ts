import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Bus } from '#platform/bus/port.ts'
import { connectBus, disconnectedWithinMs } from '#platform/bus/postgres-notify.ts'
import { createDatabase } from '#tests/database.ts'

let url: string
let pool: pg.Pool
let problems: unknown[]
const openBuses: Bus[] = []
const log = { warn: ({ err }: { err: unknown }) => void problems.push(err) }

beforeAll(async () => {
  url = await createDatabase({ empty: true })
})
beforeEach(() => {
  problems = []
  pool = new pg.Pool({ connectionString: url, max: 2 })
})
afterEach(async () => {
  await Promise.all(openBuses.splice(0).map((bus) => bus.close()))
  await pool.end()
})

async function connect(): Promise<Bus> {
  const bus = await connectBus({ url, pool, log, reconnectDelaysMs: [5] })
  openBuses.push(bus)
  return bus
}

function recordPayloads(bus: Bus, topic: string): string[] {
  const received: string[] = []
  bus.subscribe(topic, (payload) => received.push(payload))
  return received
}

test('two buses on one database receive from each other and themselves, only on subscribed topics', async () => {
  const [here, there] = [await connect(), await connect()]
  const receivedHere = recordPayloads(here, 'expert:1')
  const receivedThere = recordPayloads(there, 'expert:1')
  const receivedElsewhere = recordPayloads(there, 'expert:2')
  await here.publish('expert:1', 'one')
  await there.publish('expert:1', 'दो')
  await expect.poll(() => receivedHere).toEqual(['one', 'दो'])
  await expect.poll(() => receivedThere).toEqual(['one', 'दो'])
  expect(receivedElsewhere).toEqual([])
})

test('many subscribers share one connection, and one that unsubscribed receives nothing', async () => {
  const bus = await connect()
  const received: string[] = []
  const unsubscribe = bus.subscribe('t', () => received.push('left'))
  for (let count = 0; count < 50; count += 1) bus.subscribe('t', () => received.push('stayed'))
  unsubscribe()
  await bus.publish('t', '')
  await expect.poll(() => received.length).toBe(50)
  expect(received).not.toContain('left')
  expect(await listBusConnections()).toHaveLength(1)
})

test('a listener that throws does not stop the others', async () => {
  const bus = await connect()
  bus.subscribe('t', () => {
    throw new Error('broken listener')
  })
  const received = recordPayloads(bus, 't')
  await bus.publish('t', 'x')
  await expect.poll(() => received).toEqual(['x'])
  expect(problems).toEqual([new Error('broken listener')])
})

test('invalid messages on the channel are logged and ignored', async () => {
  const bus = await connect()
  const received = recordPayloads(bus, 't')
  await pool.query(`notify samjhao_bus, 'nonsense'`)
  await bus.publish('t', 'x')
  await expect.poll(() => received).toEqual(['x'])
  expect(problems).toEqual([expect.any(SyntaxError)])
})

test('a message too large for PostgreSQL is refused with a reason, and one just below the limit is sent', async () => {
  const bus = await connect()
  const received = recordPayloads(bus, 't')
  const payloadMaxLength = 7_999 - JSON.stringify({ topic: 't', payload: '', n: 1 }).length
  await expect(bus.publish('t', 'x'.repeat(payloadMaxLength + 1))).rejects.toThrow(/has 8000 bytes.*send an id/)
  await bus.publish('t', 'x'.repeat(payloadMaxLength))
  await expect.poll(() => received[0]?.length).toBe(payloadMaxLength)
})

test('messages of one batch arrive in order, including identical ones', async () => {
  const bus = await connect()
  const received = recordPayloads(bus, 't')
  const sentPayloads = ['first', 'same', 'same', ...Array.from({ length: 1_200 }, (_, index) => `${index}`)]
  await Promise.all(sentPayloads.map((payload) => bus.publish('t', payload)))
  await expect.poll(() => received).toEqual(sentPayloads)
})

test('a lost connection is restored, and subscribers are notified of the gap', async () => {
  const bus = await connect()
  const received = recordPayloads(bus, 't')
  let gaps = 0
  bus.onGap(() => (gaps += 1))
  for (const round of [1, 2]) {
    await endConnections()
    await expect.poll(() => gaps).toBe(round)
    await bus.publish('t', String(round))
    await expect.poll(() => received.at(-1)).toBe(String(round))
  }
  expect(await listBusConnections()).toHaveLength(1)
})

test('a silent network disconnects the bus within two seconds, and it recovers with the network', async () => {
  const network = await openNetwork()
  const bus = await connectBus({ url: network.url, pool, log, reconnectDelaysMs: [5] })
  openBuses.push(bus)
  const received = recordPayloads(bus, 't')
  expect(bus.isDisconnected()).toBe(false)
  network.silence()
  expect(disconnectedWithinMs).toBeLessThanOrEqual(2_000)
  await expect.poll(() => bus.isDisconnected()).toBe(true)
  await bus.publish('t', 'late')
  expect(received).toEqual([])
  network.resume()
  await expect.poll(() => bus.isDisconnected()).toBe(false)
  await expect.poll(() => received).toEqual(['late'])
  await bus.close()
  await network.close()
})

test('a bus that lost its connection is disconnected until it has another one', async () => {
  const bus = await connectBus({ url, pool, log, reconnectDelaysMs: [200] })
  openBuses.push(bus)
  let disconnectedAtGap: boolean | undefined
  bus.onGap(() => (disconnectedAtGap = bus.isDisconnected()))
  await endConnections()
  await expect.poll(() => bus.isDisconnected(), { interval: 5 }).toBe(true)
  await expect.poll(() => disconnectedAtGap).toBe(false)
})

/** A proxy between a bus and the database that can stop all data without closing a connection. */
async function openNetwork() {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = createConnection(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxyUrl = new URL(url)
  proxyUrl.hostname = '127.0.0.1'
  proxyUrl.port = String((server.address() as AddressInfo).port)
  return {
    url: proxyUrl.href,
    silence: () => sockets.forEach((socket) => socket.unpipe().pause()),
    resume() {
      const [near, far] = [...sockets]
      if (near && far) near.pipe(far).pipe(near)
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

test('a bus that is closed while it waits to reconnect stays closed', async () => {
  const bus = await connectBus({ url, pool, log, reconnectDelaysMs: [50] })
  await endConnections()
  await expect.poll(() => problems.length).toBeGreaterThan(0)
  await bus.close()
  await expect.poll(listBusConnections).toEqual([])
})

test('after close nothing keeps the process alive', async () => {
  const program = `
    import pg from 'pg'
    import { connectBus } from '#platform/bus/postgres-notify.ts'
    const pool = new pg.Pool({ connectionString: process.env.URL })
    const bus = await connectBus({ url: process.env.URL, pool, log: console })
    bus.subscribe('t', async (payload) => {
      console.log(payload)
      await bus.close()
      await pool.end()
    })
    await bus.publish('t', 'received')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += String(chunk)
  })
  expect(await once(child, 'close')).toEqual([0, null])
  expect(output).toBe('received\n')
})

async function listBusConnections(): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select pid from pg_stat_activity where application_name = 'samjhao bus' and datname = current_database()`,
  )
  return rows
}

async function endConnections(): Promise<void> {
  const superuser = new pg.Client(inject('postgres').superuserUrl)
  await superuser.connect()
  await superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'samjhao bus' and datname = $1`,
    [new URL(url).pathname.slice(1)],
  )
  await superuser.end()
}
