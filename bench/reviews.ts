import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { median, publish, report, table } from '#bench/figures.ts'
import type { Context } from '#domain/context.server.ts'
import type { Person } from '#domain/policy.ts'
import { findReviewSummary, listReviews } from '#domain/reviews/review-queries.server.ts'
import { reviewSession } from '#domain/reviews/review-session.server.ts'
import { latestReviewsShown } from '#kernel/limits.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { installJobs } from '#platform/jobs/install.ts'
import { openSealer } from '#platform/sealing/key-file.ts'
import { newExpert } from '#tests/experts.ts'
import { insertBilledSessions } from '#tests/reviews.ts'

// The cost of writing and reading a review, for an expert with 10 reviews and one with 100,000, alternating on one
// durable database. The ratio is 1 when the cost does not grow.
const sizes = [10, 100_000]
const samples = 300
const warmUp = 30
const root = join(import.meta.dirname, '..')

const dataDir = await mkdtemp(join(tmpdir(), 'samjhao-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir, onUnexpectedExit: console.error })
await migrate(postgres.ownerUrl, join(root, 'database/migrations'))
await installJobs(postgres.ownerUrl)
const owner = connectDatabase(postgres.ownerUrl, console.error, 2)
const database = connectDatabase(postgres.url, console.error, 4)
const sealer = await openSealer({ dataDir })
const as = (actor: Context['actor']): Context => ({
  db: database.db,
  clock: systemClock,
  actor,
  publish: () => undefined,
  sealer,
})
const visitor = { kind: 'visitor', address: '' } as const

try {
  const experts = []
  for (const size of sizes) experts.push(await prepare(size))
  await sql`vacuum analyze`.execute(owner.db)
  const figures = await measure(experts)
  for (const { expertId, size } of experts) await checkSums(expertId, size + samples + warmUp)
  const rows = Object.entries(figures).map(([name, times]) => {
    const [few = 0, many = 0] = times.map(median)
    report({
      figure: `${name}, 100,000 reviews / 10`,
      value: many / few,
      unit: 'ratio',
      better: 'lower',
      goal: 1.1,
    })
    return [name, few.toFixed(2), many.toFixed(2), (many / few).toFixed(2)]
  })
  const text = [
    `# Reviews, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${process.arch}, everything on one machine`,
    '',
    `\`npm run bench:reviews\`. Medians in ms of ${samples} alternating runs, one at a time, every commit on the disk. Afterwards sums and counts were exact.`,
    '',
    '```',
    table(['', ...sizes.map((size) => `${size.toLocaleString('en-IN')} reviews`), 'ratio'], rows),
    '```',
    '',
  ].join('\n')
  await publish('reviews', text)
} finally {
  await owner.close()
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Creates an expert with this many reviews, and further sessions for the measured ones. */
async function prepare(size: number) {
  const { person, expertId } = await newExpert(as)
  await insertBilledSessions(database.db, { expertId: person.id, count: size })
  await owner.db.transaction().execute(async (tx) => {
    // The trigger would update the same row repeatedly within one transaction; the sums are the same.
    await sql`alter table reviews disable trigger rating_of_reviewed_expert`.execute(tx)
    await sql`
      insert into reviews (session_id, student_id, expert_id, rating, comment, created_at)
      select id, student_id, expert_id, 1 + abs(hashtext(id::text)) % 5, 'It is clear now.', asked_at
      from help_sessions where expert_id = ${person.id}`.execute(tx)
    await sql`alter table reviews enable trigger rating_of_reviewed_expert`.execute(tx)
    await sql`
      update experts set review_count = ${size}, review_stars = (select sum(rating) from reviews where expert_id = ${person.id}),
        star_counts = array(select (select count(*) from reviews r where r.expert_id = ${person.id} and r.rating = stars)
          from generate_series(1, 5) stars order by stars)
      where id = ${expertId}`.execute(tx)
  })
  const billed = await insertBilledSessions(database.db, { expertId: person.id, count: samples + warmUp })
  return { size, expertId, billed }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

async function measure(experts: Prepared[]): Promise<Record<string, number[][]>> {
  const figures = {
    'one review written': experts.map((): number[] => []),
    'latest five read': experts.map((): number[] => []),
    'rating and distribution read': experts.map((): number[] => []),
  }
  for (let run = 0; run < samples + warmUp; run += 1) {
    for (const [index, { expertId, billed }] of experts.entries()) {
      const { sessionId, student } = billed[run] as { sessionId: string; student: Person }
      const input = { sessionId, rating: 1 + (run % 5), comment: 'It is clear now.' }
      const times = {
        'one review written': await measureMs(() => reviewSession(as(student), input)),
        'latest five read': await measureMs(() => listReviews(as(visitor), { expertId, limit: latestReviewsShown })),
        'rating and distribution read': await measureMs(() => findReviewSummary(as(visitor), expertId)),
      }
      if (run < warmUp) continue
      for (const name of Object.keys(times) as (keyof typeof times)[]) figures[name][index]?.push(times[name])
    }
  }
  return figures
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

async function checkSums(expertId: string, count: number): Promise<void> {
  const { rows } = await sql<{ exact: boolean }>`
    select e.review_count = count(*) and e.review_stars = sum(rating) and count(*) = ${count}
      and e.star_counts = array[count(*) filter (where rating = 1), count(*) filter (where rating = 2),
        count(*) filter (where rating = 3), count(*) filter (where rating = 4), count(*) filter (where rating = 5)]::integer[] as exact
    from experts e join reviews r on r.expert_id = e.user_id where e.id = ${expertId} group by e.id`.execute(
    database.db,
  )
  if (!rows[0]?.exact) throw new Error('the sums are wrong')
}
