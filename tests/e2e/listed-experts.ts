import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { setInSession } from '#domain/experts/reachability.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import { type AccountId, type ExpertId, expertId } from '#kernel/ids.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { newAccountId } from '#tests/money.ts'

export type ListedExpert = { id: ExpertId; accountId: AccountId; name: string }
type ExpertSetup = {
  name: string
  title?: string
  keySubjects?: string[]
  subcategories?: string[]
  category?: 'academic' | 'skills' | 'professional'
  ratePaise?: number
  /** The number of reviews and their total stars, from which the rating is computed. */
  reviews?: number
  stars?: number
  online?: boolean
}

const defaults: Omit<Required<ExpertSetup>, 'name'> = {
  title: 'Teacher',
  category: 'academic',
  subcategories: ['JEE', 'NEET', 'Homework Help'],
  keySubjects: ['Physics'],
  ratePaise: 10_00,
  reviews: 0,
  stars: 0,
  online: true,
}

/** Returns a word that no other expert uses, so that a search finds only this test’s experts. */
export function uniqueWord(): string {
  // No letter repeats, so swapping any two letters always makes another word.
  const letters = [...'bcdfghjklmnpqrstvwxz']
  return Array.from({ length: 10 }, () => letters.splice(randomInt(letters.length), 1)).join('')
}

/**
 * Adds listed experts. Registers the socket of each online expert at a node that never expires, so that they stay
 * reachable. Uses one SQL statement, because the product’s own functions would hash a password for each expert.
 */
export async function addListedExperts(word: string, setups: ExpertSetup[]): Promise<ListedExpert[]> {
  const people = setups.map((expert, number) => ({
    ...defaults,
    ...expert,
    accountId: newAccountId(),
    email: `${word}-${number}-${randomInt(1e9)}@samjhao.example`,
  }))
  return inDatabase(async ({ db }) => {
    const node = crypto.randomUUID()
    const { rows } = await sql<{ id: string; account_id: string }>`
      with people as (select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p("accountId" uuid, email text, name text,
        title text, category expertise_category, subcategories text[], "keySubjects" text[], "ratePaise" integer, reviews integer,
        stars integer, online boolean)
      ), accounts as (
        insert into profiles (id, email, full_name, role, phone_number)
        select "accountId", email, name, 'expert', '+91 90000 00000' from people returning id
      )
      insert into experts (user_id, approval, approval_changed_at, title, expertise_category, subcategories, key_subjects,
        experience_years, highest_degree, expertise_brief, speak_language, rate_paise_per_minute, review_count, review_stars,
        session_count, is_online, reachable, member_since, updated_at)
      select "accountId", 'approved', now(), title, category, subcategories, "keySubjects", 5, 'M.A.',
        ${`I teach ${word} until it is clear.`}, 'Hindi', "ratePaise", reviews, stars, reviews, online, online, now(), now()
      from people returning id, user_id as account_id`.execute(db)
    await sql`insert into live_nodes values (${node}, 'infinity')`.execute(db)
    await sql`insert into expert_sockets select id, ${node}::uuid from experts where reachable and id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(
      db,
    )
    return people.map(({ accountId, name }) => {
      const row = rows.find(({ account_id }) => account_id === accountId)
      return { id: expertId.parse(row?.id), accountId, name }
    })
  })
}

/** Sets the expert’s online switch and publishes the change to open pages. */
export function switchOnline({ accountId }: ListedExpert, online: boolean): Promise<void> {
  const signInId = crypto.randomUUID()
  return inDatabase(({ as }) =>
    setOnline(as({ kind: 'person', id: accountId, role: 'expert', approval: 'approved', signInId }), online),
  )
}

export function switchInSession({ id }: ListedExpert, inSession: boolean): Promise<void> {
  return inDatabase(({ as }) => setInSession(as({ kind: 'system' }), { expertId: id, inSession }))
}
