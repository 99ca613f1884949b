import { runFormAction } from '#app/base/form-actions.server.ts'
import { AuditTrail } from '#app/team/audit/audit-trail.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { DetailsCard } from '#app/team/applications/details-card.tsx'
import { DocumentsCard } from '#app/team/applications/documents-card.tsx'
import { ApplicationStageCard } from '#app/team/applications/application-stage-card.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { readForm, serve } from '#app/base/serve.server.ts'
import { acceptApplication } from '#domain/applications/accept-application.server.ts'
import { changeApplication } from '#domain/applications/change-application.server.ts'
import { draftLetter } from '#domain/applications/contract.ts'
import { planInterview } from '#domain/applications/plan-interview.server.ts'
import { getApplication } from '#domain/applications/queries.server.ts'
import { rejectApplication } from '#domain/applications/reject-application.server.ts'
import { removeDocument } from '#domain/applications/remove-documents.server.ts'
import { reviewApplication } from '#domain/applications/review-application.server.ts'
import { listAuditTrail } from '#domain/team/audit-table.server.ts'
import { readKolkataInput } from '#kernel/time.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/application.route'

export const loader = serve('prepareExperts', async ({ context, product }, { params }: Route.LoaderArgs) => {
  const [application, trail] = await Promise.all([
    getApplication(context, params.id),
    listAuditTrail(context, { thing: 'application', id: params.id }),
  ])
  const letter = draftLetter({ fullName: application.fullName, productName: product.name })
  return { application, trail, letter }
})

export const action = serve('prepareExperts', async ({ context, storage }, { request, params }: Route.ActionArgs) => {
  const form = await readForm(request)
  const readText = (name: string) => String(form.get(name) ?? '')
  const version = { id: params.id, revision: Number(readText('revision') || Number.NaN) }
  return runFormAction(form, {
    async change() {
      const [fullName, email, phone] = [readText('fullName'), readText('email'), readText('phone')]
      const details = { fullName, email, phone, category: readText('category'), notes: readText('notes') }
      await changeApplication(context, { ...version, ...details })
      return 'Saved.'
    },
    async review() {
      await reviewApplication(context, version)
      return 'You are reviewing this application.'
    },
    async interview() {
      await planInterview(context, { ...version, interviewAt: readKolkataInput(readText('at')) })
      return 'The invitation is on its way.'
    },
    async accept() {
      const link = readText('link') === 'true'
      if (!link && form.has('link')) throw new Refusal('invalid_input')
      await acceptApplication(context, { ...version, link })
      return link ? 'Accepted. The account is linked.' : 'Accepted. The one-time link is on its way.'
    },
    async reject() {
      await rejectApplication(context, { ...version, letter: readText('letter') })
      return 'Rejected. The letter is on its way.'
    },
    async remove() {
      await removeDocument({ ...context, storage }, readText('document'))
      return 'The document is removed.'
    },
  })
})

/** Reloads the page data even after a refused action, because a colleague may have changed the application. */
export const shouldRevalidate = () => true

export default function ApplicationPage({ loaderData }: Route.ComponentProps) {
  const { application, trail, letter } = loaderData
  return (
    <>
      <BackLink to="/team/applications">Back to the applications</BackLink>
      <TeamHeading title={application.fullName}>Application</TeamHeading>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-5 max-lg:order-last">
          <DetailsCard application={application} />
          <DocumentsCard application={application} />
          <AuditTrail lines={trail} />
        </div>
        <ApplicationStageCard application={application} letter={letter} />
      </div>
    </>
  )
}
