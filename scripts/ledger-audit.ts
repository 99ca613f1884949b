import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import { auditProvider } from '#domain/wallet/audit-provider.server.ts'
import { openPayments } from '#platform/payments/open.ts'
import { runCommand } from '#scripts/run-command.ts'

// npm run ledger:audit: recalculates the books and prints every mismatch. Exits with 1 when there is one.
await runCommand(async (ctx, config) => {
  const payments = openPayments(config.payments, ctx)
  const mismatches = [...(await auditMoney(ctx)), ...(await auditProvider({ ...ctx, payments }))]
  if (mismatches.length === 0) return 'The books balance.'
  process.exitCode = 1
  return mismatches.map(({ check, what }) => `${check}: ${what}`).join('\n')
})
