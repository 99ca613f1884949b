import type { PrivacyPart } from '#domain/privacy-part.server.ts'

export const ticketsPart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      tickets: await db
        .selectFrom('tickets')
        .select(['number', 'kind', 'state', 'session_id', 'words', 'answer', 'opened_at'])
        .select(['acknowledged_at', 'resolved_at'])
        .where('opened_by', '=', id)
        .orderBy('number')
        .execute(),
    }
  },
  async forget({ db }, id) {
    await db.updateTable('tickets').set({ words: null, answer: null }).where('opened_by', '=', id).execute()
  },
}
