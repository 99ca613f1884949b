import { serve } from '#app/base/serve.server.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { WithdrawalQueue } from '#app/team/withdrawals/withdrawal-queue.tsx'
import { readWithdrawalTable } from '#domain/team/withdrawal-table.server.ts'
import { withdrawalTable } from '#domain/withdrawals/contract.ts'
import { readTableQuery } from '#kernel/table.ts'
import type { Route } from './+types/withdrawals.route'

export const loader = serve('team', async ({ context, payouts }, { request }: Route.LoaderArgs) => {
  const tableQuery = readTableQuery(withdrawalTable, new URL(request.url).searchParams)
  return { asked: tableQuery, payouts, page: await readWithdrawalTable(context, tableQuery) }
})

export default function Withdrawals({ loaderData: { asked: tableQuery, page, payouts } }: Route.ComponentProps) {
  return (
    <>
      <TeamHeading title="Withdrawals">
        Payout requests of experts. The money has already left their wallets and is held here.
      </TeamHeading>
      <WithdrawalQueue tableQuery={tableQuery} page={page} payouts={payouts} />
    </>
  )
}
