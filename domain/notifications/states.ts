/** In order of delivery. */
export const channels = ['page', 'push', 'mail'] as const
export type Channel = (typeof channels)[number]

/** In the order of the preferences page. */
export const notificationKinds = [
  'incoming_call',
  'missed_call',
  'online',
  'booking',
  'reminder',
  'low_balance',
  'money',
  'withdrawal',
  'refund',
  'feedback',
  'summary',
  'application',
  'security',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** 'off': switched off by the person. 'impossible': no recipient. 'unneeded': skipped, for example when it was read. */
export type DeliveryState = 'planned' | 'delivered' | 'failed' | 'off' | 'impossible' | 'unneeded'
