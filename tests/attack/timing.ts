import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { table } from '#bench/figures.ts'
import { insertAccount } from '#domain/sign-in/insert-account.server.ts'
import { hashPassword } from '#domain/sign-in/passwords.server.ts'
import { randomAddress } from '#tests/attack/attack.ts'
import { chanceDistance, chanceOfMedians, largerShare, percentile, shuffle } from '#tests/attack/statistics.ts'
import { openDatabase } from '#tests/e2e/database.ts'
import type { Product } from '#tests/product.ts'

const attempts = 500
/** Each part tries this many known and unknown addresses in random order, so that a drift affects both. */
const attemptsPerPart = 10
/** Lets the server finish one try before the next begins. */
const pauseMs = 20
const password = 'a-wrong-password'

type Probe = (email: string) => { path: string; form: Record<string, string> }

const resetForm: Probe = (email) => ({ path: '/forgot-password', form: { email } })
/** As specified, the registration form reveals that an email address is taken. Its attempts per client are limited. */
const probes: Record<string, Probe> = {
  'sign-in': (email) => ({ path: '/login', form: { email, password } }),
  'password reset': resetForm,
  registration: (email) => ({
    path: '/register',
    form: { email, password, fullName: 'Asha Verma', accepted: 'on' },
  }),
}
/** A page that is requested right after a reset: the background work of the reset must not delay it. */
const pageAfterReset = 'page after a reset'

/**
 * Compares response times for known and unknown email addresses. Each try has its own client address, browser and email
 * address, so that no limit slows it down. Tries that a limit refuses are counted, but not compared. Returns the forms
 * for which the two distributions differ.
 */
export async function measureTiming(product: Product, stop: AbortSignal): Promise<string[]> {
  const rows: string[][] = []
  const findings: string[] = []
  const limit = chanceDistance(attempts, attempts)
  const measures: Record<string, (email: string) => Promise<number | null>> = {
    ...Object.fromEntries(
      Object.entries(probes).map(([name, probe]) => [name, (email: string) => post(product, probe(email))]),
    ),
    async [pageAfterReset](email) {
      const resetMs = await post(product, resetForm(email))
      const from = performance.now()
      await (await fetch(`${product.origin}/login`, { headers: { 'X-Forwarded-For': randomAddress() } })).arrayBuffer()
      return resetMs === null ? null : performance.now() - from
    },
  }
  for (const [name, measure] of Object.entries(measures)) {
    const { known, unknown, refused } = await compare(product, measure, stop)
    const share = largerShare(known, unknown)
    const chance = chanceOfMedians(known, unknown)
    const difference = percentile(known, 50) - percentile(unknown, 50)
    for (const values of [known, unknown]) {
      const figures = [10, 50, 90].map((percent) => percentile(values, percent).toFixed(1))
      const compared = [difference.toFixed(2), chance.toFixed(3), share.toFixed(3), String(refused)]
      rows.push([name, values === known ? 'known' : 'unknown', ...figures, ...(values === known ? compared : [])])
    }
    const revealsAccounts = Math.abs(share - 0.5) > limit || chance < 0.001
    if (revealsAccounts && name !== 'registration')
      findings.push(`${name}: known slower in ${share.toFixed(3)} of pairs, by ${difference.toFixed(2)} ms`)
    if (refused > 0) findings.push(`${name}: a limit refused ${refused} attempts`)
  }
  const head = [
    'form',
    'address',
    'p10 ms',
    'median ms',
    'p90 ms',
    'difference ms',
    'probability',
    'known slower in',
    'refused',
  ]
  process.stdout.write(
    `\n${table(head, rows)}\n\n` +
      `A form passes if random differences this large have a probability of at least 0.001, and the known address is slower ` +
      `in 0.5 ± ${limit.toFixed(2)} of pairs.\n`,
  )
  return findings
}

async function compare(product: Product, measure: (email: string) => Promise<number | null>, stop: AbortSignal) {
  const times = { known: [] as number[], unknown: [] as number[], refused: 0 }
  const knownEmails = await createAccounts(product)
  // The first attempts load code and open connections.
  for (let warmUp = 0; warmUp < 20; warmUp += 1) await measure(newEmail())
  for (let from = 0; from < attempts; from += attemptsPerPart) {
    const part = knownEmails.slice(from, from + attemptsPerPart)
    const turns = part.flatMap((email) => [
      { email, to: times.known },
      { email: newEmail(), to: times.unknown },
    ])
    for (const { email, to } of shuffle(turns)) {
      if (stop.aborted) throw new Error('stopped')
      const ms = await measure(email)
      if (ms === null) times.refused += 1
      else to.push(ms)
      await sleep(pauseMs)
    }
  }
  return times
}

/** The time of the answer in milliseconds, null when a limit refused the try. */
async function post({ origin }: Product, { path, form }: ReturnType<Probe>): Promise<number | null> {
  const from = performance.now()
  const answer = await fetch(origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: origin, 'X-Forwarded-For': randomAddress() },
    body: new URLSearchParams(form),
  })
  const ms = performance.now() - from
  await answer.arrayBuffer()
  if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`)
  return answer.status === 429 ? null : ms
}

function newEmail(): string {
  return `${randomUUID()}@samjhao.example`
}

async function createAccounts({ dataDir }: Product): Promise<string[]> {
  const { db, close } = await openDatabase(dataDir)
  const passwordHash = await hashPassword('the-right-password')
  const emails = Array.from({ length: attempts }, newEmail)
  const now = new Date()
  await db.transaction().execute(async (tx) => {
    for (const email of emails) {
      await insertAccount(
        tx,
        { email, fullName: 'Asha Verma', role: 'student', passwordHash, emailConfirmedAt: now },
        now,
      )
    }
  })
  await close()
  return emails
}
