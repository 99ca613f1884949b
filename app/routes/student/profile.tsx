import { LogIn } from 'lucide-react'
import { useOwnSessions } from '#app/features/sessions/use-own-sessions.ts'
import { StudentHeader } from '#app/features/student-profile/student-header.tsx'
import { StudentTabs } from '#app/features/student-profile/student-tabs.tsx'
import { keepTo } from '#app/own-pages.server.ts'
import { pageMeta } from '#app/public-page.ts'
import { serve } from '#app/serve.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { getStudentProfile } from '#domain/accounts/student-queries.server.ts'
import { isPerson } from '#domain/policy.ts'
import { getSessionStatistics, listSessions } from '#domain/sessions/queries.server.ts'
import { latestSessionsShown } from '#kernel/limits.ts'
import type { Route } from './+types/profile'

export const loader = serve('anyone', async ({ context }) => {
  keepTo('student', { actor: context.actor, page: 'profile' })
  if (!isPerson(context.actor)) return null
  const [student, statistics, { sessions }] = await Promise.all([
    getStudentProfile(context),
    getSessionStatistics(context),
    listSessions(context, { limit: latestSessionsShown }),
  ])
  return { student, statistics, sessions }
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Your Profile',
    description: 'Your profile, your sessions in figures, and what experts noted for you.',
    path: '/user/profile',
  })

export default function StudentProfilePage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Dashboard {...loaderData} /> : <LoggedOut />
}

type Props = NonNullable<Route.ComponentProps['loaderData']>

function Dashboard({ student, statistics, sessions }: Props) {
  useOwnSessions(sessions)
  return (
    <div className="page py-8 md:py-12">
      <StudentHeader student={student} />
      <StudentTabs statistics={statistics} sessions={sessions} />
    </div>
  )
}

function LoggedOut() {
  return (
    <div className="page flex max-w-form flex-col items-center py-20 text-center md:py-28">
      <h1 className="text-title">Please log in to view your profile.</h1>
      <ButtonLink to="/login?redirect=/user/profile" className="mt-7">
        <LogIn className="size-5" aria-hidden="true" />
        Log in
      </ButtonLink>
    </div>
  )
}
