import { WebSocket } from 'ws'
import type { Side } from '#domain/sessions/states.ts'
import { beatEveryMs } from '#kernel/limits.ts'
import { closeCodes } from '#live/close-codes.ts'
import type { ServerMessage } from '#live/protocol.ts'

type Options = {
  origin: string
  cookie: string
  session: string
  side: Side
  /** The expert accepts a ringing session. */
  accepts?: boolean
}

const reconnectDelaysMs = [1_000, 2_000, 5_000]
const otherNodeWithinMs = 500
const meterTimeoutMs = 2 * beatEveryMs
const answerWithinMs = 2_000
const hangUpAgainAfterMs = 1_000
/** After this time the page leaves without confirmation. */
const hangUpConfirmedWithinMs = 5_000

/**
 * One side of a call without a browser. It joins, sends a heartbeat every two seconds, and reconnects like the page
 * (`live/client.ts`, `app/call/engine/call.ts`). Its media stops only between `disconnect` and `reconnect`.
 */
export class FaultCaller {
  phase: string | undefined
  isOver = false
  /** In `performance.now()` time, like the next two: when the server confirmed the end. */
  overAtMs: number | undefined
  /** The first heartbeat with received bytes, and the periods without media. */
  firstMediaBeatAtMs: number | undefined
  /** The longest time until a heartbeat was answered. */
  slowestReplyMs = 0
  readonly absences: { fromMs: number; toMs: number }[] = []

  readonly #options: Options
  readonly #timers: NodeJS.Timeout[]
  #socket: WebSocket | undefined
  #join: { epoch: number; sequence: number; fromMs: number } | undefined
  #hasJoined = false
  #answeredAtMs = Infinity
  #beatAtMs: number | undefined
  #attempts = 0
  #isClosed = false
  #isLeaving = false

  constructor(options: Options) {
    this.#options = options
    this.#timers = [setInterval(() => this.#beat(), beatEveryMs), setInterval(() => this.#checkConnection(), 1_000)]
    this.#open()
  }

  hangUp(): void {
    this.#isLeaving = true
    this.#send({ type: 'hang_up', session: this.#options.session })
    setTimeout(() => this.close(), hangUpConfirmedWithinMs)
  }

  /** Cuts the network until `reconnect`. */
  disconnect(): void {
    this.#isClosed = true
    this.#join = undefined
    this.#beatAtMs = undefined
    this.absences.push({ fromMs: performance.now(), toMs: Infinity })
    this.#socket?.terminate()
  }

  reconnect(): void {
    this.#isClosed = false
    const absence = this.absences.at(-1)
    if (absence) absence.toMs = performance.now()
    this.#open()
  }

  close(): void {
    this.#isClosed = true
    this.#timers.forEach(clearInterval)
    this.#socket?.terminate()
  }

  #open(): void {
    if (this.#isClosed) return
    const { origin, cookie } = this.#options
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/live`, { origin, headers: { cookie } })
    this.#socket = socket
    const connectTimer = setTimeout(() => socket.terminate(), 10_000)
    socket.on('error', () => undefined)
    socket.on('message', (text) => {
      clearTimeout(connectTimer)
      if (this.#socket === socket) this.#receive(JSON.parse(String(text)) as ServerMessage)
    })
    socket.on('close', (code) => {
      clearTimeout(connectTimer)
      if (this.#socket !== socket || this.#isClosed) return
      this.#join = undefined
      this.#beatAtMs = undefined
      const isNodeStopping = code === closeCodes.stopping && this.#attempts === 0
      const delayMs = isNodeStopping
        ? Math.random() * otherNodeWithinMs
        : reconnectDelaysMs[Math.min(this.#attempts, reconnectDelaysMs.length - 1)]
      this.#attempts += 1
      setTimeout(() => this.#open(), delayMs)
    })
  }

  #receive(message: ServerMessage): void {
    const { session, accepts = false } = this.#options
    if (message.type === 'hello') {
      this.#attempts = 0
      if (this.#isLeaving) this.#send({ type: 'hang_up', session })
      else this.#send({ type: 'join', session, accept: (accepts && !this.#hasJoined) || undefined })
    }
    if (!('session' in message) || message.session !== session) return
    if (message.type === 'joined') {
      this.#hasJoined = true
      this.#join = { epoch: message.epoch, sequence: 0, fromMs: performance.now() }
    }
    // The session was accepted, but the response was lost.
    if (message.type === 'refused' && message.what === 'join' && accepts && !this.#hasJoined) {
      this.#hasJoined = true
      this.#send({ type: 'join', session })
    }
    if (message.type === 'refused' && message.what === 'hang_up' && !this.#isClosed)
      setTimeout(() => this.#send({ type: 'hang_up', session }), hangUpAgainAfterMs)
    if (message.type === 'gone' && !message.replaced) this.isOver = true
    if (message.type !== 'meter') return
    const isNewlyInterrupted = message.phase === 'interrupted' && this.phase !== 'interrupted'
    this.phase = message.phase
    this.#answeredAtMs = performance.now()
    if (this.#beatAtMs !== undefined) {
      this.slowestReplyMs = Math.max(this.slowestReplyMs, performance.now() - this.#beatAtMs)
      this.#beatAtMs = undefined
    }
    if (message.phase === 'over') {
      this.isOver = true
      this.overAtMs ??= performance.now()
    }
    if (isNewlyInterrupted) this.#beat()
  }

  #beat(): void {
    const join = this.#join
    if (!join || this.#isLeaving) return
    join.sequence += 1
    const bytes = Math.round(performance.now() - join.fromMs)
    const { epoch, sequence } = join
    if (bytes > 0) this.firstMediaBeatAtMs ??= performance.now()
    this.#beatAtMs ??= performance.now()
    this.#send({ type: 'beat', session: this.#options.session, epoch, sequence, bytes, sent: bytes })
  }

  /**
   * The meter answers every heartbeat. Without answers, pings the server and closes the socket if it does not respond.
   */
  #checkConnection(): void {
    if (performance.now() - this.#answeredAtMs < meterTimeoutMs) return
    this.#answeredAtMs = performance.now()
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) return
    const answerTimer = setTimeout(() => socket.terminate(), answerWithinMs)
    socket.once('message', () => clearTimeout(answerTimer))
    this.#send({ type: 'ping' })
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
