import type { PrivacyPart } from '#domain/privacy-part.server.ts'

export const notificationsPart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      // The endpoint is a secret between the browser's push service and us.
      push_subscriptions: await db
        .selectFrom('push_subscriptions')
        .innerJoin('sign_ins', 'sign_ins.id', 'sign_in_id')
        .select(['push_subscriptions.created_at', 'confirmed_at', 'last_delivered_at', 'user_agent'])
        .where('push_subscriptions.profile_id', '=', id)
        .execute(),
      notifications: await db
        .selectFrom('notifications')
        .select(['kind', 'facts', 'created_at', 'read_at'])
        .where('account_id', '=', id)
        .orderBy('created_at')
        .execute(),
      notification_deliveries: await db
        .selectFrom('notification_deliveries')
        .innerJoin('notifications', 'notifications.id', 'notification_id')
        .select(['kind', 'channel', 'state', 'tries', 'changed_at', 'reason'])
        .where('account_id', '=', id)
        .orderBy('changed_at')
        .execute(),
      notification_preferences: await db
        .selectFrom('notification_preferences')
        .select(['choices', 'quiet_from', 'quiet_to', 'zone', 'changed_at'])
        .where('account_id', '=', id)
        .executeTakeFirst(),
    }
  },
  async forget({ db }, id) {
    await db.deleteFrom('push_subscriptions').where('profile_id', '=', id).execute()
    await db.deleteFrom('notifications').where('account_id', '=', id).execute()
    await db.updateTable('notifications').set({ about_id: null }).where('about_id', '=', id).execute()
    await db.deleteFrom('notification_preferences').where('account_id', '=', id).execute()
  },
}
