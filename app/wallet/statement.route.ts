import { serve } from '#app/base/serve.server.ts'
import { readStatementQuery } from '#app/wallet/statement-query.server.ts'
import { listWholeStatement } from '#domain/sessions/statement.server.ts'
import { statementCsv } from '#domain/wallet/statement-csv.server.ts'
import type { Route } from './+types/statement.route'

/** Downloads the user's statement as CSV, complete or filtered by source. */
export const loader = serve('signedIn', async ({ context }, { request }: Route.LoaderArgs) => {
  const { source } = readStatementQuery(request)
  const csv = statementCsv(await listWholeStatement(context, { source }))
  return new Response(csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="samjhao-statement.csv"',
      'Cache-Control': 'no-store',
    },
  })
})
