import { approveWithdrawal } from '#domain/withdrawals/approve-withdrawal.server.ts'
import { payoutCameBack } from '#domain/withdrawals/payout-came-back.server.ts'
import { processWithdrawal } from '#domain/withdrawals/process-withdrawal.server.ts'
import { listOpenWithdrawals } from '#domain/withdrawals/queries.server.ts'
import { readBankDetails } from '#domain/withdrawals/read-bank-details.server.ts'
import { rejectWithdrawal } from '#domain/withdrawals/reject-withdrawal.server.ts'
import { formatRupees } from '#kernel/money.ts'
import { runCommand } from '#scripts/run-command.ts'

// npm run team:withdrawal -- list
// npm run team:withdrawal -- approve|details <id>
// npm run team:withdrawal -- reject|came-back <id> "the reason, which the expert reads"
// npm run team:withdrawal -- process <id> "the bank's reference"
await runCommand(async (ctx, { payouts }) => {
  const [act = '', id = '', text = ''] = process.argv.slice(2)
  switch (act) {
    case 'list': {
      const lines = (await listOpenWithdrawals(ctx)).map(
        (one) => `${one.id}  ${one.status}  ${formatRupees(one.amount)}  ${one.expertName}`,
      )
      return lines.join('\n') || 'Nothing waits.'
    }
    case 'details': {
      const { bankName, accountNumber, ifscCode } = await readBankDetails(ctx, { id })
      return `${bankName}, account ${accountNumber}, IFSC ${ifscCode}`
    }
    case 'approve':
      await approveWithdrawal(ctx, { id })
      return 'Approved. Pay it out, then say process with the reference of the bank.'
    case 'reject':
      await rejectWithdrawal(ctx, { id, reason: text })
      return 'Rejected. The money is in the wallet again.'
    case 'process':
      await processWithdrawal({ ...ctx, payouts }, { id, bankReference: text })
      return payouts === 'demo' ? 'Processed (demo, no bank involved).' : 'Processed.'
    case 'came-back':
      await payoutCameBack(ctx, { id, reason: text })
      return 'The money is in the wallet again.'
    default:
      return 'Say list, details, approve, reject, process or came-back.'
  }
})
