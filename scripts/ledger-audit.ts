import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import { runCommand } from '#scripts/run-command.ts'

// npm run ledger:audit: adds the books up anew and says every mismatch. Ends with 1 when there is one.
await runCommand(async (ctx) => {
  const mismatches = await auditMoney(ctx)
  if (mismatches.length === 0) return 'The books balance.'
  process.exitCode = 1
  return mismatches.map(({ check, what }) => `${check}: ${what}`).join('\n')
})
