import { redirect } from 'react-router'
import { keepTo } from '#app/base/own-pages.server.ts'
import { useProduct } from '#app/base/product.ts'
import { serve } from '#app/base/serve.server.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { BackLink } from '#app/ui/back-link.tsx'
import { StatementSheet } from '#app/wallet/statement-sheet.tsx'
import { isPerson } from '#domain/policy.ts'
import { getEarningsMonth, listEarningsMonths } from '#domain/wallet/earnings.server.ts'
import type { Route } from './+types/expert-statement.route'

export const loader = serve('anyone', async ({ context }, { request }: Route.LoaderArgs) => {
  const { actor } = context
  keepTo('expert', { actor, page: 'wallet' })
  if (!isPerson(actor)) throw redirect('/login?redirect=/expert/wallet/statement')
  const asked = new URL(request.url).searchParams.get('month')
  return { statement: await getEarningsMonth(context, asked), months: await listEarningsMonths(context) }
})

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
