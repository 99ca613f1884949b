import { sql } from 'kysely'
import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { mailChoice } from '#domain/mails/contract.ts'
import { allow } from '#domain/policy.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { rescheduleJob } from '#platform/jobs/port.ts'

/** A mail that failed is tried again at once, by the job that it belongs to: a link in it is made anew, and who was told is not told twice. */
export async function resendMail(ctx: Context, input: { id: string }): Promise<void> {
  allow(ctx.actor, 'team')
  const { id } = parse(mailChoice, input, 'nothing_there')
  await inTransaction(ctx, async (own) => {
    const mail = await own.db
      .selectFrom('mails')
      .select(['state', 'job_id', 'kind', 'profile_id'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!mail) throw new Refusal('nothing_there')
    if (mail.state === 'sent') throw new Refusal('mail_on_its_way')
    const outcome = await rescheduleJob(own.db, mail.job_id, ctx.clock.now())
    if (outcome === 'running') throw new Refusal('mail_on_its_way')
    if (outcome === 'gone') throw new Refusal('mail_gone')
    await own.db.updateTable('mails').set({ state: 'failed' }).where('id', '=', id).execute()
    await writeAudit(own, {
      act: 'mail sent again',
      on: { thing: 'mail', id },
      about: mail.profile_id,
      before: { state: mail.state },
      after: { state: 'failed' },
      details: { kind: mail.kind },
    })
  })
  publishTeamQueuesChanged(ctx)
}

/** Runs as a job, every day: what was sent long ago is of no use to anybody. */
export async function deleteOldMails(ctx: Context, { before }: { before: Date }): Promise<void> {
  allow(ctx.actor, 'system')
  await sql`delete from mails where changed_at < ${before}`.execute(ctx.db)
}
