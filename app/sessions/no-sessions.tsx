import { PhoneCall, SearchX } from 'lucide-react'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

type Props = {
  /** Nothing yet at all, nothing that fits, or nothing before what was shown. */
  why: 'none' | 'noneLikeThis' | 'noneOlder'
  path: string
  isExpert: boolean
}

export function NoSessions({ why, path, isExpert }: Props) {
  if (why === 'noneOlder') return <EmptyState heading="No older sessions" level={2} icon={<PhoneCall />} />
  if (why === 'noneLikeThis') {
    return (
      <EmptyState
        heading="No sessions like this"
        level={2}
        icon={<SearchX />}
        action={
          <ButtonLink to={path} preventScrollReset variant="outline">
            Show all sessions
          </ButtonLink>
        }
      >
        None of your sessions fits everything you chose.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      heading="No Sessions Yet"
      level={2}
      icon={<PhoneCall />}
      action={
        isExpert ? (
          <ButtonLink to="/expert/profile">Go to your profile</ButtonLink>
        ) : (
          <ButtonLink to="/experts">Find Experts</ButtonLink>
        )
      }
    >
      {isExpert
        ? 'Go online on your profile, so that students can ask for a session.'
        : 'Ask an expert: every session stands here, with its receipt.'}
    </EmptyState>
  )
}
