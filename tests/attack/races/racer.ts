import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import type { TeamRole } from '#domain/policy.ts'
import type { Context } from '#domain/context.server.ts'
import { openStates } from '#domain/sessions/states.ts'
import { closeCodes } from '#live/close-codes.ts'
import type { People } from '#tests/e2e/expert-people.ts'
import { balanceOf } from '#tests/money.ts'
import type { Product } from '#tests/product.ts'
import { createCookie } from '#tests/refusals/everybody.ts'

export type Fields = Record<string, string>
/** A form, JSON, or the expert's acceptance of a ring, which comes through the live socket. */
type Post = { token: string; path: string; form?: Fields; json?: object } | { token: string; accept: string }
type Answer = { status: number; text: string }

/** What every race uses: people, concurrent requests, and the checks after it. */
export type Racer = ReturnType<typeof createRacer>

const atOnce = 8
const socketWaitMs = 10_000
const settleMs = 10_000

export function createRacer(product: Product, people: People) {
  const system: Context = people.ctxAs({ kind: 'system' })
  const { db } = system
  const findings: string[] = []
  let requests = 0

  const read = async <Row>(statement: ReturnType<typeof sql<Row>>) => (await statement.execute(db)).rows

  return {
    people,
    system,
    db,
    findings,
    countRequests: () => requests,
    read,

    /**
     * Sends all requests at the same time, in turn from each list. No response may be a server error. The caller checks
     * the balances and records.
     */
    async sendAtOnce(...lists: Post[][]): Promise<Answer[]> {
      const longest = Math.max(...lists.map(({ length }) => length))
      const posts = Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat()
      requests += posts.length
      // Opens the sockets first. It takes longer than a request, so an acceptance would otherwise never win.
      const senders = await Promise.all(
        posts.map(async (each) => ('accept' in each ? openRing(product, each) : () => post(product, each))),
      )
      const answers = await Promise.all(senders.map((send) => send()))
      const errors = answers.filter(({ status }) => status >= 500)
      const [first] = posts
      const where = first && ('path' in first ? first.path : 'the live socket')
      if (errors.length > 0) findings.push(`${errors.length} times ${errors[0]?.status} near ${where}`)
      return answers
    },
    repeat: <Item>(create: () => Item, times = atOnce): Item[] => Array.from({ length: times }, create),

    expectEqual(what: string, actual: unknown, wanted: unknown): void {
      if (actual !== wanted) findings.push(`${what}: ${String(actual)}, not ${String(wanted)}`)
    },
    walletOf: (id: string) => balanceOf(db, 'student_wallet', id),
    earningsOf: (id: string) => balanceOf(db, 'expert_earnings', id),
    /** All money of a person: free, held, and on its way. */
    async moneyOf(id: string): Promise<number> {
      const [row] = await read(sql<{ sum: string }>`
        select coalesce(sum(balance_paise), 0) as sum from ledger_accounts where owner_id = ${id}`)
      return Number(row?.sum)
    },
    async count(table: string, column: string, value: string): Promise<number> {
      const [row] = await read(sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${value}`)
      return row?.count ?? 0
    },
    /** After a hang-up, the process that meters the call settles it a moment later. */
    async waitUntilSettled(studentId: string): Promise<void> {
      for (const untilMs = Date.now() + settleMs; Date.now() < untilMs; await sleep(50)) {
        const open = await read(sql`
          select from help_sessions where student_id = ${studentId} and state = any (${[...openStates]}::text[])`)
        if (open.length === 0) return
      }
      findings.push(`a session was not settled within ${settleMs} ms`)
    },
    /** How often this act is in the log of the team, for this record. */
    async countAudited(act: string, id: string): Promise<number> {
      const [row] = await read(sql<{ count: number }>`
        select count(*)::int as count from audit_log where act = ${act} and thing_id = ${id}`)
      return row?.count ?? 0
    },
    /** A team member who has just confirmed the password, which money decisions require. */
    async createTeam(role?: TeamRole) {
      const team = await people.team(role)
      await sql`update sign_ins set password_confirmed_at = now() where profile_id = ${team.person.id}`.execute(db)
      return team
    },
  }
}

/** Forms of pages are sent as the router sends them: the server then renders no page, so more of them truly race. */
async function post({ origin }: Product, { token, path, form, json }: Extract<Post, { path: string }>) {
  const isPage = /^\/(user|expert|team)\//.test(path) && !path.endsWith('.csv')
  const answer = await fetch(`${origin}${path}${isPage ? '.data' : ''}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      Origin: origin,
      Cookie: createCookie(token),
      ...(json && { 'Content-Type': 'application/json' }),
    },
    body: json ? JSON.stringify(json) : new URLSearchParams(form),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Opens a live socket. The returned function accepts the ring, and resolves when the server answers or disconnects. */
async function openRing({ port, origin }: Product, { token, accept }: { token: string; accept: string }) {
  const headers = { Cookie: createCookie(token) }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { origin, headers })
  const answer = new Promise<Answer>((resolve) => {
    socket.on('message', (raw) => {
      const { type } = JSON.parse(String(raw)) as { type: string }
      if (['joined', 'refused', 'gone'].includes(type))
        resolve({ status: type === 'joined' ? 200 : 409, text: String(raw) })
    })
    socket.once('error', (error) => resolve({ status: 500, text: String(error) }))
    socket.once('close', (code) =>
      resolve({ status: code === closeCodes.tryAgain ? 500 : 409, text: `closed with ${code}` }),
    )
  })
  await Promise.race([new Promise((resolve) => socket.once('open', resolve)), answer])
  return async (): Promise<Answer> => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type: 'join', session: accept, accept: true }))
    const late = sleep(socketWaitMs, { status: 500, text: 'no answer' }, { ref: false })
    const first = await Promise.race([answer, late])
    socket.terminate()
    return first
  }
}
