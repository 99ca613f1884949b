import { serve } from '#app/base/serve.server.ts'
import { earningsCsv } from '#domain/wallet/earnings-csv.server.ts'
import { getEarningsMonth } from '#domain/wallet/earnings.server.ts'
import type { Route } from './+types/earnings-statement.route'

/** Downloads one month of the expert's earnings as CSV. */
export const loader = serve('expert', async ({ context }, { request }: Route.LoaderArgs) => {
  const month = await getEarningsMonth(context, new URL(request.url).searchParams.get('month'))
  return new Response(earningsCsv(month), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="samjhao-earnings-${month.month}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
})
