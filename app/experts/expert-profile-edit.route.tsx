import { ProfileEditPage } from '#app/account/profile-edit-page.tsx'
import { redirectWithFlash } from '#app/base/flash.server.ts'
import { readSeenVersion } from '#app/base/forms/read-version.server.ts'
import { LoadError, loadErrorText } from '#app/base/load-error.tsx'
import { refusalWithInput, redirectToOwnPage } from '#app/base/own-pages.server.ts'
import { pageMeta } from '#app/base/public-page.ts'
import { readForm, type RefusedRequest, serve } from '#app/base/serve.server.ts'
import { AuthenticationRequired } from '#app/experts/authentication-required.tsx'
import { ExpertEditForm } from '#app/experts/edit/expert-edit-form.tsx'
import { OnboardingChecklist } from '#app/experts/onboarding-checklist.tsx'
import { findOnboarding } from '#app/experts/onboarding.server.ts'
import { ensureOwnExpert } from '#app/experts/own-expert.server.ts'
import { getCatalogue } from '#domain/content/queries.server.ts'
import { type ExpertProfileInput, findExpertProfileProblems } from '#domain/experts/contract.ts'
import { expertProfileVersion } from '#domain/experts/profile-version.server.ts'
import { saveExpertProfile } from '#domain/experts/save-expert-profile.server.ts'
import type { Route } from './+types/expert-profile-edit.route'

export const loader = serve({ policy: 'expert', otherwise: redirectOthers }, async (scope) => {
  const expert = await ensureOwnExpert(scope)
  const [onboarding, catalogue] = await Promise.all([
    findOnboarding(scope.context, expert),
    getCatalogue(scope.context),
  ])
  return { expert, version: expertProfileVersion(expert), onboarding, catalogue }
})

async function redirectOthers({ context }: RefusedRequest) {
  redirectToOwnPage(context.actor, 'profile/edit')
  return { expert: null, version: '', onboarding: null, catalogue: await getCatalogue(context) }
}

export const action = serve(
  { policy: 'expert', otherwise: returnInput },
  async ({ context, product }, { request }: Route.ActionArgs) => {
    const form = await readForm(request)
    const typed = readInput(form)
    const saved = saveExpertProfile(context, typed.input, { seenVersion: readSeenVersion(form) })
    const refused = await refusalWithInput(saved, typed)
    if (refused) return refused
    throw redirectWithFlash('expert_profile_updated', { to: '/expert/profile', request, product })
  },
)

async function returnInput({ request, refusal }: RefusedRequest) {
  const typed = readInput(await readForm(request))
  return refusalWithInput(Promise.reject(refusal), typed)
}

function readInput(form: FormData) {
  const input = readProfile(form)
  return { input, problems: findExpertProfileProblems(input) }
}

/** Field names of subcategories and suggested subjects contain the category. Other categories are ignored. */
function readProfile(form: FormData): ExpertProfileInput {
  const readText = (name: string) => String(form.get(name) ?? '')
  const readTexts = (name: string) => form.getAll(name).map(String)
  const category = readText('category')
  return {
    fullName: readText('fullName'),
    phone: readText('phone'),
    title: readText('title'),
    category: category as ExpertProfileInput['category'],
    subcategories: readTexts(`subcategories.${category}`),
    keySubjects: [...readTexts(`keySubjects.${category}`), ...readTexts('ownSubjects')],
    experienceYears: readText('experienceYears'),
    highestDegree: readText('highestDegree'),
    brief: readText('brief'),
    language: readText('language'),
    moreLanguages: readTexts('moreLanguages'),
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Edit Expert Profile',
    description: 'Edit what students see: your title, subjects, experience and description.',
    path: '/expert/profile/edit',
  })

export default function ExpertProfileEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { expert, version, onboarding, catalogue } = loaderData
  if (!expert) return <AuthenticationRequired page="/expert/profile/edit" />
  return (
    <ProfileEditPage
      heading="Edit Expert Profile"
      back="/expert/profile"
      person={{ name: expert.fullName, photoUrl: expert.photoUrl }}
    >
      {onboarding && (
        <div className="mt-8">
          <OnboardingChecklist onboarding={onboarding} approval={expert.approval} />
        </div>
      )}
      <ExpertEditForm expert={expert} version={version} catalogue={catalogue} answer={actionData} />
    </ProfileEditPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const text = loadErrorText(error, {
    withReason: (message) => `Failed to fetch profile: ${message}`,
    withoutReason: 'An unexpected error occurred while fetching profile data.',
  })
  return <LoadError heading="Your profile did not load" text={text} error={error} />
}
