import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import type { AuditValues } from '#domain/audit/contract.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import {
  answersInput,
  type AnswersInput,
  catalogueInput,
  type CatalogueInput,
  type ContentPart,
  figuresInput,
  type FiguresInput,
} from '#domain/content/contract.ts'
import { getCatalogue, getFigures } from '#domain/content/queries.server.ts'
import { defaultCatalogue } from '#domain/content/rules.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Saves the figures that public pages show as aims, in the two tables from which those pages read them. */
export async function saveFigures(ctx: Context, input: FiguresInput): Promise<void> {
  allow(ctx.actor, 'editContent')
  const { version, ...figures } = parse(figuresInput, input, 'content_invalid')
  await updateContentPart(ctx, { part: 'figures', version }, async (txCtx) => {
    const before = await getFigures(txCtx)
    const updatedAt = txCtx.clock.now()
    await txCtx.db
      .updateTable('banner_edit')
      .set({
        total_experts: figures.totalExperts,
        successful_sessions: figures.successfulSessions,
        updated_at: updatedAt,
      })
      .execute()
    await txCtx.db
      .updateTable('claims')
      .set({
        verified_experts: figures.verifiedExperts,
        satisfaction_percent: figures.satisfactionPercent,
        weekly_earnings_paise: figures.weeklyEarningsRupees * 100,
        approval_hours: figures.approvalHours,
        updated_at: updatedAt,
      })
      .execute()
    return { before, after: await getFigures(txCtx) }
  })
}

/** Saves the order of categories and subcategories, and the subjects that each suggests. */
export async function saveCatalogue(ctx: Context, input: CatalogueInput): Promise<void> {
  allow(ctx.actor, 'editContent')
  const { version, groups } = parse(catalogueInput, input, 'content_invalid')
  refuseOtherCategories(groups)
  await updateContentPart(ctx, { part: 'catalogue', version }, async (txCtx) => {
    const before = await getCatalogue(txCtx)
    await txCtx.db.deleteFrom('category_content').execute()
    await txCtx.db
      .insertInto('category_content')
      .values(
        groups.map(({ id, subcategories, suggestions }, place) => ({
          id,
          place,
          subcategories,
          suggestions: [...new Set(suggestions)],
        })),
      )
      .execute()
    return { before: toAuditValues(before), after: toAuditValues(await getCatalogue(txCtx)) }
  })
}

/** Reordering must neither add nor remove a category. */
function refuseOtherCategories(groups: CatalogueInput['groups']): void {
  const knownIds = defaultCatalogue.map(({ id }) => id)
  const ids = groups.map(({ id }) => id)
  if (!isSameSet(knownIds, ids)) throw new Refusal('content_invalid')
  for (const { id, name, subcategories } of defaultCatalogue) {
    const ordered = groups.find((group) => group.id === id)?.subcategories ?? []
    if (!isSameSet(subcategories, ordered)) {
      throw new Refusal('content_invalid', { more: `${name} has different subcategories than before.` })
    }
  }
}

/** Replaces all questions and answers. An empty list restores the default texts. */
export async function saveAnswers(ctx: Context, input: AnswersInput): Promise<void> {
  allow(ctx.actor, 'editContent')
  const { version, answers } = parse(answersInput, input, 'content_invalid')
  await updateContentPart(ctx, { part: 'answers', version }, async (txCtx) => {
    const before = await txCtx.db.selectFrom('common_answers').selectAll().orderBy('place').execute()
    await txCtx.db.deleteFrom('common_answers').execute()
    if (answers.length > 0) {
      await txCtx.db
        .insertInto('common_answers')
        .values(answers.map((answer, place) => ({ ...answer, place })))
        .execute()
    }
    const toAnswerValues = (list: { question: string; answer: string }[]) => ({
      answers: list.map(({ question, answer }) => `${question} ${answer}`).join(' | '),
    })
    return { before: toAnswerValues(before), after: toAnswerValues(answers) }
  })
}

type ContentChange = { before: AuditValues; after: AuditValues }

/** Serializes changes to a part, and refuses a page that has not seen the last change. */
async function updateContentPart(
  ctx: Context,
  { part, version }: { part: ContentPart; version: number },
  change: (txCtx: Context) => Promise<ContentChange>,
): Promise<void> {
  await inTransaction(ctx, async (txCtx) => {
    const on = { thing: 'content', id: part } as const
    const updated = await txCtx.db
      .updateTable('content_parts')
      .set({ version: version + 1 })
      .where('part', '=', part)
      .where('version', '=', version)
      .returning('part')
      .executeTakeFirst()
    if (!updated) throw await staleRefusal(txCtx, { code: 'content_changed', on })
    await writeAudit(txCtx, { act: 'content changed', on, ...(await change(txCtx)) })
  })
}

function toAuditValues(groups: { id: string; subcategories: readonly string[]; suggestions: readonly string[] }[]) {
  return Object.fromEntries([
    ['order', groups.map(({ id }) => id).join(', ')],
    ...groups.flatMap(({ id, subcategories, suggestions }) => [
      [id, subcategories.join(', ')],
      [`${id} suggests`, suggestions.join(', ')],
    ]),
  ])
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && new Set([...a, ...b]).size === a.length
}
