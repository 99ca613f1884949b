import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { type Shape, type ShaperOptions, unshaped } from '#tests/faults/shaped-lines.ts'

// Runs in a thread of its own, so that a busy test does not delay packets. Forwards the packets of each line between the
// two ends of its tunnel, and TCP connections of the lines to the product.

const { tunnelLink, lines, forwards } = workerData as ShaperOptions
/** Headers of the tunnel in each packet, which do not count: Ethernet and VXLAN. */
const tunnelBytes = 22
const [tcp, udp] = [6, 17]
const shapes = new Map<string, Shape>()

for (const { name, ports } of lines) {
  await openDirection(name, ports.fromHost, ports.browser)
  await openDirection(name, ports.fromBrowser, ports.host)
}
for (const { address, port } of forwards) await forward(address, port)
parentPort?.on('message', ({ line, shape }: { line: string; shape: Shape }) => {
  shapes.set(line, shape)
  parentPort?.postMessage('shaped', [])
})
parentPort?.postMessage('ready', [])

/** One direction of a line: packets wait for the rate, are lost at random, and arrive after the delay, in order. */
async function openDirection(line: string, from: number, to: number): Promise<void> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4_000_000 })
  const waiting: { packet: Buffer; atMs: number }[] = []
  let freeAtMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  socket.on('message', (packet) => {
    const { kbit, delayMs, lossPercent, queueMs } = shapes.get(line) ?? unshaped
    const now = performance.now()
    const startMs = Math.max(now, freeAtMs)
    if (Math.random() * 100 < lossPercent || startMs - now > queueMs) return
    freeAtMs = startMs + (kbit === null ? 0 : ((packet.length - tunnelBytes) * 8) / kbit)
    completeChecksum(packet.subarray(tunnelBytes))
    waiting.push({ packet, atMs: Math.max(freeAtMs + delayMs, waiting.at(-1)?.atMs ?? 0) })
    timer ??= setTimeout(sendDue, 0)
  })
  socket.bind(from, tunnelLink.here)
  await once(socket, 'listening')

  function sendDue(): void {
    const now = performance.now()
    let [first] = waiting
    while (first && first.atMs <= now + 0.5) {
      socket.send(first.packet, to, tunnelLink.there)
      waiting.shift()
      ;[first] = waiting
    }
    timer = first && setTimeout(sendDue, first.atMs - now)
  }
}

/** Tunnels leave the checksum of TCP and UDP to a network card, which these packets never meet. */
function completeChecksum(ip: Buffer): void {
  if (ip[0] !== 0x45) return
  const segment = ip.subarray(20, ip.readUInt16BE(2))
  // Zero means that a UDP packet over IPv4 has no checksum.
  if (ip[9] === udp) segment.writeUInt16BE(0, 6)
  if (ip[9] !== tcp) return
  segment.writeUInt16BE(0, 16)
  const pseudoHeader = tcp + segment.length
  segment.writeUInt16BE(~foldSum(pseudoHeader + sumWords(ip.subarray(12, 20)) + sumWords(segment)) & 0xffff, 16)
}

function sumWords(bytes: Buffer): number {
  let sum = bytes.length % 2 === 1 ? (bytes.at(-1) ?? 0) << 8 : 0
  for (let at = 0; at + 1 < bytes.length; at += 2) sum += bytes.readUInt16BE(at)
  return sum
}

function foldSum(sum: number): number {
  return sum > 0xffff ? foldSum((sum & 0xffff) + (sum >>> 16)) : sum
}

async function forward(address: string, port: number): Promise<void> {
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  server.listen(port, address)
  await once(server, 'listening')
}
