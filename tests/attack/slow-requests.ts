import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Outcome } from '#tests/attack/attack.ts'
import type { Product } from '#tests/product.ts'

const everyMs = 3_000
const probeEveryMs = 500
const readAllAfterMs = 140_000
/** More than the socket buffers hold. A client that receives this much was not disconnected. */
const tooManyBytes = 32 * 1024 * 1024
/** Other clients must get a page within this time, even on a busy machine. */
const servedWithinMs = 5_000

/** The number of sockets of each kind, and the time within which the server must close them all. */
const kinds = {
  'slow headers': { sockets: 200, closedWithinSeconds: 75 },
  'slow bodies': { sockets: 100, closedWithinSeconds: 165 },
  'slow readers': { sockets: 50, closedWithinSeconds: 165 },
} as const
type Kind = keyof typeof kinds

export const slowAttack: Attack = {
  name: 'slow',
  what: 'slow headers, bodies and readers',
  seconds: 180,
  run,
}

async function run(product: Product, stop: AbortSignal): Promise<Outcome> {
  const asset = await findAsset(product)
  const firstBytes: Record<Kind, string> = {
    'slow headers': `GET / HTTP/1.1\r\nHost: 127.0.0.1:${product.port}\r\n`,
    'slow bodies':
      `POST /login HTTP/1.1\r\nHost: 127.0.0.1:${product.port}\r\nOrigin: ${product.origin}\r\n` +
      'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n',
    // Together, these responses are larger than the socket buffers.
    'slow readers': `GET ${asset} HTTP/1.1\r\nHost: 127.0.0.1:${product.port}\r\n\r\n`.repeat(400),
  }
  const startedAt = Date.now()
  const all = (Object.keys(kinds) as Kind[]).flatMap((kind) =>
    Array.from({ length: kinds[kind].sockets }, () => openSlowSocket(product.port, kind, firstBytes[kind])),
  )
  const probes: number[] = []
  const failures: string[] = []
  const lastSeconds = Math.max(...Object.values(kinds).map(({ closedWithinSeconds }) => closedWithinSeconds))
  const probing = (async () => {
    while (!stop.aborted && all.some(({ closedAt }) => !closedAt)) {
      if (Date.now() - startedAt > lastSeconds * 1_000) return
      probes.push(await probe(product).catch((error: unknown) => failures.push(`others were not served: ${error}`)))
      await sleep(probeEveryMs)
    }
  })()
  await probing
  all.forEach((socket) => socket.end())
  const findings = (Object.keys(kinds) as Kind[]).flatMap((kind) => listLate(kind, all, startedAt))
  const slowest = Math.max(...probes)
  if (slowest > servedWithinMs) findings.push(`another person waited ${slowest} ms for a page`)
  const seconds = (kind: Kind) =>
    Math.round(
      Math.max(...all.map((one) => (one.kind === kind && one.closedAt ? one.closedAt - startedAt : 0))) / 1_000,
    )
  return {
    requests: all.length + probes.length,
    findings: [...findings, ...new Set(failures)],
    note:
      `closed after ${seconds('slow headers')}, ${seconds('slow bodies')} and ${seconds('slow readers')} s; ` +
      `${probes.length} pages for others, slowest ${slowest} ms`,
  }
}

type SlowSocket = { kind: Kind; closedAt: number | undefined; end(): void }

function openSlowSocket(port: number, kind: Kind, first: string): SlowSocket {
  const openedAt = Date.now()
  const socket: Socket = connect(port, '127.0.0.1')
  const slow: SlowSocket = { kind, closedAt: undefined, end: () => socket.destroy() }
  const timer = setInterval(() => (kind === 'slow readers' ? readALittle() : writeALittle()), everyMs)
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(timer)
    if (socket.bytesRead < tooManyBytes) slow.closedAt = Date.now()
  })
  socket.on('data', () => {
    if (kind === 'slow readers' && Date.now() - openedAt < readAllAfterMs) socket.pause()
  })
  socket.write(first)
  return slow

  function writeALittle(): void {
    socket.write(kind === 'slow bodies' ? 'a' : 'X-Slow: 1\r\n')
  }

  /** At the end it reads everything, because only then does it notice that the server closed the connection. */
  function readALittle(): void {
    socket.resume()
    if (socket.bytesRead > tooManyBytes) socket.destroy()
  }
}

function listLate(kind: Kind, all: SlowSocket[], startedAt: number): string[] {
  const limitMs = kinds[kind].closedWithinSeconds * 1_000
  const late = all.filter((one) => one.kind === kind && !(one.closedAt && one.closedAt - startedAt <= limitMs))
  return late.length > 0 ? [`${late.length} ${kind} were still open after ${limitMs / 1_000} s`] : []
}

/** Measures how long another client waits for a page. */
async function probe({ origin }: Product): Promise<number> {
  const from = performance.now()
  const answer = await fetch(`${origin}/experts?q=${Math.random()}`, { signal: AbortSignal.timeout(30_000) })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return Math.round(performance.now() - from)
}

/** The largest script of the home page. */
async function findAsset({ origin }: Product): Promise<string> {
  const html = await (await fetch(origin)).text()
  const paths = [...new Set(html.match(/\/assets\/[\w.-]+\.(js|css)/g) ?? [])]
  const sizes = await Promise.all(
    paths.map(async (path) => ({ path, bytes: (await (await fetch(origin + path)).arrayBuffer()).byteLength })),
  )
  const [largest] = sizes.toSorted((a, b) => b.bytes - a.bytes)
  if (!largest) throw new Error('the home page has no built file')
  return largest.path
}
