import { serve } from '#app/base/serve.server.ts'
import { listWholeStatement } from '#domain/sessions/statement.server.ts'
import { earningsCsv } from '#domain/wallet/earnings-csv.server.ts'
import { getEarningsMonth } from '#domain/wallet/earnings.server.ts'
import type { Route } from './+types/earnings-statement.route'

/** Downloads one month of the expert's earnings as CSV. */
export const loader = serve('expert', async ({ context, product }, { request }: Route.LoaderArgs) => {
  const month = await getEarningsMonth(context, new URL(request.url).searchParams.get('month'))
  const statement = await listWholeStatement(context)
  const csv = earningsCsv(month, { statement, sessionsUrl: `${product.origin}/expert/sessions` })
  return new Response(csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="samjhao-earnings-${month.month}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
})
