import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { accountSocketsMax, sharedVisitorSocketsMax } from '#kernel/socket-limits.ts'
import type { Attack, Outcome } from '#tests/attack/attack.ts'
import { brokenFrames, openRawSocket } from '#tests/attack/raw-socket.ts'
import { openPeople, type People } from '#tests/e2e/expert-people.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import type { Product } from '#tests/product.ts'
import { createCookie } from '#tests/refusals/everybody.ts'
import { oddValues } from '#tests/refusals/odd-values.ts'
import { createPicker } from '#tests/refusals/picker.ts'
import { newRequest } from '#tests/sessions.ts'

const closedWithinMs = 15_000
const answeredWithinMs = 15_000
const settleMs = 1_500
const oddMessages = 60

export const socketFuzz: Attack = {
  name: 'sockets',
  what: 'the live socket as visitor, student and expert',
  seconds: 120,
  async run(product, stop) {
    const people = await openPeople(product.dataDir)
    try {
      return await fuzz(product, people, stop)
    } finally {
      await people.close()
    }
  },
}

async function fuzz(product: Product, people: People, stop: AbortSignal): Promise<Outcome> {
  const attackers = { visitor: '', student: await cookieOf(people.student()), expert: await cookieOf(people.expert()) }
  const findings: string[] = []
  let requests = 0
  for (const [who, cookie] of Object.entries(attackers)) {
    if (stop.aborted) break
    const report = (finding: string) => findings.push(`${who}: ${finding}`)
    requests += await readForeign(product, people, { cookie, report })
    requests += await sendBroken(product, { cookie, report })
    requests += await sendOdd(product, { cookie, report })
    requests += await flood(product, { cookie, report })
    requests += await openMany(product, { who, cookie, report })
    if (!(await isServing(product))) report('the product does not serve any more')
  }
  return { requests, findings }
}

type Attempt = { cookie: string; report(finding: string): void }

/** Sends every message about a ringing session of two other people. No message may read or change the session. */
async function readForeign(product: Product, people: People, { cookie, report }: Attempt): Promise<number> {
  const [asha, ravi] = [await people.student(), await people.expert()]
  const system = people.ctxAs({ kind: 'system' })
  await giveMoney(system, asha.person.id, rupees(100))
  await people.putOnline(ravi)
  const session = await requestSession(people.ctxAs(asha.person), newRequest(ravi.expertId))
  const readState = async () =>
    (await sql<{ state: string }>`select state from help_sessions where id = ${session}`.execute(system.db)).rows[0]
      ?.state
  const before = await readState()
  const [received, unknown] = [
    await ask(product, cookie, messagesAbout({ session, accounts: [asha.person.id, ravi.person.id] })),
    await ask(product, cookie, messagesAbout({ session: randomUUID(), accounts: [randomUUID(), randomUUID()] })),
  ]
  for (const message of received.filter(isLeak)) report(`got ${JSON.stringify(message).slice(0, 120)} of others`)
  // The answers must not even reveal that the session exists.
  const kinds = (all: Received[]) =>
    all
      .map(({ type, text }) => `${type} ${text ?? ''}`.trim())
      .toSorted()
      .join(', ')
  if (kinds(received) !== kinds(unknown))
    report(`a foreign session answers '${kinds(received)}', an unknown id answers '${kinds(unknown)}'`)
  const after = await readState()
  if (after !== before) report(`a foreign session went from ${before} to ${after}`)
  await people.putOffline(ravi)
  return received.length + unknown.length
}

function messagesAbout({ session, accounts }: { session: string; accounts: string[] }): object[] {
  const topics = ['account', 'wallet', 'rings', 'notices'].flatMap((kind) => accounts.map((id) => `${kind}:${id}`))
  const watched = [...topics, `session:${session}`, `chat:${session}`, 'waiting:team']
  const join = { session, epoch: 1 }
  return [
    ...watched.map((topic) => ({ type: 'watch', topic })),
    { type: 'join', session },
    { type: 'join', session, accept: true },
    { type: 'beat', ...join, sequence: 1, bytes: 1e9, sent: 1e9 },
    { type: 'signal', ...join, body: '{}' },
    { type: 'hang_up', session },
  ]
}

/** 'gone' means that this socket has not joined the call. It does not reveal whether the call exists. */
function isLeak({ type }: Received): boolean {
  return !['hello', 'refused', 'pong', 'gone'].includes(type)
}

async function sendBroken(product: Product, { cookie, report }: Attempt): Promise<number> {
  const all = Object.entries(brokenFrames)
  await Promise.all(
    all.map(async ([name, frames]) => {
      const socket = await openRawSocket(product, cookie)
      const closed = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)))
      for (const each of frames) socket.write(each)
      const isClosed = await Promise.race([closed, sleep(closedWithinMs, false)])
      if (!isClosed) report(`still open after ${name}`)
      socket.destroy()
    }),
  )
  return all.length
}

/** Sends messages with odd values in every field. No answer may contain data. */
async function sendOdd(product: Product, { cookie, report }: Attempt): Promise<number> {
  const pick = createPicker(Date.now())
  const values: unknown[] = [...oddValues, null, true, -1, 1e308, 2 ** 53, [], {}, [[[]]], { toString: 1 }]
  const fields = ['topic', 'session', 'accept', 'epoch', 'sequence', 'bytes', 'sent', 'body']
  const types: unknown[] = ['ping', 'watch', 'unwatch', 'join', 'beat', 'signal', 'hang_up', ...values]
  const topics = ['account', 'wallet', 'session', 'chat', 'rings', 'notices', 'waiting', '__proto__', 'constructor']
  const messages = Array.from({ length: oddMessages }, (): unknown => {
    const message: Record<string, unknown> = { type: pick.one(types) }
    for (const field of fields) if (Math.random() < 0.6) message[field] = pick.one(values)
    if (Math.random() < 0.4) message.topic = `${pick.one(topics)}:${String(pick.one([...oddValues, randomUUID()]))}`
    if (Math.random() < 0.4) message.session = randomUUID()
    return Math.random() < 0.1 ? pick.one(values) : message
  })
  const texts = [...messages.map((message) => JSON.stringify(message)), '{', '[]', '""', '{"type":', '9'.repeat(9_000)]
  // An invalid message closes its socket, so each message has its own socket.
  for (let from = 0; from < texts.length; from += 10) {
    await Promise.all(
      texts.slice(from, from + 10).map(async (text) => {
        const { received } = await talk(product, cookie, [text], 300)
        const leaks = received.filter(isLeak)
        if (leaks.length > 0) report(`${text.slice(0, 100)} got ${JSON.stringify(leaks).slice(0, 100)}`)
      }),
    )
  }
  return texts.length
}

async function flood(product: Product, { cookie, report }: Attempt): Promise<number> {
  const messages = Array.from({ length: 2_000 }, () => ({ type: 'ping' }))
  const { code } = await talk(product, cookie, messages, closedWithinMs)
  // 1006: the server closed the connection while the flood was still being sent.
  if (code !== 4429 && code !== 1006) report(`a flood of 2,000 messages was closed with ${code}, not 4429`)
  return messages.length
}

/** One visitor's address or one account must not use up the sockets of a node. */
async function openMany(product: Product, { who, cookie, report }: Attempt & { who: string }): Promise<number> {
  const max = who === 'visitor' ? sharedVisitorSocketsMax : accountSocketsMax
  const attempts = max + 20
  const sockets = Array.from({ length: attempts }, () => open(product, cookie))
  const opened = await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<boolean>((resolve) => {
          socket.once('open', () => resolve(true))
          socket.once('error', () => resolve(false))
        }),
    ),
  )
  const count = opened.filter(Boolean).length
  if (count > max) report(`${count} sockets are open at the same time`)
  sockets.forEach((socket) => socket.terminate())
  // Wait until the server has closed these sockets, because the next attack opens its own.
  await sleep(settleMs)
  return attempts
}

type Received = { type: string; text?: string }

/** Sends valid messages. Waits for the greeting and one answer to each message, because a busy server may be slow. */
async function ask(product: Product, cookie: string, messages: object[]): Promise<Received[]> {
  const { received } = await talk(product, cookie, messages, answeredWithinMs, messages.length + 1)
  return received
}

/** Sends messages and collects the answers until the socket closes, the time is over or there are `enough` answers. */
async function talk(
  product: Product,
  cookie: string,
  messages: (object | string)[],
  waitMs = settleMs,
  enough = Infinity,
) {
  const received: Received[] = []
  const socket = open(product, cookie)
  const hasEnough = new Promise<null>((resolve) => {
    socket.on('message', (raw) => {
      received.push(JSON.parse(String(raw)) as Received)
      if (received.length >= enough) resolve(null)
    })
  })
  const closed = new Promise<number>((resolve) => {
    socket.once('close', resolve)
    socket.once('error', () => resolve(0))
  })
  socket.once('open', () => {
    for (const message of messages) socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  })
  const code = await Promise.race([closed, hasEnough, sleep(waitMs, null)])
  socket.terminate()
  return { received, code }
}

function open({ port, origin }: Product, cookie: string): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { origin, headers: { Cookie: cookie } })
  socket.on('error', () => undefined)
  return socket
}

async function cookieOf(person: Promise<{ token: string }>): Promise<string> {
  return createCookie((await person).token)
}

async function isServing({ origin }: Product): Promise<boolean> {
  const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
  return answer?.status === 200
}
