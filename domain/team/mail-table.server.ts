import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { mailJobs, type MailRow, mailTable, type QueuedMail } from '#domain/mails/contract.ts'
import { allow } from '#domain/policy.ts'
import { findPeople } from '#domain/team/find-people.server.ts'
import { readPage } from '#domain/team/read-page.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { queuedMailsShown } from '#kernel/limits.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'
import { listWaiting } from '#platform/jobs/port.ts'

/** Every attempted mail, page by page. The search matches recipients. */
export async function readMailTable(
  ctx: Context,
  tableQuery: TableQuery<typeof mailTable>,
): Promise<TablePage<MailRow>> {
  allow(ctx.actor, 'supportPeople')
  const { state, kind } = tableQuery.filters
  const people = await findPeople(ctx, tableQuery.search)
  const query = ctx.db
    .selectFrom('mails')
    .leftJoin('profiles', 'profiles.id', 'mails.profile_id')
    .select(['mails.id', 'kind', 'address', 'state', 'tries', 'error', 'first_at', 'changed_at'])
    .select(['profile_id', 'full_name'])
    .$call((rows) => (state ? rows.where('state', '=', state) : rows))
    .$call((rows) => (kind ? rows.where('kind', '=', kind) : rows))
    .$if(people !== null, (rows) => rows.where('profile_id', '=', sql<AccountId>`any (${people}::uuid[])`))
  const page = await readPage(query, {
    shape: mailTable,
    tableQuery,
    columns: { changed: 'mails.changed_at' },
    id: { column: 'mails.id', type: 'uuid' },
  })
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      address: row.address,
      person: row.profile_id ? { id: row.profile_id, name: row.full_name ?? '' } : null,
      state: row.state,
      tries: row.tries,
      error: row.error,
      firstAt: row.first_at,
      changedAt: row.changed_at,
    })),
  }
}

/** Mails that wait to be sent, oldest first. Leaves out the daily audit of the books, which is always enqueued. */
export async function listQueuedMails(ctx: Context): Promise<QueuedMail[]> {
  allow(ctx.actor, 'supportPeople')
  const kinds = mailJobs.filter((kind) => kind !== 'prove_books')
  const jobs = await listWaiting(ctx.db, kinds, queuedMailsShown)
  return jobs.map(({ id, name, createdAt, runAt }) => ({ jobId: id, kind: name, since: createdAt, runAt }))
}
