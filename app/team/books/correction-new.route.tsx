import { randomUUID } from 'node:crypto'
import { redirect } from 'react-router'
import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { confirmPasswordIfSent } from '#app/team/base/team.server.ts'
import { ProposalForm } from '#app/team/books/proposal-form.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { proposeCorrection } from '#domain/books/propose-correction.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { Route } from './+types/correction-new.route'

export const loader = serve('keepBooks', async () => ({ id: randomUUID() }))

export const action = serve('keepBooks', async ({ context }, { request }: Route.ActionArgs) =>
  catchRefusal(propose(context, await readForm(request))),
)

async function propose(context: Context, form: FormData) {
  const readText = (name: string) => String(form.get(name) ?? '')
  await confirmPasswordIfSent(context, form)
  await proposeCorrection(context, {
    id: readText('id'),
    person: readText('person'),
    from: readText('from') as never,
    to: readText('to') as never,
    amount: readText('amount'),
    cause: readText('cause') as never,
    reason: readText('reason'),
  })
  return redirect(`/team/money/corrections/${readText('id')}`)
}

export const shouldRevalidate = () => true

export default function NewCorrection({ loaderData: { id } }: Route.ComponentProps) {
  return (
    <>
      <BackLink to="/team/money/corrections">All corrections</BackLink>
      <TeamHeading title="Propose a correction">
        Money moves between a person and the platform. It moves only after another team member confirms it, and no
        wallet goes below zero.
      </TeamHeading>
      <ProposalForm id={id} />
    </>
  )
}
