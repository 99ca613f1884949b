import { WebSocket } from 'ws'
import { beatEveryMs } from '#kernel/limits.ts'
import type { ClientMessage, ServerMessage } from '#live/protocol.ts'

// Simulates the people of many calls in a separate process, so that their CPU is not mixed with the server’s. They
// join on request, send a heartbeat every two seconds, and report when each call was cut off.

export type SimulatedCall = { session: string; student: string; expert: string; heldMs: number }
export type Task = { port: number; calls: SimulatedCall[]; spreadMs: number }
/** Each call was cut off at `cutAt`, which is `lateMs` after its money ran out. */
export type Outcome = { cuts: { session: string; lateMs: number; cutAt: number }[]; interruptions: number }

/** The number of simultaneous connection attempts. */
const parallelJoins = 50
/** One address does not have enough ports for all sockets. */
const addressCount = 4

let interruptions = 0
process.once('message', (task: Task) => void run(task))
process.once('disconnect', () => process.exit())

async function run({ port, calls, spreadMs }: Task): Promise<void> {
  const waiting = calls.map((call, index) => ({ call, index }))
  const startedCalls: Awaited<ReturnType<typeof startCall>>[] = []
  await Promise.all(
    Array.from({ length: parallelJoins }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) startedCalls.push(await startCall(port, next))
    }),
  )
  process.send?.('all joined')
  await new Promise((resolve) => process.once('message', resolve))
  const cuts = await Promise.all(startedCalls.map((talk, index) => talk((spreadMs * index) / calls.length)))
  process.send?.({ cuts, interruptions } satisfies Outcome)
}

/** Lets both sides join. The returned function makes them talk until they are cut off. */
async function startCall(port: number, { call, index }: { call: SimulatedCall; index: number }) {
  const { session, student, expert, heldMs } = call
  const sides = [
    await joinCall(port, { session, index, person: { id: student, role: 'student', approval: null } }),
    await joinCall(port, { session, index, person: { id: expert, role: 'expert', approval: 'approved' } }),
  ]
  return (afterMs: number) =>
    new Promise<Outcome['cuts'][number]>((resolve) => {
      let beatTimer: NodeJS.Timeout
      let sequence = 0
      let beganMs = 0
      const beat = () => {
        const bytes = (sequence + 1) * 10_000
        for (const { send, epoch } of sides) send({ type: 'beat', session, epoch, sequence, bytes, sent: bytes })
        sequence += 1
      }
      setTimeout(() => {
        beganMs = performance.now()
        beat()
        beatTimer = setInterval(beat, beatEveryMs)
      }, afterMs)
      sides[0]?.onMeter((phase) => {
        if (phase === 'interrupted') interruptions += 1
        if (phase !== 'over') return
        clearInterval(beatTimer)
        resolve({ session, lateMs: performance.now() - beganMs - heldMs, cutAt: Date.now() })
        for (const { close } of sides) close()
      })
    })
}

type Joining = { session: string; index: number; person: object }

function joinCall(port: number, { session, index, person }: Joining) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, {
    origin: 'http://own',
    localAddress: `127.0.0.${1 + (index % addressCount)}`,
    headers: { 'x-person': JSON.stringify({ kind: 'person', signInId: session, ...person }) },
    perMessageDeflate: false,
    skipUTF8Validation: true,
  })
  const send = (message: ClientMessage) => socket.send(JSON.stringify(message))
  let onMeter: (phase: string) => void = () => undefined
  type Side = { epoch: number; send: typeof send; onMeter(listener: typeof onMeter): void; close(): void }
  return new Promise<Side>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (text) => {
      const message = JSON.parse(String(text)) as ServerMessage
      if (message.type === 'hello') send({ type: 'join', session })
      if (message.type === 'meter') onMeter(message.phase)
      if (message.type === 'refused') reject(new Error(message.text))
      if (message.type === 'joined') {
        resolve({
          epoch: message.epoch,
          send,
          onMeter: (listener) => void (onMeter = listener),
          close: () => socket.close(),
        })
      }
    })
  })
}
