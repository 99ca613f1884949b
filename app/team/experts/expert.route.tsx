import { ExternalLink } from 'lucide-react'
import { runFormAction } from '#app/base/form-actions.server.ts'
import { AuditTrail } from '#app/team/audit/audit-trail.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { useZone } from '#app/base/zone.tsx'
import { categoryName } from '#app/team/applications/application-text.ts'
import { ApprovalCard } from '#app/team/experts/approval-card.tsx'
import { ChecksCard } from '#app/team/experts/checks-card.tsx'
import { TermsCard } from '#app/team/experts/terms-card.tsx'
import { qualityText } from '#app/team/experts/expert-text.ts'
import { Fact, Facts } from '#app/team/base/facts.tsx'
import { useDuty } from '#app/team/base/use-shell.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { readForm, serve } from '#app/base/serve.server.ts'
import { confirmPasswordIfSent } from '#app/team/base/team.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { Check } from '#domain/experts/contract.ts'
import { setTerms } from '#domain/experts/set-terms.server.ts'
import { removeVerification, verifyExpert } from '#domain/experts/verify-expert.server.ts'
import type { Approval } from '#domain/policy.ts'
import { changeApproval } from '#domain/sessions/change-approval.server.ts'
import { listAuditTrail } from '#domain/team/audit-table.server.ts'
import type { TeamExpert } from '#domain/team/contract.ts'
import { getTeamExpert } from '#domain/team/expert-table.server.ts'
import { readAmount } from '#domain/wallet/rules.ts'
import { dateText } from '#kernel/time.ts'
import type { Route } from './+types/expert.route'

export const loader = serve('prepareExperts', async ({ context }, { params }: Route.LoaderArgs) => {
  const [expert, trail] = await Promise.all([
    getTeamExpert(context, params.id),
    listAuditTrail(context, { thing: 'expert', id: params.id }),
  ])
  return { expert, trail }
})

export const action = serve('prepareExperts', async ({ context, times }, { request, params }: Route.ActionArgs) => {
  const form = await readForm(request)
  const readText = (name: string) => String(form.get(name) ?? '')
  const expertId = params.id
  const what = readText('what') as Check
  return runFormAction(form, {
    async approval() {
      const approval = readText('approval') as Approval
      const from = readText('from') as Approval
      const change = { expertId, approval, from, reason: readText('reason') }
      await changeApproval({ ...context, times }, change)
      return `The expert is ${approval}.`
    },
    async verify() {
      await verifyExpert(context, { expertId, what })
      return 'Verified.'
    },
    async 'take-back'() {
      await removeVerification(context, { expertId, what })
      return 'Verification removed.'
    },
    async terms() {
      await confirmPasswordIfSent(context, form)
      await setTerms(context, {
        expertId,
        ratePaisePerMinute: readAmount(readText('rate')) ?? 0,
        sharePercent: Number(readText('share') || 0),
        seen: { ratePaisePerMinute: Number(readText('seenRate')), sharePercent: Number(readText('seenShare')) },
      })
      return 'The rate and the share are changed.'
    },
  })
})

/** Reloads the page data even after a refused action, because a colleague may have changed the expert. */
export const shouldRevalidate = () => true

export default function TeamExpertPage({ loaderData: { expert, trail } }: Route.ComponentProps) {
  const maySetTerms = useDuty('decideExperts')
  return (
    <>
      <BackLink to="/team/experts">Back to the experts</BackLink>
      <TeamHeading title={expert.name} action={<PublicPageLink expert={expert} />}>
        {expert.title ?? 'Expert'}
      </TeamHeading>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <ChecksCard verifications={expert.verifications} />
          <AboutCard expert={expert} />
          <AuditTrail lines={trail} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-5 max-lg:order-first">
          <ApprovalCard expert={expert} />
          {maySetTerms && <TermsCard {...expert} />}
        </div>
      </div>
    </>
  )
}

/** Rendered only if students can see the public page. */
function PublicPageLink({ expert: { id, approval, isComplete } }: { expert: TeamExpert }) {
  if (approval !== 'approved' || !isComplete) return null
  return (
    <ButtonLink to={`/expert/details/${id}`} variant="outline" size="small">
      Public page
      <ExternalLink className="size-4" aria-hidden="true" />
    </ButtonLink>
  )
}

function AboutCard({ expert }: { expert: TeamExpert }) {
  const zone = useZone()
  const { email, phone, category, languages, isOnline, memberSince, applicationId, quality } = expert
  return (
    <Card as="section" aria-labelledby="about">
      <CardHeader title={<span id="about">The account</span>} />
      <Facts>
        <Fact label="Email">{email}</Fact>
        {phone && <Fact label="Phone">{phone}</Fact>}
        <Fact label="Category">{categoryName(category)}</Fact>
        <Fact label="Languages">{languages.join(', ')}</Fact>
        <Fact label="Now">{isOnline ? 'Online' : 'Offline'}</Fact>
        <Fact label="Member since">{dateText(memberSince, zone)}</Fact>
        {quality && <Fact label="Quality">{qualityText(quality)}</Fact>}
      </Facts>
      {applicationId && (
        <ButtonLink to={`/team/applications/${applicationId}`} variant="outline" size="small" className="mt-4">
          The application
        </ButtonLink>
      )}
    </Card>
  )
}
