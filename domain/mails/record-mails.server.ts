import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import type { MailKind, MailState } from '#domain/mails/contract.ts'
import { allow } from '#domain/policy.ts'
import { errorText } from '#kernel/error-text.ts'
import { mailErrorMaxLength } from '#kernel/limits.ts'
import { maskEmail } from '#kernel/mask-email.ts'
import { PermanentFailure } from '#kernel/permanent-failure.ts'
import type { Mailer } from '#platform/mail/port.ts'

type MailRecordOptions = {
  mailer: Mailer
  kind: MailKind
  job: { id: string; isLastAttempt: boolean }
  /** Called when a mail was sent but could not be recorded. */
  onError(error: unknown): void
}

/**
 * Returns a mailer for one job that records the result of each mail: sent, failed for now, or given up, with the
 * error of the mail server.
 */
export function recordMails(ctx: Context, { mailer, kind, job, onError }: MailRecordOptions): Mailer {
  allow(ctx.actor, 'system')
  return {
    async send(mail, key) {
      try {
        await mailer.send(mail, key)
      } catch (error) {
        const state = error instanceof PermanentFailure || job.isLastAttempt ? 'given_up' : 'failed'
        await saveResult(mail.to, state, maskedErrorText(error, mail.to))
        throw error
      }
      // The mail is already sent: if the job failed now, a retry would send it twice.
      await saveResult(mail.to, 'sent', null).catch(onError)
    },
  }

  async function saveResult(to: string, state: MailState, error: string | null): Promise<void> {
    const now = ctx.clock.now()
    await sql`
      insert into mails as m (id, job_id, kind, profile_id, address, state, error, first_at, changed_at)
      values (${derivedId(`mail ${job.id}`, to)}, ${job.id}::bigint, ${kind}, (select id from profiles where email = ${to}),
        ${maskEmail(to)}, ${state}, ${error}, ${now}, ${now})
      on conflict (id) do update
        set state = excluded.state, error = excluded.error, changed_at = excluded.changed_at, tries = m.tries + 1`.execute(
      ctx.db,
    )
  }
}

/** Mail servers often repeat the email address, which must not be stored unmasked. */
function maskedErrorText(error: unknown, to: string): string {
  return errorText(error).replaceAll(to, 'the address').slice(0, mailErrorMaxLength)
}
