import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, medianRatio, report, table } from '#bench/figures.ts'
import { createAccount } from '#domain/sign-in/create-account.server.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import { hashToken } from '#domain/accounts/tokens.server.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openSealer } from '#platform/sealing/key-file.ts'

// Sign-in look-ups per second, as in every request, compared with the bare SQL look-up through the same pool,
// alternating.
const seconds = Number(process.argv[2] ?? 2)
const rounds = 5
const parallelLookUps = 16

const dataDir = await mkdtemp(join(tmpdir(), 'samjhao-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir, onUnexpectedExit: console.error })
const database = connectDatabase(postgres.url, console.error)
try {
  await migrate(postgres.ownerUrl, join(import.meta.dirname, '../database/migrations'))
  const system = {
    db: database.db,
    clock: systemClock,
    actor: { kind: 'system' } as const,
    sealer: await openSealer({ dataDir }),
    publish: () => undefined,
  }
  const person = {
    email: 'bench@samjhao.example',
    fullName: 'Bench',
    password: 'quite-a-secret',
    role: 'student' as const,
  }
  await createAccount(system, person)
  const { token } = await signIn({ ...system, actor: { kind: 'visitor', address: '' } }, { ...person, userAgent: '' })
  const tokenHash = hashToken(token)
  const text = `select s.id, s.last_used_at, p.id, p.role, e.approval from sign_ins s join profiles p on p.id = s.profile_id
    left join experts e on e.user_id = p.id where s.token_hash = $1 and s.expires_at > $2`
  const rates = { bare: [] as number[], ours: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    rates.bare.push(await measureRate(() => database.pool.query(text, [tokenHash, new Date()])))
    rates.ours.push(await measureRate(() => findSignIn(system, token)))
  }
  const rows = Object.entries(rates).map(([name, values]) => [
    name,
    median(values).toFixed(0),
    medianRatio(values, rates.bare).toFixed(2),
  ])
  console.log(table(['', 'look-ups/s', 'of bare SQL'], rows))
  report({
    figure: 'sign-ins looked up / bare SQL',
    value: medianRatio(rates.ours, rates.bare),
    unit: 'ratio',
    better: 'higher',
  })
} finally {
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function measureRate(lookUp: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1_000
  let done = 0
  const worker = async () => {
    while (performance.now() < until) {
      await lookUp()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: parallelLookUps }, worker))
  return done / seconds
}
