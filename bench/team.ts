import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { median, medianRatio, publish, report, table } from '#bench/figures.ts'
import { applicationTable } from '#domain/applications/contract.ts'
import { auditTable } from '#domain/audit/contract.ts'
import { correctionTable, operationTable } from '#domain/books/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { mailTable } from '#domain/mails/contract.ts'
import { peopleTable } from '#domain/people/contract.ts'
import { reviewTable } from '#domain/reviews/contract.ts'
import { readApplicationTable } from '#domain/team/application-table.server.ts'
import { readAuditTable } from '#domain/team/audit-table.server.ts'
import { expertTable, sessionTable } from '#domain/team/contract.ts'
import { readCorrectionTable } from '#domain/team/correction-table.server.ts'
import { countTeamQueues } from '#domain/team/count-waiting.server.ts'
import { readExpertTable } from '#domain/team/expert-table.server.ts'
import { findEverything } from '#domain/team/find-everything.server.ts'
import { saveClosedDays, listFigures } from '#domain/team/figures.server.ts'
import { readLiveOverview } from '#domain/team/live-overview.server.ts'
import { readMailTable } from '#domain/team/mail-table.server.ts'
import { readOperationTable } from '#domain/team/operation-table.server.ts'
import { readPeopleTable } from '#domain/team/people-table.server.ts'
import { readReviewTable } from '#domain/team/review-table.server.ts'
import { readSessionTable } from '#domain/team/session-table.server.ts'
import { readTicketTable } from '#domain/team/ticket-table.server.ts'
import { readWithdrawalTable } from '#domain/team/withdrawal-table.server.ts'
import { ticketTable } from '#domain/tickets/contract.ts'
import { withdrawalTable } from '#domain/withdrawals/contract.ts'
import { type TableQuery, readTableQuery, type TablePage, type TableShape } from '#kernel/table.ts'
import { teamPageSize } from '#kernel/limits.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase, type Database } from '#platform/db/database.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { installJobs } from '#platform/jobs/install.ts'
import { openSealer } from '#platform/sealing/key-file.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

// Opens, sorts, filters, searches and pages every team table with 200,000 rows (or the given number), and searches over
// all of them. Each entry says how to fill a table, how to read it, and which queries to run. Reads are compared with the cheapest possible one, a
// page of people by id.
// Usage: npm run bench:team [-- rows]
const rowCount = Number(process.argv[2] ?? 200_000)
const peopleCount = 20_000
const limitMs = 100
const samples = 15

type Bench = {
  name: string
  fill(db: Database): Promise<unknown>
  shape: TableShape
  read(ctx: Context, tableQuery: never): Promise<TablePage<unknown>>
  queries: string[]
}

const benches: Bench[] = [
  {
    name: 'audit log',
    fill: (db) =>
      sql`
        insert into audit_log (at, actor_id, act, subject_id, thing, thing_id)
        select now() - n * interval '1 minute', ${nthPerson(sql`n % 5`)}, case when n % 100 = 0 then 'refund refused' else 'withdrawal approved' end,
          ${nthPerson(sql`n`)}, 'withdrawal', gen_random_uuid()::text
        from generate_series(1, ${rowCount}::integer) n`.execute(db),
    shape: auditTable,
    read: readAuditTable,
    queries: ['', 'sort=at', 'act=refund+refused', 'thing=withdrawal&act=expert+approved', 'q=person+3', 'q=zzz'],
  },
  {
    name: 'withdrawals',
    fill: (db) =>
      sql`
        insert into withdrawals (id, expert_id, amount_paise, status, created_at, processed_at, demo, reason)
        select gen_random_uuid(), ${nthPerson(sql`n`)}, 10000 + (n * 7919) % 5000000, kind::withdrawal_status, now() - n * interval '1 minute',
          case when kind = 'processed' then now() end, kind = 'processed', case when kind = 'rejected' then 'No' end
        from generate_series(1, ${rowCount}::integer) n,
          lateral (select case when n % 1000 = 0 then 'pending' when n % 50 = 0 then 'rejected' else 'processed' end as kind) state`.execute(
        db,
      ),
    shape: withdrawalTable,
    read: readWithdrawalTable,
    queries: [
      '',
      'sort=-amount',
      'status=all',
      'status=all&sort=-amount',
      'status=pending',
      'status=pending&sort=-amount',
      'status=processed&sort=amount',
      'q=person+77',
    ],
  },
  {
    name: 'tickets',
    fill: (db) =>
      sql`
        insert into tickets (kind, state, opened_by, words, opened_at, acknowledge_by, resolve_by, acknowledged_at, resolved_at, resolved_by)
        select 'complaint', state, ${nthPerson(sql`n`)}, 'It is slow.', at, at + interval '2 days', at + interval '30 days',
          case when state <> 'open' then at end, case when state = 'resolved' then at end, case when n % 9 > 0 then ${nthPerson(sql`n`)} end
        from generate_series(1, ${rowCount}::integer) n, lateral (select now() - n * interval '1 minute' as at,
          case when n % 1000 = 0 then 'open' when n % 500 = 0 then 'acknowledged' else 'resolved' end as state) made`.execute(
        db,
      ),
    shape: ticketTable,
    read: readTicketTable,
    queries: [
      '',
      'sort=-number',
      'state=all',
      'state=resolved&sort=-number',
      'state=automatic',
      'kind=report',
      'q=person+77',
      'q=1500',
    ],
  },
  {
    name: 'applications',
    fill: (db) =>
      sql`
        insert into applications (id, full_name, email, phone, category, stage, received_at, answer_by, answered_at, entered_at, decided_at, letter)
        select gen_random_uuid(), 'Applicant ' || n, 'applicant' || n || '@samjhao.example', '+91 90000 00000',
          (array['academic', 'skills', 'professional'])[1 + n % 3]::expertise_category, kind, at, at + interval '72 hours',
          case when kind = 'rejected' then at end, at, case when kind = 'rejected' then at end, case when kind = 'rejected' then 'No' end
        from generate_series(1, ${rowCount}::integer) n,
          lateral (select now() - n * interval '1 minute' as at, case when n % 500 = 0 then 'reviewing' else 'rejected' end as kind) state`.execute(
        db,
      ),
    shape: applicationTable,
    read: readApplicationTable,
    queries: [
      '',
      'sort=name',
      'stage=reviewing',
      'stage=rejected&sort=-name',
      'clock=late',
      'clock=open&sort=name',
      'category=skills&stage=reviewing',
      'q=applicant+777',
    ],
  },
  {
    name: 'experts',
    fill: async (db) => {
      await sql`
        insert into profiles (id, email, full_name, role)
        select ${nthExpert(sql`n`)}, 'expert' || n || '@samjhao.example', 'Expert ' || md5(n::text), 'expert'
        from generate_series(1, ${rowCount}::integer) n`.execute(db)
      // These experts are not listed publicly, because the listing has its own bench.
      await sql`alter table experts disable trigger listing_of_new_expert`.execute(db)
      await sql`
        insert into experts (user_id, approval, expertise_category, rate_paise_per_minute, is_online, reachable, member_since, updated_at)
        select ${nthExpert(sql`n`)}, kind::expert_approval, (array['academic', 'skills', 'professional'])[1 + n % 3]::expertise_category,
          500 + 500 * (n % 7), n % 400 = 1, n % 400 = 1, now() - n * interval '1 minute', now()
        from generate_series(1, ${rowCount}::integer) n,
          lateral (select case when n % 1000 = 0 then 'pending' when n % 100 = 0 then 'suspended' else 'approved' end as kind) state`.execute(
        db,
      )
      await sql`alter table experts enable trigger listing_of_new_expert`.execute(db)
    },
    shape: expertTable,
    read: readExpertTable,
    queries: [
      '',
      'sort=name',
      'sort=-rate',
      'approval=pending',
      'approval=suspended&sort=name',
      'approval=approved&sort=-rate',
      'online=yes',
      'online=yes&sort=name',
      'category=skills&approval=pending&sort=rate',
      'q=expert+abc',
    ],
  },
  {
    name: 'people',
    fill: (db) =>
      fillInParts((numbers) =>
        sql`
          insert into profiles (email, full_name, phone_number, created_at, suspended_at, suspended_reason, deleted_at)
        select 'student' || n || '@samjhao.example', 'Student ' || md5(n::text), '+91 98' || lpad(n::text, 8, '0'), now() - n * interval '1 minute',
          case when n % 1000 = 0 then now() end, case when n % 1000 = 0 then 'Spam' end, case when n % 20 = 1 then now() end
        from ${numbers}`.execute(db),
      ),
    shape: peopleTable,
    read: readPeopleTable,
    queries: [
      '',
      'sort=name',
      'role=expert&sort=name',
      'role=student&state=deleted',
      'state=suspended&sort=-name',
      'role=team&state=active',
      'q=student7777',
      'q=98+0001+99',
      'q=zzzz',
      'q=qx',
      'q=samjhao',
    ],
  },
  {
    name: 'reviews',
    fill: (db) =>
      fillInParts((numbers) =>
        sql`
        with sessions as (
          insert into help_sessions (id, student_id, expert_id, call_type, state, rate_paise_per_minute, share_percent, asked_at,
            ring_until, ended_at, settled_at, live_ms, held_paise, billed_minutes, charged_paise)
          select gen_random_uuid(), ${nthPerson(sql`n`)}, ${nthPerson(sql`n + 1`)}, 'audio', 'settled', 1000, 80, now() - n * interval '1 minute',
            now(), now(), now(), 60000, 1000, 1, 1000
          from ${numbers}
          returning id, student_id, expert_id, asked_at
        )
        insert into reviews (session_id, student_id, expert_id, rating, comment, created_at, hidden_at, hidden_reason)
        select id, student_id, expert_id, 1 + n % 5, case when n % 3 > 0 then 'Explained ' || md5(n::text) end, asked_at,
          case when n % 500 = 0 then now() end, case when n % 500 = 0 then 'Rude' end
        from (select *, row_number() over () as n from sessions) numbered`.execute(db),
      ),
    shape: reviewTable,
    read: readReviewTable,
    queries: [
      '',
      'sort=stars',
      'stars=1',
      'stars=1&sort=-stars&words=no',
      'state=hidden&sort=-stars',
      'state=hidden&stars=1',
      'q=explained+a1b2',
      'q=zzzz',
      'expert=00000000-0000-7000-8000-000000000007',
    ],
  },
  {
    name: 'sessions',
    fill: (db) =>
      sql`
        insert into help_sessions (id, student_id, expert_id, call_type, state, rate_paise_per_minute, share_percent, asked_at, ring_until,
          ended_at, settled_at, live_ms, held_paise, billed_minutes, charged_paise)
        select gen_random_uuid(), ${nthPerson(sql`n`)}, ${nthPerson(sql`n + 7`)}, 'video', state, 1000, 80, at, at + interval '45 seconds',
          at, case when state = 'settled' then at end, n % 600000, 60000, case when state = 'settled' then n % 60 end,
          case when state = 'settled' then n % 60 * 1000 end
        from generate_series(1, ${rowCount}::integer) n, lateral (select now() - n * interval '40 seconds' as at,
          case when n % 20 = 0 then 'missed' when n % 31 = 0 then 'cancelled' else 'settled' end as state) made`.execute(
        db,
      ),
    shape: sessionTable,
    read: readSessionTable,
    queries: ['', 'sort=asked', 'state=missed', 'state=open', 'state=declined', 'q=person+77', 'q=zzz'],
  },
  {
    name: 'operations',
    async fill(db) {
      await sql`
        insert into ledger_accounts (kind, subject_id, owner_id, kept, may_be_negative)
        select 'student_wallet', id, id, true, false from profiles on conflict do nothing`.execute(db)
      await sql`
        insert into ledger_operations (id, kind, subject_id, request, at)
        select gen_random_uuid(), case when n % 500 = 0 then 'correct' else 'add_money' end, gen_random_uuid(), '{}', now() - n * interval '1 minute'
        from generate_series(1, ${rowCount}::integer) n`.execute(db)
      await sql`
        insert into ledger_transfers (operation_id, debit_account, credit_account, amount_paise)
        select o.id, (select id from ledger_accounts where kind = 'gateway_clearing'), a.id, 1000
        from (select id, row_number() over (order by at) as n from ledger_operations) o
        join ledger_accounts a on a.kind = 'student_wallet' and a.subject_id = ${nthPerson(sql`o.n`)}`.execute(db)
    },
    shape: operationTable,
    read: readOperationTable,
    queries: ['', 'sort=at', 'kind=correct', 'kind=refund', 'q=person+77', 'q=00000000-0000-7000-8000-000000000001'],
  },
  {
    name: 'corrections',
    async fill(db) {
      await sql`
        insert into corrections (id, person_id, from_account, to_account, amount_paise, cause, reason, proposed_by, proposed_at, expires_at)
        select gen_random_uuid(), ${nthPerson(sql`n`)}, 'platform_fee', 'student_wallet', 100 + (n * 7919) % 500000, 'goodwill', 'A bad line',
          ${nthPerson(sql`n % 5`)}, now() - n * interval '1 minute', now() - n * interval '1 minute' + interval '7 days'
        from generate_series(1, ${rowCount}::integer) n`.execute(db)
      await sql`
        update corrections set state = 'rejected', decided_by = proposed_by, decided_at = proposed_at, answer = 'No'
        where amount_paise % 100 <> 0`.execute(db)
    },
    shape: correctionTable,
    read: readCorrectionTable,
    queries: ['', 'sort=-amount', 'state=proposed', 'state=rejected&sort=amount', 'q=person+77'],
  },
  {
    name: 'mails',
    fill: (db) =>
      sql`
        insert into mails (id, job_id, kind, profile_id, address, state, error, first_at, changed_at)
        select gen_random_uuid(), n, 'send_password_link', ${nthPerson(sql`n`)}, 'p•••@samjhao.example',
          case when n % 1000 = 0 then 'given_up' else 'sent' end, case when n % 1000 = 0 then '550' end, at, at
        from generate_series(1, ${rowCount}::integer) n, lateral (select now() - n * interval '1 minute' as at) times`.execute(
        db,
      ),
    shape: mailTable,
    read: readMailTable,
    queries: ['', 'sort=changed', 'state=given_up', 'kind=prove_books', 'q=person+77'],
  },
]

/** Payments have no table of their own. The search over everything finds them. */
const fillPayments = (db: Database) =>
  fillInParts((numbers) =>
    sql`
      insert into payments (id, student_id, provider, amount_paise, provider_order, started_at, changed_at)
      select gen_random_uuid(), ${nthPerson(sql`n`)}, 'demo', 10000, 'demo_order_' || n, now() - n * interval '1 minute', now()
      from ${numbers}`.execute(db),
  )

/** A name of one, of many and of all; short and unknown ones; an address, a phone number, a ticket, a reference. */
const everythingTexts = [
  'person 77',
  'student',
  'expert',
  'samjhao',
  'ex',
  'qx',
  'student abc',
  'no such person',
  'student7777@samjhao.example',
  '98 0001 99',
  '7777',
  'demo_order_7777',
]

const root = join(import.meta.dirname, '..')
const dataDir = await mkdtemp(join(tmpdir(), 'samjhao-bench-'))
const postgres = await startEmbeddedPostgres({
  dataDir,
  // Only reads are measured, so durability is not needed.
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  onUnexpectedExit: console.error,
})
await migrate(postgres.ownerUrl, join(root, 'database/migrations'))
await installJobs(postgres.ownerUrl)
const owner = connectDatabase(postgres.ownerUrl, console.error, 1)
// Filling exceeds the product’s statement timeout.
await sql`set statement_timeout = 0`.execute(owner.db)
const database = connectDatabase(postgres.url, console.error, 2)
const sealer = await openSealer({ dataDir })
const as = (actor: Context['actor']): Context => ({
  db: database.db,
  clock: systemClock,
  actor,
  publish: () => undefined,
  sealer,
})

try {
  const { person } = await newSignedInPerson(as, 'team')
  await sql`
    insert into profiles (id, email, full_name, role)
    select ${nthPerson(sql`n`)}, 'person' || n || '@samjhao.example', 'Person ' || n, 'expert'
    from generate_series(0, ${peopleCount - 1}::integer) n`.execute(owner.db)
  for (const { name, fill } of benches) {
    console.log(`filling ${name}`)
    await fill(owner.db)
  }
  await fillPayments(owner.db)
  await sql`vacuum analyze`.execute(owner.db)
  // In production the nightly job does this.
  await saveClosedDays(as({ kind: 'system' }))
  await publish('team', await measure(as(person)))
} finally {
  await owner.close()
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(ctx: Context): Promise<string> {
  const readCheapest = () =>
    database.db
      .selectFrom('profiles')
      .selectAll()
      .orderBy('id')
      .limit(teamPageSize + 1)
      .execute()
  const ratios: number[] = []
  const worstMs: number[] = []
  const rows = [
    await measureRow('50 people by their ids', readCheapest),
    await measureRow('what waits', () => countTeamQueues(ctx)),
    await measureRow('live board', () => readLiveOverview({ ...ctx, log: console })),
    await measureRow('charts of 48 hours', () => listFigures(ctx, 'hour')),
    await measureRow('charts of 90 days', () => listFigures(ctx, 'day')),
  ]
  for (const { name, shape, read, queries } of benches) {
    for (const search of queries) {
      const first: TableQuery = readTableQuery(shape, new URLSearchParams(search))
      const page = await read(ctx, first as never)
      rows.push(await measureRow(`${name} ?${search}`, () => read(ctx, first as never)))
      if (!page.next) continue
      const far = await findFarQuery((next) => read(ctx, next as never), first, page)
      rows.push(await measureRow(`${name} ?${search} page 20`, () => read(ctx, far as never)))
    }
  }
  for (const text of [...everythingTexts, ...(await listSomeIds())]) {
    rows.push(await measureRow(`everything: ${text}`, () => findEverything(ctx, text)))
  }
  report({
    figure: 'slowest read / cheapest read',
    value: Math.max(...ratios),
    unit: 'ratio',
    better: 'lower',
  })
  report({ figure: 'median read / cheapest read', value: median(ratios), unit: 'ratio', better: 'lower' })
  report({ figure: 'slowest single read', value: Math.max(...worstMs), unit: 'ms' })
  return [
    `# The team's tables, ${rowCount.toLocaleString('en-IN')} rows each, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${process.arch}`,
    '',
    `\`npm run bench:team\`. Each is read ${samples} times, alternating with the cheapest read, which is 1 in the ratio. Nothing may take above ${limitMs} ms.`,
    '',
    '```',
    table(['', 'median ms', 'worst ms', 'ratio', ''], rows),
    '```',
    '',
  ].join('\n')

  async function measureRow(name: string, work: () => Promise<unknown>): Promise<string[]> {
    const times: number[] = []
    const limits: number[] = []
    for (let sample = 0; sample < samples; sample += 1) {
      limits.push(await measureMs(readCheapest))
      times.push(await measureMs(work))
    }
    const worst = Math.max(...times)
    const ratio = medianRatio(times, limits)
    ratios.push(ratio)
    worstMs.push(worst)
    return [name, median(times).toFixed(1), worst.toFixed(1), ratio.toFixed(1), worst > limitMs ? 'ABOVE' : '']
  }
}

/** The id of one session, and the receipt number of another. */
async function listSomeIds(): Promise<string[]> {
  const sessions = await database.db.selectFrom('help_sessions').select('id').limit(2).execute()
  return sessions.map(({ id }, index) => (index === 0 ? id : id.slice(0, 8)))
}

/** Returns the query of a page far into the table. */
async function findFarQuery(
  read: (tableQuery: TableQuery) => Promise<TablePage<unknown>>,
  first: TableQuery,
  page: TablePage<unknown>,
): Promise<TableQuery> {
  let tableQuery = first
  let at = page
  for (let step = 0; step < 20 && at.next; step += 1) {
    tableQuery = { ...first, from: { after: at.next } }
    at = await read(tableQuery)
  }
  return tableQuery
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Fills tables with many indexes in parts, so that no statement exceeds the timeout. */
async function fillInParts(fill: (numbers: ReturnType<typeof sql>) => Promise<unknown>): Promise<void> {
  const size = rowCount / 20
  for (let from = 0; from < rowCount; from += size) {
    await fill(sql`generate_series(${from + 1}::integer, ${from + size}::integer) n`)
  }
}

/** The id of the nth person; all tables share the same people. */
function nthPerson(n: ReturnType<typeof sql>) {
  return sql`('00000000-0000-7000-8000-' || lpad(to_hex((${n}) % ${sql.raw(String(peopleCount))}), 12, '0'))::uuid`
}

/** The id of the nth expert, used once each. */
function nthExpert(n: ReturnType<typeof sql>) {
  return sql`('00000000-0000-7000-9000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
}
