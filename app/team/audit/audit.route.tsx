import { serve } from '#app/base/serve.server.ts'
import { AuditLines } from '#app/team/audit/audit-lines.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { auditTable } from '#domain/audit/contract.ts'
import { readAuditTable } from '#domain/team/audit-table.server.ts'
import { readTableQuery } from '#kernel/table.ts'
import type { Route } from './+types/audit.route'

export const loader = serve('readAuditLog', async ({ context }, { request }: Route.LoaderArgs) => {
  const tableQuery = readTableQuery(auditTable, new URL(request.url).searchParams)
  return { asked: tableQuery, page: await readAuditTable(context, tableQuery) }
})

export default function Audit({ loaderData: { asked: tableQuery, page } }: Route.ComponentProps) {
  return (
    <>
      <TeamHeading title="Audit log">
        Every action by the team: who, what, why, before and after. Nobody can change an entry.
      </TeamHeading>
      <AuditLines tableQuery={tableQuery} page={page} />
    </>
  )
}
