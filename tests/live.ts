import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import type { Person, Role } from '#domain/policy.ts'
import { accountId } from '#kernel/ids.ts'
import { createGateway, type Gateway, type GatewayOptions } from '#live/gateway.server.ts'
import { type ServerMessage, serverMessage } from '#live/protocol.ts'
import type { Bus } from '#platform/bus/port.ts'

/** An in-process bus for tests and benchmarks. */
export function memoryBus(): Bus & { reportGap(): void; disconnect(): void } {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const gapListeners = new Set<() => void>()
  let isDisconnected = false
  return {
    async publish(topic, payload) {
      if (isDisconnected) return
      for (const listener of listeners.get(topic) ?? []) listener(payload)
    },
    subscribe(topic, listener) {
      const all = listeners.get(topic) ?? new Set()
      listeners.set(topic, all.add(listener))
      return () => all.delete(listener)
    },
    subscribed: () => Promise.resolve(),
    onGap(listener) {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
    isDisconnected: () => isDisconnected,
    disconnect: () => void (isDisconnected = true),
    reportGap() {
      isDisconnected = false
      gapListeners.forEach((listener) => listener())
    },
    close: async () => listeners.clear(),
  }
}

export const personId = (number: number) =>
  accountId.parse(`0199c0de-0000-7000-8000-${String(number).padStart(12, '0')}`)

export function person(number: number, { role = 'student' as Role, signInId = `s${number}` } = {}): Person {
  return { kind: 'person', id: personId(number), role, approval: null, signInId }
}

export type LiveServer = { gateway: Gateway; http: Server; port: number; url: string; stop(): Promise<void> }

/** Starts a gateway on its own port. Requests without an origin, as from Node’s WebSocket, count as our own. */
export async function startLive(options: Partial<GatewayOptions> = {}, port = 0): Promise<LiveServer> {
  const gateway = createGateway({
    build: 'b1',
    bus: memoryBus(),
    isOwnOrigin: (origin) => origin === 'http://own',
    authenticate: async () => null,
    readAddress: ({ headers }) => String(headers['x-address'] ?? '203.0.113.1'),
    listValidSignIns: async (ids) => new Set(ids),
    readTopic: async () => null,
    presence: { socketOpened: () => undefined, socketClosed: () => undefined },
    calls: {
      receive: () => undefined,
      socketClosed: () => undefined,
      signedOut: () => undefined,
      logRefused: () => undefined,
    },
    isParticipant: async () => false,
    isOwnBoard: async () => false,
    isOwnRequest: async () => false,
    log: { error: (details: object) => Promise.reject(new Error(JSON.stringify(details))) },
    ...options,
  })
  const http = createServer()
  http.on('upgrade', (request, socket, head) => {
    request.headers.origin ??= 'http://own'
    gateway.handleUpgrade(request, socket, head)
  })
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  const { port: boundPort } = http.address() as AddressInfo
  return {
    gateway,
    http,
    port: boundPort,
    url: `ws://127.0.0.1:${boundPort}/live`,
    stop: () =>
      new Promise((resolve) => {
        gateway.close()
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

/** A socket that records received messages in order. */
export class LiveTestClient {
  readonly socket: WebSocket
  readonly received: ServerMessage[] = []
  closedWith: number | undefined

  constructor(url: string, options: ConstructorParameters<typeof WebSocket>[2] = {}) {
    this.socket = new WebSocket(url, { origin: 'http://own', ...options })
    this.socket.on('message', (raw) => this.received.push(serverMessage.parse(JSON.parse(String(raw)))))
    this.socket.on('close', (code) => {
      this.closedWith = code
    })
    this.socket.on('error', () => undefined)
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message))
  }

  get last(): ServerMessage | undefined {
    return this.received.at(-1)
  }
}
