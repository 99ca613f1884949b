import type { Role, TeamRole } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Database } from '#platform/db/database.ts'

/* Access to profile rows for other domain folders, inside their transactions. The caller must check permissions. */

export async function findByEmail(db: Database, email: string): Promise<{ id: AccountId; role: Role } | undefined> {
  return selectByEmail(db, email).executeTakeFirst()
}

/** Same as findByEmail, but locks the row until the end of the transaction. */
export async function lockByEmail(db: Database, email: string): Promise<{ id: AccountId; role: Role } | undefined> {
  return selectByEmail(db, email).forUpdate().executeTakeFirst()
}

function selectByEmail(db: Database, email: string) {
  return db.selectFrom('profiles').select(['id', 'role']).where('email', '=', email)
}

/** Returns a person’s email address and name. Undefined for a deleted account. */
export async function findRecipient(
  db: Database,
  id: AccountId,
): Promise<{ email: string; fullName: string; role: Role; suspendedReason: string | null } | undefined> {
  return db
    .selectFrom('profiles')
    .select(['email', 'role', 'full_name as fullName', 'suspended_reason as suspendedReason'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Sets the email address of an account and whether it is confirmed. Refuses an email address that another account has
 * or can still take back.
 */
export async function setEmail(
  db: Database,
  { id, email, confirmedAt, now }: { id: AccountId; email: string; confirmedAt: Date | null; now: Date },
): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ email, email_confirmed_at: confirmedAt, updated_at: now })
    .where('id', '=', id)
    .execute()
    .catch(throwTakenEmail)
}

const uniqueViolation = '23505'

/**
 * Throws a refusal instead of the database error for a taken or reserved email address. The transaction cannot
 * continue.
 */
export function throwTakenEmail(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === uniqueViolation) throw new Refusal('email_taken')
  throw error
}

/** Marks the current email address as confirmed, unless it already is. */
export async function confirmCurrentEmail(db: Database, id: AccountId, now: Date): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ email_confirmed_at: now, updated_at: now })
    .where('id', '=', id)
    .where('email_confirmed_at', 'is', null)
    .execute()
}

export async function isEmailConfirmed(db: Database, id: AccountId): Promise<boolean> {
  const confirmed = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', id)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst()
  return confirmed !== undefined
}

export async function requireConfirmedEmail(db: Database, id: AccountId): Promise<void> {
  if (!(await isEmailConfirmed(db, id))) throw new Refusal('email_unconfirmed')
}

/** Locks the profile until the end of the transaction. */
export async function lockProfile(db: Database, id: AccountId) {
  return db
    .selectFrom('profiles')
    .select(['email', 'email_confirmed_at', 'phone_number', 'role', 'account_state', 'suspended_reason', 'deleted_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Locks a student's row, as the insert of a session or request does. Inserts that only reference the row do not wait.
 */
export async function lockStudent(db: Database, id: AccountId): Promise<void> {
  await db.selectFrom('profiles').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Team email addresses count as confirmed, because an administrator or the command line creates these accounts. */
export function hasConfirmedEmail(profile: { role: string; email_confirmed_at: Date | null }): boolean {
  return profile.role === 'team' || profile.email_confirmed_at !== null
}

type NameAndPhone = { id: AccountId; fullName: string; phone: string | null; now: Date }

/** Returns the time when the account was created. Undefined for a deleted account. */
export async function updateNameAndPhone(
  db: Database,
  { id, fullName, phone, now }: NameAndPhone,
): Promise<Date | undefined> {
  const row = await db
    .updateTable('profiles')
    .set({ full_name: fullName, phone_number: phone, updated_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('created_at')
    .executeTakeFirst()
  return row?.created_at
}

/** Returns the URL of the previous photo. Undefined for a deleted account. */
export async function replaceAvatar(
  db: Database,
  { id, url, now }: { id: AccountId; url: string | null; now: Date },
): Promise<{ before: string | null } | undefined> {
  const profile = await db
    .selectFrom('profiles')
    .select('avatar_url as before')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (profile) {
    await db.updateTable('profiles').set({ avatar_url: url, updated_at: now }).where('id', '=', id).execute()
  }
  return profile
}

export async function setTeamRole(
  db: Database,
  { id, teamRole, now }: { id: AccountId; teamRole: TeamRole; now: Date },
): Promise<void> {
  await db.updateTable('profiles').set({ team_role: teamRole, updated_at: now }).where('id', '=', id).execute()
}

/** Also ends all sign-ins of the suspended account. */
export async function suspendAccount(
  db: Database,
  { id, why, now }: { id: AccountId; why: string; now: Date },
): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ suspended_at: now, suspended_reason: why, updated_at: now })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('sign_ins').where('profile_id', '=', id).execute()
}

export async function reopenAccount(db: Database, { id, now }: { id: AccountId; now: Date }): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ suspended_at: null, suspended_reason: null, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function isSuspended(db: Database, id: AccountId): Promise<boolean> {
  const suspended = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', id)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst()
  return suspended !== undefined
}

/** Returns the parents' number and the IP addresses of the current sign-ins. */
export async function readPrivateDetails(
  db: Database,
  { id, now }: { id: AccountId; now: Date },
): Promise<{ parentsNumber: string | null; addresses: string[] }> {
  const details = await db
    .selectFrom('student_details')
    .select('parents_whatsapp_number')
    .where('profile_id', '=', id)
    .executeTakeFirst()
  const signIns = await db
    .selectFrom('sign_ins')
    .select('address')
    .distinct()
    .where('profile_id', '=', id)
    .where('expires_at', '>', now)
    .where('address', '!=', '')
    .orderBy('address')
    .execute()
  return {
    parentsNumber: details?.parents_whatsapp_number ?? null,
    addresses: signIns.map(({ address }) => address),
  }
}
