import { serve } from '#app/base/serve.server.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { WithdrawalQueue } from '#app/team/withdrawals/withdrawal-queue.tsx'
import { readWithdrawalTable } from '#domain/team/withdrawal-table.server.ts'
import { withdrawalTable } from '#domain/withdrawals/contract.ts'
import { getPayoutRule } from '#domain/withdrawals/queries.server.ts'
import { readTableQuery } from '#kernel/table.ts'
import type { Route } from './+types/withdrawals.route'

export const loader = serve('payOut', async ({ context, payouts }, { request }: Route.LoaderArgs) => {
  const tableQuery = readTableQuery(withdrawalTable, new URL(request.url).searchParams)
  const [page, { secondPersonAbovePaise }] = await Promise.all([
    readWithdrawalTable(context, tableQuery),
    getPayoutRule(context),
  ])
  return { asked: tableQuery, payouts, page, secondPersonAbovePaise }
})

export default function Withdrawals({ loaderData }: Route.ComponentProps) {
  const { asked: tableQuery, ...queueProps } = loaderData
  return (
    <>
      <TeamHeading title="Withdrawals">
        Payout requests of experts. The money has already left their wallets and is held here.
      </TeamHeading>
      <WithdrawalQueue tableQuery={tableQuery} {...queueProps} />
    </>
  )
}
