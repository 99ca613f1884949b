import { photoFolder, photoUrl } from '#domain/files/photo-files.server.ts'
import type { PrivacyPart } from '#domain/privacy-part.server.ts'
import { enqueue } from '#platform/jobs/port.ts'

export const filesPart: PrivacyPart = {
  async collect({ db, storage }, id) {
    return {
      photos: (await storage.list(photoFolder(id))).map(photoUrl),
      question_files: await db
        .selectFrom('question_files')
        .select(['name', 'type', 'size_bytes', 'stored_at'])
        .where('student_id', '=', id)
        .orderBy('stored_at')
        .execute(),
    }
  },
  async forget({ db }, id) {
    await db.deleteFrom('question_files').where('student_id', '=', id).execute()
    // The storage may be unavailable, so jobs retry until every file is removed.
    await enqueue(db, 'remove_photos', { profileId: id })
    await enqueue(db, 'remove_question_files', { profileId: id })
  },
}
