import { redirect } from 'react-router'
import { ProfileEditPage } from '#app/account/profile-edit-page.tsx'
import { StudentEditForm } from '#app/account/student-edit-form.tsx'
import { redirectSaying } from '#app/base/flash.server.ts'
import { asNetworkProblem } from '#app/base/network-problem.ts'
import { keepTo, orUnsaved } from '#app/base/own-pages.server.ts'
import { pageMeta } from '#app/base/public-page.ts'
import { serve } from '#app/base/serve.server.ts'
import { getStudentProfile } from '#domain/accounts/student-queries.server.ts'
import { updateStudent } from '#domain/accounts/update-student.server.ts'
import { isPerson } from '#domain/policy.ts'
import type { Route } from './+types/student-profile-edit.route'

export const loader = serve('anyone', async ({ context }) => {
  keepTo('student', { actor: context.actor, page: 'profile/edit' })
  if (!isPerson(context.actor)) throw redirect('/login?redirect=/user/profile/edit')
  return { student: await getStudentProfile(context) }
})

export const action = serve('anyone', async ({ context }, { request }: Route.ActionArgs) => {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const input = {
    fullName: text('fullName'),
    phone: text('phone'),
    bio: text('bio'),
    languages: text('languages'),
    parentsWhatsapp: text('parentsWhatsapp'),
  }
  const unsaved = await orUnsaved(updateStudent(context, input), { input })
  if (unsaved) return unsaved
  throw redirectSaying('profile_updated', { to: '/user/profile', request })
})

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return asNetworkProblem(serverAction())
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Edit Your Profile',
    description: 'Change your name, photo, phone number, languages and what experts should know about you.',
    path: '/user/profile/edit',
  })

export default function StudentProfileEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { student } = loaderData
  return (
    <ProfileEditPage
      heading="Edit Your Profile"
      back="/user/profile"
      person={{ name: student.fullName, photoUrl: student.avatarUrl }}
    >
      <StudentEditForm
        student={student}
        problem={actionData}
        typed={actionData && 'input' in actionData ? actionData.input : undefined}
      />
    </ProfileEditPage>
  )
}
