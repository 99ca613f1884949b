import { redirect } from 'react-router'
import { ExpertList } from '#app/features/team/expert-list.tsx'
import { NewExpertForm } from '#app/features/team/new-expert-form.tsx'
import { orRefusal, serve } from '#app/serve.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { approvals, isPerson } from '#domain/policy.ts'
import { createExpert } from '#domain/team/create-expert.server.ts'
import { listExperts } from '#domain/team/queries.server.ts'
import type { ExpertId } from '#kernel/ids.ts'
import type { Route } from './+types/experts'

export const loader = serve('anyone', async ({ context }) => {
  if (!isPerson(context.actor)) throw redirect('/login?redirect=/team/experts')
  return { experts: await listExperts(context) }
})

export const action = serve('team', async ({ context }, { request }: Route.ActionArgs) => {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  if (form.get('act') === 'create') {
    const input = {
      email: text('email'),
      fullName: text('fullName'),
      phone: text('phone'),
      category: text('category') as never,
    }
    return orRefusal(createExpert(context, input).then(() => ({ created: input.email })))
  }
  const approval = approvals.find((known) => known === form.get('approval'))
  if (!approval) return null
  return orRefusal(
    setApproval(context, { expertId: text('expertId') as ExpertId, approval }).then(() => null),
  )
})

export const meta = () => [{ title: 'Experts' }]

export default function TeamExperts({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="page py-10">
      <h1 className="text-title">Experts</h1>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <ExpertList experts={loaderData.experts} />
        <NewExpertForm result={actionData} />
      </div>
    </div>
  )
}
