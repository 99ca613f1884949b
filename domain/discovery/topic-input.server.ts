import { z } from 'zod'
import { topicKinds } from '#domain/discovery/contract.ts'
import { fold, slug } from '#kernel/fold.ts'
import { freeText } from '#kernel/free-text.ts'
import {
  searchMaxLength,
  topicNameMaxLength,
  topicSubjectsMax,
  topicWordMaxLength,
  topicWordsMax,
} from '#kernel/limits.ts'

/** Lines or a comma-separated list. */
const listText = z.string().transform((text) =>
  text
    .split(/[\n,]+/)
    .map((part) => part.trim())
    .filter(Boolean),
)
const slugs = listText
  .transform((names) => [...new Set(names.map(slug))])
  .pipe(z.array(z.string()).max(topicSubjectsMax))

/** The database refuses a query with a NUL. */
const id = z.string().regex(/^[^\0]+$/)
/** The database stores it in 32 bits. */
const version = z.coerce.number().int().max(2_147_483_647)

export const topicInput = z.object({
  /** Null for a new topic. */
  id: id.nullable(),
  version,
  name: freeText(topicNameMaxLength).refine((text) => text !== ''),
  kind: z.enum(topicKinds),
  words: listText
    .transform((words) => [...new Set(words.map(fold))])
    .pipe(z.array(z.string().max(topicWordMaxLength)).min(1).max(topicWordsMax)),
  subjects: slugs,
  related: slugs,
})
export type TopicInput = z.input<typeof topicInput>

/** A topic in the version that the person has seen. */
export const topicChoice = z.object({ id, version })
export type TopicChoice = z.input<typeof topicChoice>

export const topicPreview = topicInput.extend({ query: z.string().trim().min(1).max(searchMaxLength) })
export type TopicPreviewInput = z.input<typeof topicPreview>
