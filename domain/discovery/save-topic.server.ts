import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import type { AuditValues } from '#domain/audit/contract.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { SearchTopic } from '#domain/discovery/contract.ts'
import { findLanguage } from '#domain/discovery/rules.ts'
import { forgetVocabulary } from '#domain/discovery/search-vocabulary.server.ts'
import { topicChoice, type TopicChoice, topicInput, type TopicInput } from '#domain/discovery/topic-input.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { slug } from '#kernel/fold.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Saves a topic, or adds one when the id is null. Returns its id. */
export async function saveTopic(ctx: Context, input: TopicInput): Promise<string> {
  allow(ctx.actor, 'editContent')
  const { id: knownId, version, ...topic } = parse(topicInput, input, 'content_invalid')
  if (topic.kind === 'language' && !findLanguage(slug(topic.name))) {
    throw new Refusal('content_invalid', {
      more: 'A topic of the kind “language” must have the name of a language that experts can choose.',
    })
  }
  const id = knownId ?? slug(topic.name)
  await inTransaction(ctx, async (txCtx) => {
    const { db } = txCtx
    const before = await db.selectFrom('search_topics').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    const isStale = knownId === null ? before !== undefined : before?.version !== version
    if (isStale) throw await staleRefusal(txCtx, { code: 'content_changed', on: auditItem(id) })
    const saved = { ...topic, id, version: version + 1 }
    await db
      .insertInto('search_topics')
      .values(saved)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(saved))
      .execute()
    await writeAudit(txCtx, {
      act: 'search topic saved',
      on: auditItem(id),
      before: before && toAuditValues(before),
      after: toAuditValues(saved),
    })
  })
  forgetVocabulary(ctx)
  return id
}

/** Removes a topic that the actor has seen in its current version. */
export async function removeTopic(ctx: Context, input: TopicChoice): Promise<void> {
  allow(ctx.actor, 'editContent')
  const { id, version } = parse(topicChoice, input, 'content_invalid')
  await inTransaction(ctx, async (txCtx) => {
    const removed = await txCtx.db
      .deleteFrom('search_topics')
      .where('id', '=', id)
      .where('version', '=', version)
      .returningAll()
      .executeTakeFirst()
    if (!removed) throw await staleRefusal(txCtx, { code: 'content_changed', on: auditItem(id) })
    await writeAudit(txCtx, { act: 'search topic removed', on: auditItem(id), before: toAuditValues(removed) })
  })
  forgetVocabulary(ctx)
}

function auditItem(id: string) {
  return { thing: 'content', id: `search ${id}` } as const
}

function toAuditValues({ name, kind, words, subjects, related }: Omit<SearchTopic, 'id' | 'version'>): AuditValues {
  return { name, kind, words: words.join(', '), subjects: subjects.join(', '), related: related.join(', ') }
}
