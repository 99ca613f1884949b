import { sealSecondFactors } from '#domain/sign-in/seal-second-factors.server.ts'
import { resealPushKey } from '#domain/notifications/push-keys.server.ts'
import { sealBankDetails } from '#domain/withdrawals/bank-details.server.ts'
import { runCommand } from '#scripts/run-command.ts'

// npm run keys:rotate: seals everything anew under the first of DATA_KEYS. After it the others are needed no more.
await runCommand(async (ctx) => {
  const count = (await sealSecondFactors(ctx)) + (await sealBankDetails(ctx)) + (await resealPushKey(ctx))
  return `${count} sealed anew; everything is under the first key.`
})
