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

/** Runs the job of a failed mail now. The job creates new links and skips recipients who already got the mail. */
export async function resendMail(ctx: Context, input: { id: string }): Promise<void> {
  allow(ctx.actor, 'supportPeople')
  const { id } = parse(mailChoice, input, 'nothing_there')
  await inTransaction(ctx, async (txCtx) => {
    const mail = await txCtx.db
      .selectFrom('mails')
      .select(['state', 'job_id', 'kind', 'profile_id'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!mail) throw new Refusal('nothing_there')
    if (mail.state === 'sent') throw new Refusal('mail_on_its_way')
    const outcome = await rescheduleJob(txCtx.db, mail.job_id, ctx.clock.now())
    if (outcome === 'running') throw new Refusal('mail_on_its_way')
    if (outcome === 'gone') throw new Refusal('mail_gone')
    await txCtx.db.updateTable('mails').set({ state: 'failed' }).where('id', '=', id).execute()
    await writeAudit(txCtx, {
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

/** Runs as a daily job: deletes old records of mails. */
export async function deleteOldMails(ctx: Context, { before }: { before: Date }): Promise<void> {
  allow(ctx.actor, 'system')
  await sql`delete from mails where changed_at < ${before}`.execute(ctx.db)
}
