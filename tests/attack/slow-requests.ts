import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitingMax } from '#server/one-at-a-time.ts'
import type { Attack, Outcome } from '#tests/attack/attack.ts'
import type { Product } from '#tests/product.ts'

const everyMs = 1_000
const probeEveryMs = 500
/** After this time, all readers read everything. Otherwise they would not notice a closed connection. */
const readAllAfterMs = 155_000
/** More than the socket buffers hold. A client that receives this much was not disconnected. */
const tooManyBytes = 32 * 1024 * 1024
/** Other clients must get a page within this time, even on a busy machine. */
const servedWithinMs = 5_000
const lastSeconds = 165

type Kind = {
  sockets: number
  /** The server must close all sockets of this kind within this time. Without a time, it must close none. */
  closedWithinSeconds?: number
  /** The text that a client sends every second. */
  send?: string
  /** Or the number of bytes that it reads every second, and of requests that it keeps open. */
  read?: { bytes: number; requests: number }
}

const requests = waitingMax

/** The last kind is a normal client on a slow network, with 30 kB per second. */
const kinds = {
  'slow headers': { sockets: 200, closedWithinSeconds: 75, send: 'X-Slow: 1\r\n' },
  'slow bodies': { sockets: 100, closedWithinSeconds: lastSeconds, send: 'a' },
  'readers of nothing': { sockets: 25, closedWithinSeconds: lastSeconds, read: { bytes: 0, requests } },
  'readers of a few bytes': { sockets: 25, closedWithinSeconds: lastSeconds, read: { bytes: 100, requests } },
  'senders of many requests': { sockets: 25, closedWithinSeconds: 75, read: { bytes: 30_000, requests: 200 } },
  'slow but steady readers': { sockets: 5, read: { bytes: 30_000, requests } },
} satisfies Record<string, Kind>
type KindName = keyof typeof kinds
const names = Object.keys(kinds) as KindName[]

export const slowAttack: Attack = {
  name: 'slow',
  what: 'slow headers, bodies and readers',
  seconds: 200,
  run,
}

async function run(product: Product, stop: AbortSignal): Promise<Outcome> {
  const asset = await findAsset(product)
  const host = `Host: 127.0.0.1:${product.port}\r\n`
  const body =
    `POST /login HTTP/1.1\r\n${host}Origin: ${product.origin}\r\n` +
    'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n'
  const firstOf = (name: KindName) =>
    name === 'slow headers' ? `GET / HTTP/1.1\r\n${host}` : name === 'slow bodies' ? body : ''
  const assetRequest = { text: `GET ${asset.path} HTTP/1.1\r\n${host}\r\n`, bytes: asset.bytes }
  const startedAt = Date.now()
  const all = names.flatMap((name) =>
    Array.from({ length: kinds[name].sockets }, () => openSlowSocket(product.port, name, firstOf(name), assetRequest)),
  )
  const probes: number[] = []
  const failures: string[] = []
  while (!stop.aborted && Date.now() - startedAt < lastSeconds * 1_000) {
    await probe(product, stop).then(
      (ms) => probes.push(ms),
      (error: unknown) => stop.aborted || failures.push(`other clients were not served: ${error}`),
    )
    await sleep(probeEveryMs)
  }
  const findings = names.flatMap((name) => listLate(name, all, startedAt))
  all.forEach((socket) => socket.end())
  const slowest = Math.max(...probes)
  if (slowest > servedWithinMs) findings.push(`another client waited ${slowest} ms for a page`)
  const lastClosed = (name: KindName) =>
    Math.round(
      Math.max(...all.map((each) => (each.name === name && each.closedAt ? each.closedAt - startedAt : 0))) / 1_000,
    )
  const stillOpen = all.filter(({ name, closedAt }) => 'closedWithinSeconds' in kinds[name] && !closedAt).length
  return {
    requests: all.length + probes.length,
    findings: [...findings, ...new Set(failures)],
    note:
      `headers closed after ${lastClosed('slow headers')} s, bodies after ${lastClosed('slow bodies')} s; ` +
      `${stillOpen} open at the end; ${probes.length} pages for other clients, slowest ${slowest} ms`,
  }
}

type SlowSocket = { name: KindName; closedAt: number | undefined; end(): void }

function openSlowSocket(
  port: number,
  name: KindName,
  first: string,
  asset: { text: string; bytes: number },
): SlowSocket {
  const openedAt = Date.now()
  const { send, read }: Kind = kinds[name]
  const socket: Socket = connect(port, '127.0.0.1')
  if (read) socket.pause()
  const slow: SlowSocket = { name, closedAt: undefined, end: () => socket.destroy() }
  const timer = setInterval(read ? () => readALittle(read) : () => socket.write(send ?? ''), everyMs)
  let sentRequests = 0
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(timer)
    if (socket.bytesRead < tooManyBytes) slow.closedAt = Date.now()
  })
  socket.write(first)
  return slow

  function readALittle({ bytes, requests }: { bytes: number; requests: number }): void {
    const missing = Math.floor(socket.bytesRead / asset.bytes) + requests - sentRequests
    sentRequests += missing
    socket.write(asset.text.repeat(missing))
    if (Date.now() - openedAt >= readAllAfterMs) socket.resume()
    else for (let left = bytes; left > 0;) left -= takeUpTo(socket, left)
    if (socket.bytesRead > tooManyBytes) socket.destroy()
  }
}

/** Reads at most `bytes` of the received data. Returns `bytes` when no data is left, to end the loop. */
function takeUpTo(socket: Socket, bytes: number): number {
  const piece = socket.read(Math.min(bytes, socket.readableLength || 1)) as Buffer | null
  return piece?.length ?? bytes
}

function listLate(name: KindName, all: SlowSocket[], startedAt: number): string[] {
  const own = all.filter((each) => each.name === name)
  const { closedWithinSeconds }: Kind = kinds[name]
  if (closedWithinSeconds === undefined) {
    const cut = own.filter(({ closedAt }) => closedAt)
    return cut.length > 0 ? [`${cut.length} ${name} were disconnected`] : []
  }
  const limitMs = closedWithinSeconds * 1_000
  const late = own.filter(({ closedAt }) => !(closedAt && closedAt - startedAt <= limitMs))
  return late.length > 0 ? [`${late.length} ${name} were still open after ${closedWithinSeconds} s`] : []
}

/**
 * Measures how long a new client waits for a page. Each client has its own connection: a kept one may be closed by the
 * server while this process, busy with its readers, is about to use it.
 */
async function probe({ port }: Product, stop: AbortSignal): Promise<number> {
  const from = performance.now()
  const signal = AbortSignal.any([stop, AbortSignal.timeout(30_000)])
  const request = get({ port, path: `/experts?q=${Math.random()}`, agent: false, signal })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`)
  return Math.round(performance.now() - from)
}

/** The largest built file that the home page links to. */
async function findAsset({ origin }: Product): Promise<{ path: string; bytes: number }> {
  const html = await (await fetch(origin)).text()
  const paths = [...new Set(html.match(/\/assets\/[\w.-]+\.(js|css)/g) ?? [])]
  const sizes = await Promise.all(
    paths.map(async (path) => ({ path, bytes: (await (await fetch(origin + path)).arrayBuffer()).byteLength })),
  )
  const [largest] = sizes.toSorted((a, b) => b.bytes - a.bytes)
  if (!largest) throw new Error('the home page has no built file')
  return largest
}
