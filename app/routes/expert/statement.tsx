import { redirect } from 'react-router'
import { StatementSheet } from '#app/features/expert-wallet/statement-sheet.tsx'
import { BackLink } from '#app/features/forms/back-link.tsx'
import { useViewer } from '#app/features/frame/use-viewer.ts'
import { keepTo } from '#app/own-pages.server.ts'
import { useProduct } from '#app/product.ts'
import { serve } from '#app/serve.server.ts'
import { isPerson } from '#domain/policy.ts'
import { getEarningsMonth, listEarningsMonths } from '#domain/wallet/earnings.server.ts'
import type { Route } from './+types/statement'

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
