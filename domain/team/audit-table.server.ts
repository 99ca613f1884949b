import { sql } from 'kysely'
import { type AuditValues, type AuditLine, auditTable, type AuditItemKind } from '#domain/audit/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { findPeople } from '#domain/team/find-people.server.ts'
import { readPage } from '#domain/team/read-page.server.ts'
import { type AccountId, isUuid } from '#kernel/ids.ts'
import { historyShownMax } from '#kernel/limits.ts'
import { type TableQuery, readTableQuery, type TablePage } from '#kernel/table.ts'

/** The audit log, page by page. The search matches the actor's name or email. */
export async function readAuditTable(
  ctx: Context,
  tableQuery: TableQuery<typeof auditTable>,
): Promise<TablePage<AuditLine>> {
  allow(ctx.actor, 'readAuditLog')
  return readLines(ctx, tableQuery)
}

/** The newest audit lines of one item (`thing` and `id`), at most `teamPageSize`. */
export async function listAuditTrail(ctx: Context, on: { thing: AuditItemKind; id: string }): Promise<AuditLine[]> {
  allow(ctx.actor, 'team')
  const tableQuery = readTableQuery(auditTable, new URLSearchParams(on))
  return (await readLines(ctx, tableQuery)).rows
}

/** The latest audit lines about one person. */
export async function listAuditAboutPerson(ctx: Context, person: AccountId): Promise<AuditLine[]> {
  allow(ctx.actor, 'team')
  const tableQuery = readTableQuery(auditTable, new URLSearchParams({ about: person }))
  return (await readLines(ctx, tableQuery)).rows.slice(0, historyShownMax)
}

async function readLines(ctx: Context, tableQuery: TableQuery<typeof auditTable>): Promise<TablePage<AuditLine>> {
  const { person, about, act, thing, id } = tableQuery.filters
  const actorId = isUuid<AccountId>(person) ? person : null
  const subjectId = isUuid<AccountId>(about) ? about : null
  const people = await findPeople(ctx, tableQuery.search)
  const query = ctx.db
    .selectFrom('audit_log')
    .leftJoin('profiles as actor', 'actor.id', 'audit_log.actor_id')
    .leftJoin('profiles as subject', 'subject.id', 'audit_log.subject_id')
    .select(['audit_log.id', 'at', 'act', 'actor_id', 'subject_id', 'thing', 'thing_id', 'why', 'before'])
    .select(['after', 'details', 'actor.full_name as actor_name', 'subject.full_name as subject_name'])
    .$if(actorId !== null, (rows) => rows.where('actor_id', '=', actorId))
    .$if(subjectId !== null, (rows) => rows.where('subject_id', '=', subjectId))
    .$call((rows) => (act ? rows.where('act', '=', act) : rows))
    .$call((rows) => (thing ? rows.where('thing', '=', thing) : rows))
    .$call((rows) => (id ? rows.where('thing_id', '=', id) : rows))
    .$if(people !== null, (rows) => rows.where('actor_id', '=', sql<AccountId>`any (${people}::uuid[])`))
  const page = await readPage(query, {
    shape: auditTable,
    tableQuery,
    columns: { at: 'audit_log.id' },
    id: { column: 'audit_log.id', type: 'bigint' },
  })
  return { ...page, rows: page.rows.map(toLine) }
}

type Row = {
  id: number
  at: Date
  act: string
  actor_id: AccountId | null
  actor_name: string | null
  subject_id: AccountId | null
  subject_name: string | null
  thing: AuditItemKind | null
  thing_id: string | null
  why: string | null
  before: unknown
  after: unknown
  details: unknown
}

function toLine(row: Row): AuditLine {
  return {
    id: row.id,
    at: row.at,
    act: row.act,
    actor: toPerson(row.actor_id, row.actor_name),
    subject: toPerson(row.subject_id, row.subject_name),
    thing: row.thing,
    thingId: row.thing_id,
    why: row.why,
    before: row.before as AuditValues | null,
    after: row.after as AuditValues | null,
    details: row.details as AuditValues,
  }
}

function toPerson(id: AccountId | null, name: string | null): AuditLine['actor'] {
  return id ? { id, name: name ?? 'Deleted account' } : null
}
