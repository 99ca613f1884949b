import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { randomAddress } from '#tests/attack/attack.ts'
import type { Product } from '#tests/product.ts'

export type Gate = {
  url: string
  count(): number
  /** The paths of the pages that were found. */
  listPages(): string[]
  hasRequested(path: string): boolean
  errors(): string[]
  close(): void
}

/**
 * The gate refuses the logout, because a tool without a sign-in attacks only as a visitor. It also refuses built files,
 * to save time. wapiti cannot exclude URLs itself: the version of Debian 12 fails with exclusions.
 */
const endsSignIn = /^\/logout\b/

/**
 * A proxy between a tool and the product, on this machine only. It signs the tool in. Each request gets the origin of
 * our own pages, and a new address, so that no limit hides a page. It counts requests and errors of the server.
 */
export async function openGate({ port, origin }: Product, cookie: string): Promise<Gate> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const errors = new Map<string, number>()
  const pages = new Set<string>()
  const requested = new Set<string>()
  let requests = 0
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? ''
    const isSkipped = path.startsWith('/assets/') || endsSignIn.test(path)
    if (isSkipped) return outgoing.writeHead(404).end()
    requests += 1
    requested.add(path.split('?')[0] ?? '')
    return forward(incoming, outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const headers = {
      ...incoming.headers,
      host: `127.0.0.1:${port}`,
      origin,
      // wapiti requests brotli, but cannot decode it: it would see no link and no form.
      'accept-encoding': 'identity',
      cookie: withoutSignIn(incoming.headers.cookie).concat(cookie).filter(Boolean).join('; '),
      'x-forwarded-for': randomAddress(),
    }
    const { method, url: path } = incoming
    const passed = sendRequest({ port, host: '127.0.0.1', agent, method, path, headers }, (answer) => {
      const status = answer.statusCode ?? 0
      if (status >= 500) {
        const line = `${status} ${method} ${path?.split('?')[0]}`
        errors.set(line, (errors.get(line) ?? 0) + 1)
      }
      if (status === 200 && answer.headers['content-type']?.startsWith('text/html'))
        pages.add(String(path?.split('?')[0]))
      void passOn(answer, outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => requests,
    listPages: () => [...pages],
    hasRequested: (path) => requested.has(path),
    errors: () => [...errors].map(([line, times]) => `${line} (${times} times)`),
    close() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * Removes the links to built files from pages: a crawler would request dozens of them after each page. Replaces other
 * characters than ASCII: for each form, wapiti guesses the encoding of the whole page again, which took up to 2 s.
 */
async function passOn(answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const status = answer.statusCode ?? 0
  const { 'content-length': _length, ...headers } = answer.headers
  if (!headers['content-type']?.startsWith('text/html')) {
    outgoing.writeHead(status, answer.headers)
    answer.pipe(outgoing)
    return
  }
  const page = await text(answer).catch(() => undefined)
  if (page === undefined) outgoing.destroy()
  else {
    const links = / (href|src)="\/assets\/[^"]*"/g
    outgoing.writeHead(status, headers).end(page.replaceAll(links, '').replaceAll(/\P{ASCII}/gu, '?'))
  }
}

/** A tool keeps the cookies that it gets, including those of accounts that it has just registered. */
function withoutSignIn(cookies = ''): string[] {
  return cookies.split('; ').filter((cookie) => cookie && !cookie.startsWith('samjhao_sign_in='))
}
