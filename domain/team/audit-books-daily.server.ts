import { writeAudit } from '#domain/audit/write-audit.server.ts'
import { saveBooksCheck } from '#domain/books/save-books-check.server.ts'
import { type Mismatch, rollUpBooks } from '#domain/ledger/audit-books.server.ts'
import { allow, teamDuties } from '#domain/policy.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import { auditProvider } from '#domain/wallet/audit-provider.server.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { counted } from '#kernel/count-text.ts'
import type { Product } from '#kernel/product.ts'
import { renderMail } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/port.ts'

type BooksContext = PaymentsContext & { mailer: Mailer; product: Product }

/** Runs as a nightly job: audits the books, stores the result, and mails mismatches to the members who keep them. */
export async function auditBooksDaily(ctx: BooksContext, jobId: string): Promise<Mismatch[]> {
  allow(ctx.actor, 'system')
  const mismatches = [...(await auditMoney(ctx)), ...(await auditProvider(ctx))]
  const act = mismatches.length === 0 ? 'books proved' : 'books found wrong'
  await writeAudit(ctx, { act, details: { mismatches } })
  await saveBooksCheck(ctx, mismatches)
  if (mismatches.length > 0) await raiseAlert(ctx, mismatches, jobId)
  else await rollUpBooks(ctx)
  return mismatches
}

async function raiseAlert(ctx: BooksContext, mismatches: Mismatch[], jobId: string): Promise<void> {
  const team = await ctx.db
    .selectFrom('profiles')
    .select(['id', 'email'])
    .where('team_role', 'in', teamDuties.keepBooks)
    .where('account_state', '=', 'active')
    .execute()
  const heading = `The books of ${ctx.product.name} do not balance`
  const body = renderMail({
    product: ctx.product,
    heading,
    paragraphs: [
      `The nightly check found ${counted(mismatches.length, 'mismatch', 'mismatches')}. Stop payouts until each is explained. "npm run ledger:audit" shows them again.`,
      ...mismatches.slice(0, 20).map(({ check, what }) => `${check}: ${what}`),
    ],
  })
  for (const { id, email } of team) {
    await ctx.mailer.send({ to: email, subject: heading, ...body }, `books ${jobId} ${id}`)
  }
}
