import { WebSocket } from 'ws'
import type { Side } from '#domain/sessions/states.ts'
import { beatEveryMs } from '#kernel/limits.ts'
import { closeCodes } from '#live/close-codes.ts'
import type { ServerMessage } from '#live/protocol.ts'

type Options = { origin: string; cookie: string; session: string; side: Side }

const reconnectDelaysMs = [1_000, 2_000, 5_000]
const elsewhereWithinMs = 500
const unheardAfterMs = 2 * beatEveryMs
const answerWithinMs = 2_000

/**
 * One side of a call without a browser: it comes in, says every two seconds that something arrived, and comes back by the rules of the
 * page (`live/client.ts`, `app/features/call/call.ts`). Its picture never stops, whatever happens to the servers.
 */
export class FaultCaller {
  phase: string | undefined
  /** When both were first connected, and what was counted at most, as it was told. */
  liveSinceMs: number | undefined
  liveMs = 0
  refusals: string[] = []
  isOver = false

  readonly #options: Options
  readonly #beats: NodeJS.Timeout
  readonly #watch: NodeJS.Timeout
  #socket: WebSocket | undefined
  #leg: { epoch: number; sequence: number; fromMs: number } | undefined
  #answeredAtMs = Infinity
  #attempts = 0
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
    this.#beats = setInterval(() => this.#beat(), beatEveryMs)
    this.#watch = setInterval(() => this.#look(), 1_000)
    this.#open()
  }

  hangUp(): void {
    this.#say({ type: 'hang_up', session: this.#options.session })
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#beats)
    clearInterval(this.#watch)
    this.#socket?.terminate()
  }

  #open(): void {
    if (this.#isClosed) return
    const { origin, cookie } = this.#options
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/live`, { origin, headers: { cookie } })
    this.#socket = socket
    const late = setTimeout(() => socket.terminate(), 10_000)
    socket.on('error', () => undefined)
    socket.on('message', (text) => {
      clearTimeout(late)
      if (this.#socket === socket) this.#hear(JSON.parse(String(text)) as ServerMessage)
    })
    socket.on('close', (code) => {
      clearTimeout(late)
      if (this.#socket !== socket) return
      this.#leg = undefined
      const isSentElsewhere = code === closeCodes.stopping && this.#attempts === 0
      const delayMs = isSentElsewhere
        ? Math.random() * elsewhereWithinMs
        : reconnectDelaysMs[Math.min(this.#attempts, reconnectDelaysMs.length - 1)]
      this.#attempts += 1
      setTimeout(() => this.#open(), delayMs)
    })
  }

  #hear(message: ServerMessage): void {
    const { session } = this.#options
    if (message.type === 'hello') {
      this.#attempts = 0
      this.#say({ type: 'join', session })
    }
    if (!('session' in message) || message.session !== session) return
    if (message.type === 'joined')
      this.#leg = { epoch: message.epoch, sequence: 0, fromMs: performance.now() }
    if (message.type === 'refused') this.refusals.push(message.text)
    if (message.type === 'gone' && !message.replaced) this.isOver = true
    if (message.type !== 'meter') return
    const isNewlyInterrupted = message.phase === 'interrupted' && this.phase !== 'interrupted'
    this.phase = message.phase
    this.liveMs = Math.max(this.liveMs, message.liveMs)
    this.#answeredAtMs = performance.now()
    if (message.phase === 'live') this.liveSinceMs ??= performance.now()
    if (message.phase === 'over') this.isOver = true
    if (isNewlyInterrupted) this.#beat()
  }

  #beat(): void {
    const leg = this.#leg
    if (!leg) return
    leg.sequence += 1
    const bytes = Math.round(performance.now() - leg.fromMs)
    const { epoch, sequence } = leg
    this.#say({ type: 'beat', session: this.#options.session, epoch, sequence, bytes, sent: bytes })
  }

  #look(): void {
    if (performance.now() - this.#answeredAtMs < unheardAfterMs) return
    this.#answeredAtMs = performance.now()
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) return
    const silent = setTimeout(() => socket.terminate(), answerWithinMs)
    socket.once('message', () => clearTimeout(silent))
    this.#say({ type: 'ping' })
  }

  #say(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
