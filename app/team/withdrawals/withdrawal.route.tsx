import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { AuditTrail } from '#app/team/audit/audit-trail.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { confirmPasswordIfSent } from '#app/team/base/team.server.ts'
import { BankAccount } from '#app/team/withdrawals/bank-account.tsx'
import { WithdrawalActions } from '#app/team/withdrawals/withdrawal-actions.tsx'
import { WithdrawalFacts } from '#app/team/withdrawals/withdrawal-facts.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { listAuditTrail } from '#domain/team/audit-table.server.ts'
import { approveWithdrawal } from '#domain/withdrawals/approve-withdrawal.server.ts'
import { returnPayout } from '#domain/withdrawals/return-payout.server.ts'
import { processWithdrawal } from '#domain/withdrawals/process-withdrawal.server.ts'
import { getPayoutRule, getTeamWithdrawal } from '#domain/withdrawals/queries.server.ts'
import { readBankDetails } from '#domain/withdrawals/read-bank-details.server.ts'
import { rejectWithdrawal } from '#domain/withdrawals/reject-withdrawal.server.ts'
import type { PayoutRule } from '#domain/withdrawals/rules.ts'
import { formatRupees, paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/withdrawal.route'

export const loader = serve('payOut', async ({ context, payouts }, { params }: Route.LoaderArgs) => ({
  withdrawal: await getTeamWithdrawal(context, params.id),
  trail: await listAuditTrail(context, { thing: 'withdrawal', id: params.id }),
  payouts,
  payoutRule: await getPayoutRule(context),
}))

export const action = serve('payOut', async ({ context, payouts }, { request, params }: Route.ActionArgs) => {
  const { id } = params
  const form = await readForm(request)
  const readText = (name: string) => String(form.get(name) ?? '')
  const reason = readText('reason')
  if (readText('act') === 'details') {
    return catchRefusal(readBankDetails(context, { id }).then((details) => ({ details })))
  }
  return catchRefusal(confirmPasswordIfSent(context, form).then(decide))

  async function decide(): Promise<{ done: string }> {
    switch (readText('act')) {
      case 'approve':
        await approveWithdrawal(context, { id })
        return { done: 'Approved. It can be paid out now.' }
      case 'reject':
        await rejectWithdrawal(context, { id, reason, bankDidNotPay: form.get('bankDidNotPay') === 'on' })
        return { done: 'Rejected. The money is back in the wallet.' }
      case 'process':
        await processWithdrawal({ ...context, payouts }, { id, bankReference: readText('bankReference') })
        return { done: payouts === 'demo' ? 'Paid out (demo, no bank involved).' : 'Paid out.' }
      case 'came_back':
        await returnPayout(context, { id, reason })
        return { done: 'The money is back in the wallet.' }
      default:
        throw new Refusal('invalid_input')
    }
  }
})

/** Reloads the page data even after a refused action, because a colleague may have acted first. */
export const shouldRevalidate = () => true

/** Defaults for data from nodes of previous versions, which lack the rule or parts of it. */
const defaultRule: PayoutRule = { secondPersonAbovePaise: paise(25_000_00), memberCount: 1, payerCount: 1 }

export default function Withdrawal({ loaderData }: Route.ComponentProps) {
  const { withdrawal, trail, payouts } = loaderData
  const payoutRule = { ...defaultRule, ...loaderData.payoutRule }
  return (
    <>
      <BackLink to="/team/withdrawals">Withdrawals</BackLink>
      <TeamHeading title={`${formatRupees(withdrawal.amount)} to ${withdrawal.expertName}`} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="space-y-5">
          <WithdrawalFacts withdrawal={withdrawal} />
          <BankAccount key={withdrawal.id} withdrawal={withdrawal} />
          <AuditTrail lines={trail} />
        </div>
        <WithdrawalActions withdrawal={withdrawal} payouts={payouts} payoutRule={payoutRule} />
      </div>
    </>
  )
}
