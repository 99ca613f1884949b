import type { StudentProfile } from '#domain/accounts/contract.ts'
import { contentVersion } from '#domain/content-version.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Returns the profile of the actor. No one can request the profile of another student. */
export async function getStudentProfile(ctx: Context): Promise<StudentProfile> {
  allow(ctx.actor, 'student')
  const row = await ctx.db
    .selectFrom('profiles')
    .leftJoin('students', 'students.id', 'profiles.id')
    .select(['profiles.full_name', 'profiles.email', 'profiles.phone_number', 'profiles.avatar_url'])
    .select(['profiles.created_at', 'students.user_since', 'students.about_me', 'students.languages'])
    .select('students.parents_whatsapp_number')
    .where('profiles.id', '=', ctx.actor.id)
    .executeTakeFirst()
  if (!row) throw new Refusal('no_such_person')
  return {
    fullName: row.full_name,
    email: row.email,
    phone: row.phone_number,
    avatarUrl: row.avatar_url,
    bio: row.about_me,
    languages: row.languages ?? '',
    parentsWhatsapp: row.parents_whatsapp_number,
    memberSince: row.user_since ?? row.created_at,
  }
}

/** Identifies what a student edits on the profile form. The photo and the email address have their own forms. */
export function studentProfileVersion({ fullName, phone, bio, languages, parentsWhatsapp }: StudentProfile): string {
  return contentVersion([fullName, phone, bio, languages, parentsWhatsapp])
}
