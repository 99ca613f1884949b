import type { Context } from '#domain/context.server.ts'
import type { SearchTopic } from '#domain/discovery/contract.ts'
import { vocabularyMaxAgeMs } from '#kernel/limits.ts'
import { soundKey } from '#kernel/sound-key.ts'

/** Finds the topics of words as students type them. */
export type Vocabulary = {
  topics: readonly SearchTopic[]
  /** The topics with this word or phrase, or else with one that sounds the same. Expects folded text. */
  find(phrase: string): SearchTopic[]
  /** The topics with a word that starts like this. */
  findStarting(start: string): SearchTopic[]
  /** All single words. */
  words: string[]
}

/** Shorter keys are shared by words that have nothing in common. */
const soundKeyMinLength = 4

export function buildVocabulary(topics: readonly SearchTopic[]): Vocabulary {
  const byWord = new Map<string, SearchTopic[]>()
  const bySound = new Map<string, SearchTopic[]>()
  const add = (map: Map<string, SearchTopic[]>, key: string, topic: SearchTopic) => {
    const known = map.get(key) ?? []
    if (!known.includes(topic)) map.set(key, [...known, topic])
  }
  for (const topic of topics) {
    for (const word of topic.words) {
      add(byWord, word, topic)
      const key = soundKey(word)
      if (key.length >= soundKeyMinLength) add(bySound, key, topic)
    }
  }
  return {
    topics,
    find: (phrase) => byWord.get(phrase) ?? bySound.get(soundKey(phrase)) ?? [],
    findStarting: (start) =>
      topics.filter(({ kind, words }) => kind !== 'ignored' && words.some((word) => word.startsWith(start))),
    words: [...byWord.keys()].filter((word) => !word.includes(' ')),
  }
}

type Cached = { vocabulary: Vocabulary; readAtMs: number }
/** Keyed by the database. STYLE allows this kind of state in a module. */
const cache = new WeakMap<object, Cached>()

/** The search topics that the team maintains, cached for a few seconds. */
export async function getVocabulary({
  db,
  rootDb = db,
  clock,
}: Pick<Context, 'db' | 'rootDb' | 'clock'>): Promise<Vocabulary> {
  const nowMs = clock.now().getTime()
  const cached = cache.get(rootDb)
  if (cached && Math.abs(nowMs - cached.readAtMs) < vocabularyMaxAgeMs) return cached.vocabulary
  const vocabulary = buildVocabulary(await readTopics({ db }))
  cache.set(rootDb, { vocabulary, readAtMs: nowMs })
  return vocabulary
}

export function forgetVocabulary({ db }: Pick<Context, 'db'>): void {
  cache.delete(db)
}

export async function readTopics({ db }: Pick<Context, 'db'>): Promise<SearchTopic[]> {
  return db.selectFrom('search_topics').selectAll().orderBy('name').execute()
}
