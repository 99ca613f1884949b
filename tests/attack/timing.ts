import { randomUUID } from 'node:crypto'
import { table } from '#bench/figures.ts'
import { insertAccount } from '#domain/sign-in/insert-account.server.ts'
import { hashPassword } from '#domain/sign-in/passwords.server.ts'
import { randomAddress } from '#tests/attack/attack.ts'
import { chanceDistance, largerShare, percentile } from '#tests/attack/statistics.ts'
import { openDatabase } from '#tests/e2e/database.ts'
import type { Product } from '#tests/product.ts'

const tries = 500
const password = 'a-wrong-password'

type Form = (email: string) => { path: string; form: Record<string, string> }

/** The registration form says that an email address is taken, as specified; tries per client address are limited. */
const forms: Record<string, Form> = {
  'sign-in': (email) => ({ path: '/login', form: { email, password } }),
  'password reset': (email) => ({ path: '/forgot-password', form: { email } }),
  registration: (email) => ({
    path: '/register',
    form: { email, password, fullName: 'Asha Verma', accepted: 'on' },
  }),
}

/**
 * Compares response times for known and unknown email addresses, in random order. Each try has its own client address
 * and browser. Returns the forms for which the two distributions differ.
 */
export async function measureTiming(product: Product, stop: AbortSignal): Promise<string[]> {
  const rows: string[][] = []
  const findings: string[] = []
  const limit = chanceDistance(tries, tries)
  for (const [name, form] of Object.entries(forms)) {
    const knownEmails = await createAccounts(product)
    const times = { known: [] as number[], unknown: [] as number[] }
    // The first tries load code and open connections.
    for (let warmUp = 0; warmUp < 20; warmUp += 1) await measure(product, form(newEmail()))
    for (const email of knownEmails) {
      if (stop.aborted) throw new Error('stopped')
      const turns = [
        async () => times.known.push(await measure(product, form(email))),
        async () => times.unknown.push(await measure(product, form(newEmail()))),
      ]
      for (const turn of Math.random() < 0.5 ? turns : turns.toReversed()) await turn()
    }
    const share = largerShare(times.known, times.unknown)
    const isUsable = Math.abs(share - 0.5) > limit
    for (const [who, values] of Object.entries(times)) {
      const figures = [50, 90, 99].map((percent) => percentile(values, percent).toFixed(1))
      rows.push([name, who, ...figures, who === 'known' ? share.toFixed(3) : ''])
    }
    if (isUsable && name !== 'registration') findings.push(`${name}: known addresses are slower in ${share.toFixed(3)}`)
  }
  const head = ['form', 'address', 'median ms', 'p90 ms', 'p99 ms', 'known slower in']
  process.stdout.write(
    `\n${table(head, rows)}\n\nNo difference that can be used: 0.5 ± ${limit.toFixed(2)}, which chance alone exceeds ` +
      `in one of a thousand measurements of ${tries} tries.\n`,
  )
  return findings
}

async function measure({ origin }: Product, { path, form }: ReturnType<Form>): Promise<number> {
  const from = performance.now()
  const answer = await fetch(origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: origin, 'X-Forwarded-For': randomAddress() },
    body: new URLSearchParams(form),
  })
  const ms = performance.now() - from
  await answer.arrayBuffer()
  if (answer.status === 429 || answer.status >= 500) throw new Error(`${path} answered ${answer.status}`)
  return ms
}

function newEmail(): string {
  return `${randomUUID()}@samjhao.example`
}

async function createAccounts({ dataDir }: Product): Promise<string[]> {
  const { db, close } = await openDatabase(dataDir)
  const passwordHash = await hashPassword('the-right-password')
  const emails = Array.from({ length: tries }, newEmail)
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
