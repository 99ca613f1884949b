import { serve } from '#app/base/serve.server.ts'
import { zoneOf } from '#app/base/zone.server.ts'
import { readStatementQuery } from '#app/wallet/statement-query.server.ts'
import { listWholeStatement } from '#domain/sessions/statement.server.ts'
import { statementCsv } from '#domain/wallet/statement-csv.server.ts'
import type { Route } from './+types/statement.route'

/** Downloads the user's statement as CSV, complete or filtered by source. */
export const loader = serve('signedIn', async ({ context, product }, { request }: Route.LoaderArgs) => {
  const { actor } = context
  const { source } = readStatementQuery(request)
  const csv = statementCsv(await listWholeStatement(context, { source }), {
    zone: zoneOf(actor, request),
    sessionsUrl: `${product.origin}/${actor.role === 'expert' ? 'expert' : 'user'}/sessions`,
  })
  return new Response(csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="samjhao-statement.csv"',
      'Cache-Control': 'no-store',
    },
  })
})
