import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { Person } from '#domain/policy.ts'
import type { Side } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import { socketBacklogMaxBytes } from '#kernel/socket-limits.ts'
import type { ServerMessage, Topic } from '#live/protocol.ts'
import { textFrame } from '#live/text-frame.server.ts'
import { TokenBuckets } from '#live/token-buckets.server.ts'

/** A socket that does not complete its close within this time is terminated. */
export const closedWithinMs = 2_000

/** One join of one side into one session. */
export type CallJoin = { sessionId: SessionId; side: Side; epoch: number }

/** One open socket with its person and its topics. */
export class Connection {
  readonly socket: WebSocket
  readonly person: Person | null
  readonly topics = new Set<Topic>()
  readonly rates: TokenBuckets
  /** The call that this socket is in. */
  callJoin: CallJoin | undefined
  /** Whether the client answered the last heartbeat. */
  hasAnswered = true
  readonly #wire: Duplex

  constructor(socket: WebSocket, wire: Duplex, person: Person | null, nowMs: () => number) {
    this.socket = socket
    this.#wire = wire
    this.person = person
    this.rates = new TokenBuckets(nowMs)
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN
  }

  send(message: ServerMessage): void {
    this.deliver(textFrame(JSON.stringify(message)))
  }

  /**
   * Writes a frame that was built once for many sockets. Without compression `ws` writes each of its own frames to this
   * stream in one piece, so a frame written here always falls between two of them.
   */
  deliver(frame: Buffer): void {
    if (!this.isOpen) return
    if (this.#wire.writableLength > socketBacklogMaxBytes) this.socket.terminate()
    else this.#wire.write(frame)
  }

  /** Closes gracefully; terminates a peer that does not answer the close frame. */
  close(code: number, reason: string): void {
    this.socket.close(code, reason)
    setTimeout(() => this.socket.terminate(), closedWithinMs).unref()
  }
}
