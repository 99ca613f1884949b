import { serve } from '#app/base/serve.server.ts'
import { getNamedEarningsMonth } from '#domain/sessions/earnings-month.server.ts'
import { earningsCsv } from '#domain/wallet/earnings-csv.server.ts'
import type { Route } from './+types/earnings-statement.route'

/** Downloads one month of the expert's earnings as CSV. */
export const loader = serve('expert', async ({ context, product }, { request }: Route.LoaderArgs) => {
  const month = await getNamedEarningsMonth(context, new URL(request.url).searchParams.get('month'))
  const csv = earningsCsv(month, `${product.origin}/expert/sessions`)
  return new Response(csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="samjhao-earnings-${month.month}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
})
