import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { WebSocketServer } from 'ws'
import { median, medianRatio, report, table } from '#bench/figures.ts'
import { textFrame } from '#live/text-frame.server.ts'
import { memoryBus, personId, startLive } from '#tests/live.ts'

// Sender CPU for one state change to many sockets, compared with writing one prebuilt frame to raw sockets,
// alternating; and the memory of an idle socket beyond a raw one.
// Usage: npm run bench:fanout [-- sockets [changes]]
const [sockets = 1_000, changes = 40] = process.argv.slice(2).map(Number)
const rounds = 5
/** Messages that take longer count as lost. Every machine needs much less time. */
const deliveredWithinMs = 60_000
const topic = `expert:${personId(9)}`
const data = { isOnline: true, status: 'offline' }
const text = JSON.stringify({ type: 'state', topic, data })
const frame = textFrame(text)
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const heapBytes = () => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const bytesAtStart = heapBytes()
const rawSockets: Socket[] = []
const raw = createServer({ noDelay: true }, (socket) => rawSockets.push(socket)).listen(0, '127.0.0.1')
await once(raw, 'listening')
const rawReaders = await startReaders((raw.address() as AddressInfo).port, 'raw')
const bytesWithRaw = heapBytes()

const bus = memoryBus()
let visitors = 0
const live = await startLive({
  bus,
  readTopic: async () => data,
  // The readers answer no pings, so heartbeats would drop them during a slow run.
  heartbeatMs: 24 * 60 * 60_000,
  // Each visitor has a different address, because sockets from one address are limited.
  readAddress: () => `10.${(visitors += 1) >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`,
})
const liveReaders = await startReaders(live.port, 'ws', JSON.stringify({ type: 'watch', topic }))
const bytesWithLive = heapBytes()

const plain = new WebSocketServer({ port: 0, host: '127.0.0.1' })
await once(plain, 'listening')
const plainReaders = await startReaders((plain.address() as AddressInfo).port, 'ws')

const senders = {
  'prebuilt frame, raw sockets': {
    readers: rawReaders,
    notify: () => rawSockets.forEach((socket) => socket.write(frame)),
  },
  'live gateway': { readers: liveReaders, notify: () => bus.publish(topic, '') },
  'ws.send in a loop': {
    readers: plainReaders,
    notify: () => plain.clients.forEach((client) => client.send(text)),
  },
}
const costs = Object.fromEntries(Object.keys(senders).map((name) => [name, [] as number[]]))
for (let round = -1; round < rounds; round += 1) {
  for (const [name, { readers, notify }] of Object.entries(senders)) {
    const before = await readers.bytes()
    const started = process.cpuUsage()
    for (let change = 0; change < changes; change += 1) {
      await notify()
      await nextTurn()
    }
    const { user, system } = process.cpuUsage(started)
    await waitForBytes(readers, before + sockets * changes * frame.length)
    // The first round only warms up.
    if (round >= 0) costs[name]?.push((user + system) / (sockets * changes))
  }
}

const limits = costs['prebuilt frame, raw sockets'] ?? []
const gateway = costs['live gateway'] ?? []
const loop = costs['ws.send in a loop'] ?? []
const rows = Object.entries(costs).map(([name, values]) => [
  name,
  median(values).toFixed(2),
  medianRatio(values, limits).toFixed(2),
])
const perSocket = (bytesWithLive - bytesWithRaw - (bytesWithRaw - bytesAtStart)) / sockets
console.log(`${sockets} sockets, ${changes} changes, ${frame.length} bytes a frame, ${rounds} rounds`)
console.log(table(['', 'µs CPU a delivery', 'of prebuilt'], rows))
console.log(`an idle, watching socket: ${(perSocket / 1024).toFixed(1)} KiB of JavaScript memory beyond a raw one`)
report({
  figure: 'CPU of a delivery / prebuilt frame',
  value: medianRatio(gateway, limits),
  unit: 'ratio',
  better: 'lower',
  goal: 1.2,
})
report({
  figure: 'CPU of a delivery / ws.send in a loop',
  value: medianRatio(gateway, loop),
  unit: 'ratio',
  better: 'lower',
})
report({
  figure: 'memory of an idle socket beyond a raw one',
  value: Math.round(perSocket),
  unit: 'bytes',
  better: 'lower',
  goal: 7_168,
})
process.exit()

type Readers = { bytes(): Promise<number> }

async function waitForBytes(readers: Readers, expected: number): Promise<void> {
  const until = performance.now() + deliveredWithinMs
  while ((await readers.bytes()) < expected) {
    if (performance.now() > until) throw new Error('some messages were never delivered')
    await sleep(5)
  }
}

async function startReaders(port: number, kind: 'raw' | 'ws', message = ''): Promise<Readers> {
  const script = `${import.meta.dirname}/fanout-readers.ts`
  const child = spawn(process.execPath, [script, String(port), String(sockets), kind, message], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const bytes = async () => {
    child.stdin.write('?')
    const [answer] = await once(child.stdout, 'data')
    return Number(answer)
  }
  // Wait until the greetings and first states have arrived.
  let last = -1
  for (let now = await bytes(); now !== last; now = await bytes()) {
    last = now
    await sleep(100)
  }
  return { bytes }
}
