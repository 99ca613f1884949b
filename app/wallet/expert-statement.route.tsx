import { redirectToLogin, redirectToOwnPage } from '#app/base/own-pages.server.ts'
import { useProduct } from '#app/base/product.ts'
import { serve, type RefusedRequest } from '#app/base/serve.server.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { BackLink } from '#app/ui/back-link.tsx'
import { StatementSheet } from '#app/wallet/statement-sheet.tsx'
import { getNamedEarningsMonth } from '#domain/sessions/earnings-month.server.ts'
import { listEarningsMonths } from '#domain/wallet/earnings.server.ts'
import type { Route } from './+types/expert-statement.route'

export const loader = serve(
  { policy: 'expert', otherwise: redirectOthers },
  async ({ context }, { request }: Route.LoaderArgs) => {
    const requestedMonth = new URL(request.url).searchParams.get('month')
    return {
      statement: await getNamedEarningsMonth(context, requestedMonth),
      months: await listEarningsMonths(context),
    }
  },
)

function redirectOthers({ context }: RefusedRequest): never {
  redirectToOwnPage(context.actor, 'wallet')
  return redirectToLogin('/expert/wallet/statement')
}

export const meta = () => [{ title: 'Monthly statement' }, { name: 'robots', content: 'noindex' }]

export default function StatementPage({ loaderData: { statement, months } }: Route.ComponentProps) {
  const { name } = useProduct()
  const viewer = useViewer()
  return (
    <div className="page py-6 md:py-10 print:py-0">
      <div className="print:hidden">
        <BackLink to="/expert/wallet">Back to wallet</BackLink>
      </div>
      <StatementSheet statement={statement} months={months} product={name} expert={viewer?.name ?? ''} />
    </div>
  )
}
