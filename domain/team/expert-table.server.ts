import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { Check } from '#domain/experts/contract.ts'
import { isProfileComplete } from '#domain/experts/rules.ts'
import { allow } from '#domain/policy.ts'
import { hasExpertLeft } from '#domain/refunds/rules.ts'
import { type ExpertQuality, type ExpertRow, expertTable, type TeamExpert } from '#domain/team/contract.ts'
import { findPeople } from '#domain/team/find-people.server.ts'
import { readPage } from '#domain/team/read-page.server.ts'
import { type AccountId, type ExpertId, isUuid } from '#kernel/ids.ts'
import { expertLeftEarlyMinutes } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'

/** All experts, page by page. */
export async function readExpertTable(
  ctx: Context,
  tableQuery: TableQuery<typeof expertTable>,
): Promise<TablePage<ExpertRow>> {
  allow(ctx.actor, 'prepareExperts')
  const { approval, category, online } = tableQuery.filters
  const people = await findPeople(ctx, tableQuery.search)
  const isOnline = sql<boolean>`experts.is_online and experts.reachable`
  const query = selectExperts(ctx)
    .$call((rows) => (approval ? rows.where('approval', '=', approval) : rows))
    .$call((rows) => (category ? rows.where('expertise_category', '=', category) : rows))
    .$if(online === 'yes', (rows) => rows.where(isOnline))
    .$if(online === 'no', (rows) => rows.where(sql<boolean>`not (${isOnline})`))
    // In a subselect the planner cannot see the length of the list. It assumes a short one, and looks up each id
    // instead of scanning the table.
    .$if(people !== null, (rows) =>
      rows.where('experts.user_id', '=', sql<AccountId>`any (array(select unnest(${people}::uuid[])))`),
    )
  const page = await readPage(query, {
    shape: expertTable,
    tableQuery,
    columns: {
      since: 'experts.member_since',
      name: 'experts.sort_name',
      rate: 'experts.rate_paise_per_minute',
    },
    id: { column: 'experts.user_id', type: 'uuid' },
  })
  return { ...page, rows: page.rows.map(toRow) }
}

export async function getTeamExpert(ctx: Context, id: string): Promise<TeamExpert> {
  allow(ctx.actor, 'prepareExperts')
  const row = isUuid<ExpertId>(id)
    ? await selectExperts(ctx)
        .leftJoin('profiles as decider', 'decider.id', 'experts.approval_changed_by')
        .leftJoin('applications', 'applications.profile_id', 'experts.user_id')
        .select(['person.phone_number', 'title', 'subcategories', 'highest_degree', 'expertise_brief'])
        .select(['speak_language', 'more_languages'])
        .select(['approval_changed_at', 'approval_reason', 'decider.full_name as decider_name'])
        .select('applications.id as application_id')
        .where('experts.id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('no_such_expert')
  return {
    ...toRow(row),
    accountId: row.user_id,
    phone: row.phone_number,
    title: row.title,
    languages: [row.speak_language, ...row.more_languages],
    isComplete: isProfileComplete({
      phone: row.phone_number,
      title: row.title,
      category: row.expertise_category,
      subcategories: row.subcategories,
      highestDegree: row.highest_degree,
      brief: row.expertise_brief,
    }),
    approvalChangedAt: row.approval_changed_at,
    approvalChangedBy: row.decider_name,
    approvalReason: row.approval_reason,
    verifications: await listVerifications(ctx, row.id),
    applicationId: row.application_id,
    quality: await getQuality(ctx, row.user_id),
  }
}

async function getQuality(ctx: Context, accountId: AccountId): Promise<ExpertQuality> {
  const row = await ctx.db
    .selectFrom('help_sessions')
    .leftJoin('refund_requests', 'refund_requests.session_id', 'help_sessions.id')
    .select(({ fn }) => fn.countAll<number>().as('paid'))
    .select(sql<number>`count(*) filter (where fault = 'expert_left_early')`.as('left_early'))
    .select(sql<number>`count(*) filter (where refunded_paise >= charged_paise)`.as('refunded_whole'))
    .where('help_sessions.expert_id', '=', accountId)
    .where('charged_paise', '>', 0)
    .executeTakeFirstOrThrow()
  return {
    paidSessions: Number(row.paid),
    leftEarly: Number(row.left_early) + (await countLeftWithoutFault(ctx, accountId)),
    refundedWhole: Number(row.refunded_whole),
    leftFree: await countLeftFree(ctx, accountId),
  }
}

async function countLeftFree({ db }: Context, accountId: AccountId): Promise<number> {
  const { count } = await db
    .selectFrom('help_sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('expert_id', '=', accountId)
    .where('state', '=', 'settled')
    .where('charged_paise', '=', 0)
    .where('connected_at', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('session_events')
          .select('session_events.id')
          .whereRef('session_id', '=', 'help_sessions.id')
          .where('what', '=', 'hung up')
          .where('side', '=', 'expert'),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts sessions that the expert left early without a stored fault, because a person decided the refund. */
async function countLeftWithoutFault({ db }: Context, accountId: AccountId): Promise<number> {
  const events = await db
    .selectFrom('session_events')
    .select(['session_id', 'what', 'side', 'details'])
    .where('session_id', 'in', (eb) =>
      eb
        .selectFrom('help_sessions')
        .innerJoin('refund_requests', 'refund_requests.session_id', 'help_sessions.id')
        .select('help_sessions.id')
        .where('help_sessions.expert_id', '=', accountId)
        .where('charged_paise', '>', 0)
        .where('billed_minutes', '<=', expertLeftEarlyMinutes)
        .where('fault', 'is', null),
    )
    .orderBy('id')
    .execute()
  const bySession = Map.groupBy(events, ({ session_id }) => session_id)
  return [...bySession.values()].filter((lines) => hasExpertLeft(lines)).length
}

async function listVerifications({ db }: Context, expertId: ExpertId): Promise<TeamExpert['verifications']> {
  const rows = await db
    .selectFrom('expert_verifications')
    .leftJoin('profiles', 'profiles.id', 'verified_by')
    .select(['what', 'verified_at', 'full_name'])
    .where('expert_id', '=', expertId)
    .execute()
  return rows.map((row) => ({ what: row.what, at: row.verified_at, by: row.full_name }))
}

function selectExperts({ db }: Context) {
  return db
    .selectFrom('experts')
    .innerJoin('profiles as person', 'person.id', 'experts.user_id')
    .select(['experts.id', 'experts.user_id', 'person.full_name', 'person.email', 'approval'])
    .select(['expertise_category', 'rate_paise_per_minute', 'share_percent', 'member_since'])
    .select([
      sql<boolean>`is_online and reachable`.as('online'),
      sql<Check[]>`array(select what from expert_verifications where expert_id = experts.id
        order by array_position(array['identity', 'degree', 'phone', 'interview'], what))`.as('verified'),
    ])
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectExperts>['executeTakeFirst']>>>

function toRow(row: Row): ExpertRow {
  return {
    id: row.id,
    name: row.full_name,
    email: row.email,
    approval: row.approval,
    category: row.expertise_category,
    isOnline: row.online,
    ratePaisePerMinute: paise(row.rate_paise_per_minute),
    sharePercent: row.share_percent,
    verified: row.verified,
    memberSince: row.member_since,
  }
}
