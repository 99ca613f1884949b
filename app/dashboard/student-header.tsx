import { CalendarDays, Mail, PencilLine, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useZone } from '#app/base/zone.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { StudentProfile } from '#domain/accounts/contract.ts'
import { monthAndYear } from '#kernel/time.ts'

export function StudentHeader({ student }: { student: StudentProfile }) {
  const zone = useZone()
  return (
    <Card className="flex flex-col items-center gap-x-7 gap-y-5 text-center sm:flex-row sm:text-left">
      <Avatar name={student.fullName} src={student.avatarUrl} size="huge" />
      <div className="w-full min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 sm:justify-start">
          <h1 className="min-w-0 text-title wrap-anywhere">{student.fullName}</h1>
          <Badge>Student</Badge>
        </div>
        <ul className="mt-3 flex flex-col items-center gap-x-6 gap-y-1.5 text-small text-soft sm:flex-row sm:flex-wrap sm:items-start">
          <Fact icon={<Mail />}>{student.email}</Fact>
          {student.phone && <Fact icon={<Phone />}>{student.phone}</Fact>}
          <Fact icon={<CalendarDays />}>Member since {monthAndYear(student.memberSince, zone)}</Fact>
        </ul>
        {student.bio && <p className="mt-4 max-w-prose whitespace-pre-line text-soft">{student.bio}</p>}
      </div>
      <ButtonLink to="/user/profile/edit" className="w-full sm:w-auto sm:self-start">
        <PencilLine className="size-4.5" aria-hidden="true" />
        Edit Profile
      </ButtonLink>
    </Card>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex max-w-full min-w-0 items-center gap-2">
      <span aria-hidden="true" className="shrink-0 text-quiet [&>svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}
