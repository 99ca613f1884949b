/** In the order in which they get their turn. */
export const channels = ['page', 'push', 'mail'] as const
export type Channel = (typeof channels)[number]

/** What can be told, in the order in which one chooses about it. */
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
  'application',
  'security',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/**
 * What has become of a channel: still to come, done, tried and given up, not wanted by the person, nobody at its other end, or no
 * longer of any use.
 */
export type DeliveryState = 'planned' | 'delivered' | 'failed' | 'off' | 'impossible' | 'unneeded'
