import type { PrivacyPart } from '#domain/privacy-part.server.ts'
import { enqueue } from '#platform/jobs/port.ts'

export const applicationsPart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      // Leaves out applications that are not linked: an account with the same email address may belong to another
      // person.
      application: await db
        .selectFrom('applications')
        .select(['full_name', 'email', 'phone', 'category', 'notes', 'stage', 'received_at', 'answered_at'])
        .select(['interview_at', 'decided_at'])
        .where('profile_id', '=', id)
        .executeTakeFirst(),
      application_documents: await db
        .selectFrom('application_documents')
        .innerJoin('applications', 'applications.id', 'application_id')
        .select(['name', 'type', 'size_bytes', 'stored_at'])
        .where('profile_id', '=', id)
        .orderBy('stored_at')
        .execute(),
    }
  },
  async forget({ db }, id) {
    const application = await db
      .deleteFrom('applications')
      .where('profile_id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (application) await enqueue(db, 'remove_application_files', { applicationId: application.id })
  },
}
