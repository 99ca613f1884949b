import { ProfileEditPage } from '#app/account/profile-edit-page.tsx'
import { StudentEditForm } from '#app/account/student-edit-form.tsx'
import { redirectWithFlash } from '#app/base/flash.server.ts'
import { readSeenVersion } from '#app/base/forms/read-version.server.ts'
import { LoadError, loadErrorText } from '#app/base/load-error.tsx'
import { refusalWithInput, redirectToLogin, redirectToOwnPage } from '#app/base/own-pages.server.ts'
import { pageMeta } from '#app/base/public-page.ts'
import { readForm, type RefusedRequest, serve } from '#app/base/serve.server.ts'
import type { StudentProfileInput } from '#domain/accounts/contract.ts'
import { getStudentProfile, studentProfileVersion } from '#domain/accounts/student-queries.server.ts'
import { updateStudent } from '#domain/accounts/update-student.server.ts'
import { profileRetryDelaysMs } from '#kernel/limits.ts'
import type { Route } from './+types/student-profile-edit.route'

export const loader = serve({ policy: 'student', otherwise: redirectOthers }, async ({ context }) => {
  const student = await getStudentProfile(context)
  return { student, version: studentProfileVersion(student) }
})

function redirectOthers({ context }: RefusedRequest): never {
  redirectToOwnPage(context.actor, 'profile/edit')
  return redirectToLogin('/user/profile/edit')
}

export const action = serve(
  { policy: 'student', otherwise: returnInput },
  async ({ context, product }, { request }: Route.ActionArgs) => {
    const form = await readForm(request)
    const input = readProfile(form)
    const saved = updateStudent(context, input, { seenVersion: readSeenVersion(form) })
    const refused = await refusalWithInput(saved, { input })
    if (refused) return refused
    throw redirectWithFlash('profile_updated', { to: '/user/profile', request, product })
  },
)

async function returnInput({ request, refusal }: RefusedRequest) {
  const input = readProfile(await readForm(request))
  return refusalWithInput(Promise.reject(refusal), { input })
}

function readProfile(form: FormData): StudentProfileInput {
  const readText = (name: string) => String(form.get(name) ?? '')
  return {
    fullName: readText('fullName'),
    phone: readText('phone'),
    bio: readText('bio'),
    languages: readText('languages'),
    parentsWhatsapp: readText('parentsWhatsapp'),
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Edit Your Profile',
    description: 'Change your name, photo, phone number, languages and what experts should know about you.',
    path: '/user/profile/edit',
  })

export default function StudentProfileEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { student, version } = loaderData
  return (
    <ProfileEditPage
      heading="Edit Your Profile"
      back="/user/profile"
      person={{ name: student.fullName, photoUrl: student.avatarUrl }}
    >
      <StudentEditForm student={student} version={version} answer={actionData} />
    </ProfileEditPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const text = loadErrorText(error, {
    withReason: (message) => `Failed to fetch profile: ${message}`,
    withoutReason: 'An unexpected error occurred while fetching profile data.',
  })
  return (
    <LoadError heading="Your profile did not load" text={text} error={error} retryDelaysMs={profileRetryDelaysMs} />
  )
}
