import { ExpertList } from '#app/features/team/expert-list.tsx'
import { NewExpertForm } from '#app/features/team/new-expert-form.tsx'
import { TeamHeading } from '#app/features/team/team-heading.tsx'
import { orRefusal, serve } from '#app/serve.server.ts'
import { approvals } from '#domain/policy.ts'
import { changeApproval } from '#domain/sessions/change-approval.server.ts'
import { createExpert } from '#domain/team/create-expert.server.ts'
import { listExperts } from '#domain/team/queries.server.ts'
import type { ExpertId } from '#kernel/ids.ts'
import type { Route } from './+types/experts'

export const loader = serve('team', async ({ context }) => ({ experts: await listExperts(context) }))

export const action = serve('team', async ({ context, times }, { request }: Route.ActionArgs) => {
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
  const change = { expertId: text('expertId') as ExpertId, approval }
  return orRefusal(changeApproval({ ...context, times }, change).then(() => null))
})

export default function TeamExperts({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <TeamHeading title="Experts">The latest first: who has just applied waits for us.</TeamHeading>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <ExpertList experts={loaderData.experts} />
        <NewExpertForm result={actionData} />
      </div>
    </>
  )
}
