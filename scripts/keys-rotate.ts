import { resealSecondFactors } from '#domain/sign-in/reseal-second-factors.server.ts'
import { resealPushKey } from '#domain/notifications/push-keys.server.ts'
import { resealBankDetails } from '#domain/withdrawals/bank-details.server.ts'
import { runCommand } from '#scripts/run-command.ts'

// npm run keys:rotate: re-encrypts everything with the first key of DATA_KEYS. The others are no longer needed
// afterwards.
await runCommand(async (ctx) => {
  const count = (await resealSecondFactors(ctx)) + (await resealBankDetails(ctx)) + (await resealPushKey(ctx))
  return `${count} values re-encrypted; everything uses the first key.`
})
