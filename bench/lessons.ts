import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { median, publish, report, table } from '#bench/figures.ts'
import type { Context } from '#domain/context.server.ts'
import type { Person } from '#domain/policy.ts'
import { searchLessons } from '#domain/reviews/search-lessons.server.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { installJobs } from '#platform/jobs/install.ts'
import { openSealer } from '#platform/sealing/key-file.ts'
import { newExpert } from '#tests/experts.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

// Measures the search over one's own lessons, with few and with many messages of others. Compares the processor time of
// the database, because elapsed time depends on other processes. Usage: npm run bench:lessons [-- messages]
const messageCount = Number(process.argv[2] ?? 200_000)
const sizes = [messageCount / 20, messageCount]
const messagesPerSession = 20
/** The sessions of a student and of a busy expert. */
const ownSessions = { student: 20, expert: 400 }
const samples = 10
const sessionsPerPart = 200
/** Linux counts processor time in hundredths of a second. */
const msPerTick = 10
const root = join(import.meta.dirname, '..')

const dataDir = await mkdtemp(join(tmpdir(), 'samjhao-bench-'))
const postgres = await startEmbeddedPostgres({
  dataDir,
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  onUnexpectedExit: console.error,
})
await migrate(postgres.ownerUrl, join(root, 'database/migrations'))
await installJobs(postgres.ownerUrl)
const owner = connectDatabase(postgres.ownerUrl, console.error, 1)
await sql`set statement_timeout = 0`.execute(owner.db)
// One connection, so that its process can be measured.
const database = connectDatabase(postgres.url, console.error, 1)
const sealer = await openSealer({ dataDir })
const as = (actor: Context['actor']): Context => ({
  db: database.db,
  clock: systemClock,
  actor,
  publish: () => undefined,
  sealer,
})

try {
  const [asha, ravi] = [await newSignedInPerson(as), await newExpert(as)]
  const [vikram, kavita] = [await newSignedInPerson(as), await newExpert(as)]
  const ids = { asha: asha.person.id, ravi: ravi.person.id, vikram: vikram.person.id, kavita: kavita.person.id }
  await fill({ student: ids.asha, expert: ids.kavita, sessions: ownSessions.student, word: 'entropy' })
  await fill({ student: ids.vikram, expert: ids.ravi, sessions: ownSessions.expert, word: 'enthalpy' })
  const searches: [name: string, person: Person, words: string][] = [
    ['student, a word of one message', asha.person, 'entropy 17'],
    ['student, a word of half of all messages', asha.person, 'because'],
    ['student, a word of nobody', asha.person, 'photosynthesis'],
    ['expert, a word of one message', ravi.person, 'enthalpy 17'],
    ['expert, a word of half of all messages', ravi.person, 'because'],
  ]
  const results = new Map<string, { ms: number; cpuMs: number }[]>(searches.map(([name]) => [name, []]))
  let filled = (ownSessions.student + ownSessions.expert) * messagesPerSession
  for (const size of sizes) {
    const sessions = Math.max(0, Math.ceil((size - filled) / messagesPerSession))
    await fill({ student: ids.vikram, expert: ids.kavita, sessions, word: 'osmosis' })
    filled += sessions * messagesPerSession
    await sql`vacuum analyze`.execute(owner.db)
    for (const [name, person, words] of searches) results.get(name)?.push(await measure(as(person), words))
  }
  const rows = [...results].map(([name, [few, many]]) => {
    const ratio = (many?.cpuMs ?? 0) / Math.max(few?.cpuMs ?? 0, msPerTick / samples)
    report({
      figure: `lessons: ${name}, ${sizes.join(' / ')} messages`,
      value: ratio,
      unit: 'ratio',
      better: 'lower',
      goal: 1.5,
    })
    const figures = [few?.cpuMs, many?.cpuMs, few?.ms, many?.ms].map((value = Number.NaN) => value.toFixed(2))
    return [name].concat(figures, ratio.toFixed(2))
  })
  const [few = '', many = ''] = sizes.map((size) => size.toLocaleString('en-IN'))
  const text = [
    `# Search over own lessons, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${process.arch}`,
    '',
    `Processor time of the database and median time in ms for one search, with ${few} and with ${many} messages of all`,
    `people. The student has ${ownSessions.student * messagesPerSession} messages, the expert ${ownSessions.expert * messagesPerSession}. The last column is processor time, many / few.`,
    '',
    '```',
    table(['', `cpu ${few}`, `cpu ${many}`, `ms ${few}`, `ms ${many}`, 'ratio'], rows),
    '```',
    '',
  ].join('\n')
  await publish('lessons', text)
} finally {
  await owner.close()
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

type Fill = { student: string; expert: string; sessions: number; word: string }

/** Sessions with a chat, in parts, so that no statement exceeds the timeout. Every second message has a common word. */
async function fill({ sessions, ...rest }: Fill): Promise<void> {
  for (let from = 0; from < sessions; from += sessionsPerPart) {
    await fillPart({ ...rest, from, sessions: Math.min(sessionsPerPart, sessions - from) })
  }
}

async function fillPart({ student, expert, from, sessions, word }: Fill & { from: number }): Promise<void> {
  await sql`
    with sessions as (
      insert into help_sessions (id, student_id, expert_id, call_type, state, rate_paise_per_minute, share_percent, asked_at,
        ring_until, ended_at, settled_at, live_ms, held_paise, billed_minutes, charged_paise, question)
      select gen_random_uuid(), ${student}, ${expert}, 'audio', 'settled', 1000, 80, now() - n * interval '1 minute',
        now(), now(), now(), 60000, 1000, 1, 1000, 'Question ' || md5(n::text)
      from generate_series(1, ${sessions}::integer) n
      returning id
    )
    insert into session_messages (id, session_id, number, author_id, text, said_at)
    select gen_random_uuid(), id, number, ${student},
      'Look at the second step' || case when number % 2 = 0 then ' because ' else ' whenever ' end || 'the sign of the '
        || ${word}::text || ' ' || ${from}::integer + row_number() over () || ' changes', now()
    from sessions, generate_series(1, ${messagesPerSession}::integer) number`.execute(owner.db)
}

async function measure(ctx: Context, words: string): Promise<{ ms: number; cpuMs: number }> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
  const pid = rows[0]?.pid ?? 0
  for (let warmUp = 0; warmUp < 2; warmUp += 1) await searchLessons(ctx, words)
  const before = await readTicks(pid)
  const times: number[] = []
  for (let sample = 0; sample < samples; sample += 1) {
    const from = performance.now()
    await searchLessons(ctx, words)
    times.push(performance.now() - from)
  }
  return { ms: median(times), cpuMs: (((await readTicks(pid)) - before) * msPerTick) / samples }
}

/** The processor time of a process. Its name, in brackets, may contain spaces. */
async function readTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [11, 12].map((index) => Number(fields[index]))
  return (user ?? 0) + (system ?? 0)
}
