import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { signInCookieName } from '#app/base/cookies.server.ts'
import { createExpertAgent, type ExpertAgent } from '#demo/answering/expert-agent.ts'
import { createHttpClient } from '#demo/answering/http-client.ts'
import { demoExperts } from '#demo/people/demo-experts.ts'
import { endSignInsFrom } from '#domain/accounts/end-sign-ins.server.ts'
import { startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import { listUpcoming } from '#domain/bookings/queries.server.ts'
import type { Context } from '#domain/context.server.ts'
import { listApprovedByEmail } from '#domain/experts/queries.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import type { Person } from '#domain/policy.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import type { AccountId } from '#kernel/ids.ts'
import { socketReconnectDelaysMs } from '#kernel/socket-limits.ts'
import { systemClock } from '#kernel/time.ts'
import { livePath } from '#live/gateway.server.ts'
import { type ClientMessage, readMessage, serverMessage } from '#live/protocol.ts'
import { connectBus } from '#platform/bus/postgres-notify.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { openSealer } from '#platform/sealing/key-file.ts'
import { loadConfig } from '#server/load-config.ts'
import { createLog } from '#server/log.ts'
import { publishToBus } from '#server/publish-to-bus.ts'

/**
 * A child process of the embedded demo that runs some demo experts. Each is signed in, holds a live socket like any
 * browser, is switched online and answers calls, so it is online by the usual rules. All others are offline. The
 * process exits with its parent.
 */
process.on('disconnect', () => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0))

try {
  // The first call loads this package. Check it now, because experts who could not answer must not be online.
  import.meta.resolve('werift')
} catch {
  process.stderr.write('The demo experts stay offline, because the package werift is missing: run npm ci.\n')
  process.exit(1)
}

const config = loadConfig()
const url = await readFile(join(config.dataDir, 'database-url'), 'utf8')
const log = createLog(config.logLevel)
const database = connectDatabase(url, (err) => log.warn({ err }, 'idle connection lost'), 3)
const bus = await connectBus({ url, pool: database.pool, log })
const system: Context = {
  db: database.db,
  clock: systemClock,
  actor: { kind: 'system' },
  sealer: await openSealer(config),
  publish(topic, message) {
    publishToBus(bus, topic, message).catch((err) => log.warn({ err, topic }, 'message could not be published'))
  },
}
const demoUserAgent = 'Samjhao demo process'

const onlineEmails = demoExperts.filter(({ online }) => online).map(({ email }) => email)
const accounts = await listApprovedByEmail(system, onlineEmails)
await endSignInsFrom(system, demoUserAgent)
for (const { id, category } of accounts) {
  if (category) void runExpert(id, category)
}

async function runExpert(id: AccountId, category: CategoryId): Promise<void> {
  const agent = createExpertAgent({ id, category, log })
  for (let failures = 0; ; failures += 1) {
    try {
      const { token, person } = await signInExpert(id)
      // The team has suspended this expert, so it stays offline.
      if (person.approval !== 'approved') return
      const startedAtMs = Date.now()
      await holdSocket({ token, person }, agent)
      if (Date.now() - startedAtMs > 60_000) failures = 0
    } catch (err) {
      log.warn({ err }, 'demo expert could not connect')
    }
    await sleep(socketReconnectDelaysMs[Math.min(failures, socketReconnectDelaysMs.length - 1)])
  }
}

async function signInExpert(id: AccountId): Promise<{ token: string; person: Person }> {
  const from = { address: '127.0.0.1', userAgent: demoUserAgent }
  const { token } = await startSignIn(system, database.db, { id, role: 'expert' }, from)
  const found = await findSignIn(system, token)
  if (!found) throw new Error('the new sign-in was not found')
  return { token, person: found.person }
}

/** Resolves when the socket has closed. */
function holdSocket({ token, person }: { token: string; person: Person }, agent: ExpertAgent): Promise<void> {
  const { product, port } = config
  const expertCtx: Context = { ...system, actor: person }
  const cookie = `${signInCookieName(product)}=${token}`
  const http = createHttpClient({ url: `http://127.0.0.1:${port}`, origin: product.origin, cookie })
  const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`, {
    origin: product.origin,
    headers: { Cookie: cookie },
  })
  return new Promise((resolve, reject) => {
    socket.on('open', () => setOnline(expertCtx, true).catch(() => socket.close()))
    socket.on('message', (text) => {
      const message = readMessage(serverMessage, String(text))
      if (message?.type === 'hello') {
        const send = (clientMessage: ClientMessage) => socket.send(JSON.stringify(clientMessage))
        agent.connect({ send, http, listBooked: () => listUpcoming(expertCtx) })
      } else if (message) agent.receive(message)
    })
    socket.on('close', () => {
      agent.connect(undefined)
      resolve()
    })
    socket.on('error', reject)
  })
}
