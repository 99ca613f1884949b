import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { joinWithOr, matchConcept, scoreMatches } from '#domain/discovery/concept-conditions.server.ts'
import { areMany, fewMax, isSampled } from '#domain/discovery/match-count.server.ts'
import { tokenKeys } from '#domain/discovery/token-keys.server.ts'
import { getVocabulary } from '#domain/discovery/search-vocabulary.server.ts'
import { type Concept, understandQuestion, weights } from '#domain/discovery/understand-search.server.ts'
import { freeCallCount, unconnectedCallCount } from '#domain/sessions/student-request.server.ts'
import { dayOf, startOfDay } from '#kernel/days.ts'
import { slug } from '#kernel/fold.ts'
import type { AccountId, ExpertId, RequestId } from '#kernel/ids.ts'
import {
  callBeforeBookingMinutes,
  freeCallsPerPairAndDay,
  ringsOfOneExpertMax,
  ringsOfOneExpertMinutes,
  unconnectedCallsPerPairAndDay,
} from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'
import { minutesLater } from '#kernel/time.ts'
import { defaultZone } from '#kernel/zones.ts'

/** The criteria of a student’s request; see docs/decisions/0036. */
export type SearchCriteria = {
  requestId: RequestId
  studentId: AccountId
  question: string | null
  language: string | null
  maxRatePaisePerMinute: Paise
}

type Match = {
  expertId: ExpertId
  accountId: AccountId
  name: string
  photoUrl: string | null
  ratePaisePerMinute: Paise
}

type MatchOptions = {
  limit: number
  /**
   * 'free': can be called now. 'offer': free, and not yet asked in this request. 'above': free, but above the price.
   * 'any': also offline or busy.
   */
  availability: 'offer' | 'free' | 'above' | 'any'
  /** Restricts the search to this expert. */
  only?: ExpertId
}

/** How many experts are compared for each set of concepts. */
const candidatesMax = sql.lit(50)

/**
 * Finds matching experts, ordered by how well they match the subjects and languages of the question, then by standing.
 * If the question names no subject, every subject fits.
 */
export async function matchExperts(
  ctx: Context,
  criteria: SearchCriteria,
  { limit, availability, only }: MatchOptions,
): Promise<Match[]> {
  const concepts = await findConcepts(ctx, criteria)
  const terms = [
    ...termsOf(criteria, availability),
    ...(only ? [sql`expert_id = ${only}`] : []),
    ...(availability === 'any' ? [] : [sql`online and not busy`]),
  ]
  const rules = [sql`user_id not in (select account_id from excluded)`, ...(availability === 'any' ? [] : freeNow(ctx))]
  const [widest = [], ...others] = listSets(concepts)
  const isCompared = concepts.length > 0 && !only
  // Only the best of each set are compared, so the cost does not grow with the number of experts.
  const candidates = [sql`select expert_id from widest`, ...others.map((set) => listBestOf(set, terms, rules))]
  const found = isCompared
    ? sql`expert_id in (${sql.join(candidates, sql` union `)})`
    : sql.join([...terms, ...widest, ...rules], sql` and `)
  const widestSet = isCompared
    ? sql`widest as materialized (${listBest([...terms, ...widest], rules, { limit: candidatesMax })}),`
    : sql``
  const score = concepts.length > 0 ? scoreMatches(concepts.map(matchConcept)) : sql`0`
  const order = sql`order by score desc, standing desc, expert_id desc`
  const { rows } = await sql<Match>`
    with excluded as materialized (${sql.join(listExcluded(ctx, criteria, availability), sql` union all `)}), ${widestSet}
    best as (
      select expert_id, ${score} as score from search_entries join search_mentions using (expert_id)
      where ${found} ${order} limit ${limit}
    )
    select expert_id as "expertId", user_id as "accountId", name, photo as "photoUrl",
      rate_paise_per_minute as "ratePaisePerMinute"
    from best join listings using (expert_id) ${order}`.execute(ctx.db)
  return rows
}

/**
 * Returns the best experts of a subset of the widest set. The ones that are among the best of the widest set come
 * first, so only the experts after them are read.
 */
function listBestOf(
  set: RawBuilder<boolean>[],
  terms: RawBuilder<unknown>[],
  rules: RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const inWidest = sql`select expert_id from widest where ${sql.join(set, sql` and `)}`
  const rest = listBest([...terms, ...set], rules, {
    isWanted: sql`(select count(*) from widest) = ${candidatesMax}`,
    isAfter: sql`(standing, expert_id) < (select standing, expert_id from widest order by standing, expert_id limit 1)`,
    limit: sql`${candidatesMax} - (select count(*) from (${inWidest}) first)`,
  })
  return sql`${inWidest} union all select expert_id from (${rest}) rest`
}

/**
 * Reads and sorts few matching experts; many are read in the order of an index. The planner cannot estimate small
 * numbers. The rules read other tables, so they are tested last, and only until enough experts are found.
 */
function listBest(
  terms: RawBuilder<unknown>[],
  rules: RawBuilder<unknown>[],
  {
    isWanted = sql`true`,
    isAfter = sql`true`,
    limit,
  }: { isWanted?: RawBuilder<unknown>; isAfter?: RawBuilder<unknown>; limit: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const order = sql`order by standing desc, expert_id desc`
  const mayBeAsked = sql.join(rules, sql` and `)
  const fitting = sql.join(terms, sql` and `)
  const columns = sql`expert_id, user_id, standing, answers`
  const sample = sql`select from search_entries where ${isSampled(sql`search_entries`)} and ${fitting}`
  const isMany = sql`(select is_many from size)`
  const isFew = sql`(not ${isMany} and (select count(*) from few) < ${fewMax})`
  return sql`(
    with size as materialized (select ${areMany(sample)} as is_many),
    few as materialized (
      select ${columns} from search_entries where ${isWanted} and not ${isMany} and ${fitting} limit ${fewMax}
    )
    select ${columns} from (
      (select ${columns} from (select * from few where ${isWanted} and ${isFew} and ${isAfter} ${order}) search_entries
        where ${mayBeAsked} limit ${limit})
      union all
      (select ${columns} from search_entries
        where ${isWanted} and not ${isFew} and ${isAfter} and ${fitting} and ${mayBeAsked} ${order} limit ${limit})
    ) best)`
}

/**
 * The sets of concepts whose best experts are compared: one of the named concepts, each of the most important ones,
 * these together, and all. The first contains the others. If no concept is named, every expert matches each set.
 */
function listSets(concepts: Concept[]): RawBuilder<boolean>[][] {
  if (concepts.length === 0) return []
  const named = listNamed(concepts)
  const isNamed = named.length > 0 ? [joinWithOr(named.map((concept) => matchConcept(concept).near))] : []
  const important = concepts.slice(0, importantMax)
  const together = [...important.keys()].slice(1).map((last) => important.slice(0, last + 1))
  const all = concepts.length > importantMax ? [concepts] : []
  const sets = [...important.map((concept) => [concept]), ...together, ...all]
  return [
    isNamed,
    ...sets.map((set) => toConditions(set, set.some((concept) => named.includes(concept)) ? [] : isNamed)),
  ]
}

/** `others` must not repeat a condition of the set: the planner would then expect too few rows. */
function toConditions(set: Concept[], others: RawBuilder<boolean>[]): RawBuilder<boolean>[] {
  return others.concat(set.map((concept) => matchConcept(concept).strong))
}

/** Concepts have the most important ones first. */
const importantMax = 3

/**
 * The concepts of the question. Experts may enter their own subjects. A subject that is a word of a topic matches the
 * topic in part. A subject that no topic contains is a concept of its own.
 */
async function findConcepts(ctx: Context, { question }: SearchCriteria): Promise<Concept[]> {
  if (!question) return []
  const { concepts, unknownTags } = understandQuestion(question, await getVocabulary(ctx))
  const used = await findUsedTags(ctx, [...new Set([...unknownTags, ...concepts.flatMap(listWordTags)])])
  const ownSubjects = unknownTags.filter((tag) => used.has(tag))
  const extended = concepts.map((concept) => withWordTags(concept, used))
  return ownSubjects.length > 0 ? [...extended, toOwnConcept(ownSubjects)] : extended
}

function withWordTags(concept: Concept, used: Set<string>): Concept {
  return {
    ...concept,
    subjects: [...concept.subjects, ...concept.typed.map(slug)],
    related: [...concept.related, ...listWordTags(concept).filter((tag) => used.has(tag))],
  }
}

function listWordTags({ words, subjects, related }: Concept): string[] {
  const listed = new Set([...subjects, ...related])
  return words.map(slug).filter((tag) => !listed.has(tag))
}

/** Returns the tags that at least one expert has. Frequent tags are found in a sample, without reading all who have one. */
async function findUsedTags({ db }: Context, tags: string[]): Promise<Set<string>> {
  const isUsed = (condition: RawBuilder<unknown>) =>
    sql`exists (select from search_entries where ${condition} and answers @> array[key])`
  const { rows } = await sql<{ tag: string }>`
    with tags as materialized (select * from unnest(${tags}::text[], ${tokenKeys(tags)}) tags (tag, key)),
    frequent as materialized (select tag from tags where ${isUsed(isSampled(sql`search_entries`))})
    select tag from frequent
    union all
    select tag from tags where tag not in (select tag from frequent) and ${isUsed(sql`true`)}`.execute(db)
  return new Set(rows.map(({ tag }) => tag))
}

function toOwnConcept(subjects: string[]): Concept {
  return {
    typed: [],
    isKnown: true,
    subjects,
    related: [],
    languages: [],
    countsSpokenLanguages: false,
    names: [],
    words: [],
    weight: weights.subject,
  }
}

/** The concepts that an expert must match: the named subjects, or else the exams and other subcategories. */
function listNamed(concepts: Concept[]): Concept[] {
  const subjects = concepts.filter(({ languages }) => languages.length === 0)
  const highest = Math.max(...subjects.map(({ weight }) => weight))
  return subjects.filter(({ weight }) => weight === highest)
}

function termsOf(
  { language, maxRatePaisePerMinute }: SearchCriteria,
  availability: MatchOptions['availability'],
): RawBuilder<unknown>[] {
  return [
    availability === 'above'
      ? sql`rate_paise_per_minute > ${maxRatePaisePerMinute}`
      : sql`rate_paise_per_minute <= ${maxRatePaisePerMinute}`,
    ...(language === null ? [] : [sql`answers && ${tokenKeys([`speaks:${slug(language)}`])}`]),
  ]
}

/**
 * The experts whom this student may not ask: a block, or too many calls. They are few, so each statement lists them
 * once, instead of testing each expert in each set.
 */
function listExcluded(
  ctx: Context,
  { requestId, studentId }: SearchCriteria,
  availability: MatchOptions['availability'],
): RawBuilder<unknown>[] {
  const blocked = [
    sql`select blocked_id as account_id from blocks where blocker_id = ${studentId}`,
    sql`select blocker_id from blocks where blocked_id = ${studentId}`,
  ]
  if (availability === 'any') return blocked
  const now = ctx.clock.now()
  const rungSince = minutesLater(now, -ringsOfOneExpertMinutes)
  const today = startOfDay(dayOf(now, defaultZone), defaultZone)
  return [
    ...blocked,
    sql`select expert_id from help_sessions where student_id = ${studentId} and asked_at >= ${today} group by expert_id
      having ${freeCallCount} >= ${sql.lit(freeCallsPerPairAndDay)}
        or ${unconnectedCallCount} >= ${sql.lit(unconnectedCallsPerPairAndDay)}`,
    sql`select expert_id from (
        select expert_id from help_sessions where student_id = ${studentId}
          and state in ('missed', 'cancelled', 'declined') and asked_at > ${rungSince}
        union all
        select expert_id from offers join requests on requests.id = request_id
        where student_id = ${studentId} and offered_at > ${rungSince}
          and offers.state in ('declined', 'missed', 'stopped')
      ) rings
      group by expert_id having count(*) >= ${sql.lit(ringsOfOneExpertMax)}`,
    ...(availability === 'offer' ? [sql`select expert_id from offers where request_id = ${requestId}`] : []),
  ]
}

/** No open offer of another request, and no booking now or soon. */
function freeNow(ctx: Context): RawBuilder<unknown>[] {
  const now = ctx.clock.now()
  const soon = minutesLater(now, callBeforeBookingMinutes)
  return [
    sql`not exists (select from offers where expert_id = user_id and state = 'open')`,
    sql`not exists (
      select from expert_time t left join schedules s on s.expert_id = t.expert_id
      where t.expert_id = user_id and t.kind = 'booking' and upper(during) > ${now}
        and lower(during) - coalesce(buffer_minutes, 0) * interval '1 minute' < ${soon})`,
  ]
}
