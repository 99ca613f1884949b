import { AuditLines } from '#app/features/team/audit-lines.tsx'
import { TeamHeading } from '#app/features/team/team-heading.tsx'
import { serve } from '#app/serve.server.ts'
import { auditTable } from '#domain/audit/contract.ts'
import { readAuditTable } from '#domain/team/audit-table.server.ts'
import { readAsked } from '#kernel/table.ts'
import type { Route } from './+types/audit'

export const loader = serve('team', async ({ context }, { request }: Route.LoaderArgs) => {
  const asked = readAsked(auditTable, new URL(request.url).searchParams)
  return { asked, page: await readAuditTable(context, asked) }
})

export default function Audit({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <TeamHeading title="Audit log">
        Every act of the team: who, what, why, before and after. Nobody can change it, not even the product.
      </TeamHeading>
      <AuditLines {...loaderData} />
    </>
  )
}
