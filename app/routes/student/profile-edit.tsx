import { data, redirect, useRevalidator } from 'react-router'
import { flash } from '#app/cookies.server.ts'
import { asNetworkProblem } from '#app/features/account/network-problem.ts'
import { BackLink } from '#app/features/forms/back-link.tsx'
import { PhotoField } from '#app/features/photo/photo-field.tsx'
import { StudentEditForm } from '#app/features/student-profile/student-edit-form.tsx'
import { keepTo } from '#app/own-pages.server.ts'
import { pageMeta } from '#app/public-page.ts'
import { orRefusal, serve } from '#app/serve.server.ts'
import { getStudentProfile } from '#domain/accounts/student-queries.server.ts'
import { updateStudent } from '#domain/accounts/update-student.server.ts'
import { isPerson } from '#domain/policy.ts'
import type { Route } from './+types/profile-edit'

export const loader = serve('anyone', async ({ context }) => {
  keepTo('student', { actor: context.actor, page: 'profile/edit' })
  if (!isPerson(context.actor)) throw redirect('/login?redirect=/user/profile/edit')
  return { student: await getStudentProfile(context) }
})

/** The verb says no to whoever may not: a form whose sign-in has ended meanwhile must keep what was typed into it. */
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
  const refused = await orRefusal(updateStudent(context, input))
  if (refused) {
    const { refusal } = refused.data
    const text = refusal.code === 'not_signed_in' ? 'User not authenticated' : refusal.text
    return data({ refusal: { ...refusal, text }, input }, refused.init ?? undefined)
  }
  throw redirect('/user/profile', { headers: { 'Set-Cookie': flash('profile_updated') } })
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
  const { revalidate } = useRevalidator()
  const { student } = loaderData
  return (
    <div className="page max-w-form py-8 md:py-12">
      <BackLink to="/user/profile">Back to your profile</BackLink>
      <h1 className="mt-3 text-title">Edit Your Profile</h1>
      <div className="mt-8">
        <PhotoField
          name={student.fullName}
          currentUrl={student.avatarUrl}
          onChanged={() => void revalidate()}
        />
      </div>
      <StudentEditForm
        student={student}
        problem={actionData}
        typed={actionData && 'input' in actionData ? actionData.input : undefined}
      />
    </div>
  )
}
