import { resealSecondFactors } from '#domain/sign-in/reseal-second-factors.server.ts'
import { resealPushKey } from '#domain/notifications/push-keys.server.ts'
import { resealCalendarFeeds } from '#domain/bookings/calendar-feed.server.ts'
import { resealCalendars } from '#domain/schedule/external-calendar.server.ts'
import { resealBankDetails } from '#domain/withdrawals/bank-details.server.ts'
import { runCommand } from '#scripts/run-command.ts'

// npm run keys:rotate: re-encrypts everything with the first key of DATA_KEYS. The others are no longer needed
// afterwards.
await runCommand(async (ctx) => {
  const reseals = [resealSecondFactors, resealBankDetails, resealPushKey, resealCalendars, resealCalendarFeeds]
  let count = 0
  for (const reseal of reseals) count += await reseal(ctx)
  return `${count} values re-encrypted; everything uses the first key.`
})
