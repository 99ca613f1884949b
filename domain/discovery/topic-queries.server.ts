import type { Context } from '#domain/context.server.ts'
import type { FoundExperts, SearchTopic, TopicPreview } from '#domain/discovery/contract.ts'
import { defaultListingQuery, normalizeSearch } from '#domain/discovery/rules.ts'
import { searchWithVocabulary } from '#domain/discovery/search-experts.server.ts'
import { buildVocabulary, readTopics } from '#domain/discovery/search-vocabulary.server.ts'
import { topicPreview, type TopicPreviewInput } from '#domain/discovery/topic-input.server.ts'
import { allow } from '#domain/policy.ts'
import { slug } from '#kernel/fold.ts'
import { previewNamesMax } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

export async function listTopics(ctx: Context): Promise<SearchTopic[]> {
  allow(ctx.actor, 'editContent')
  return readTopics(ctx)
}

export async function getTopic(ctx: Context, id: string): Promise<SearchTopic> {
  allow(ctx.actor, 'editContent')
  const topic = (await readTopics(ctx)).find((saved) => saved.id === id)
  if (!topic) throw new Refusal('no_such_topic')
  return topic
}

/** Returns the result of a query today and with the changed topic. Saves nothing. */
export async function previewTopic(ctx: Context, input: TopicPreviewInput): Promise<TopicPreview> {
  allow(ctx.actor, 'editContent')
  const { id, query, ...entered } = parse(topicPreview, input, 'content_invalid')
  const topics = await readTopics(ctx)
  const changedTopic = { ...entered, id: id ?? slug(entered.name) }
  const changed = [...topics.filter((topic) => topic.id !== changedTopic.id), changedTopic]
  return { query, today: await findExperts(ctx, query, topics), changed: await findExperts(ctx, query, changed) }
}

async function findExperts(ctx: Context, typed: string, topics: SearchTopic[]): Promise<FoundExperts> {
  const query = { ...defaultListingQuery, onlineOnly: false, search: normalizeSearch(typed) }
  const { total, experts } = await searchWithVocabulary(ctx, query, { vocabulary: buildVocabulary(topics) })
  return { total: total ?? 0, experts: experts.slice(0, previewNamesMax).map(({ id, name }) => ({ id, name })) }
}
