import { PhoneCall, SearchX } from 'lucide-react'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

type Props = {
  /** No sessions at all, none with the words, none matching the filter, or none older than those shown. */
  reason: 'none' | 'noneFound' | 'noneMatching' | 'noneOlder'
  path: string
  isExpert: boolean
}

export function NoSessions({ reason, path, isExpert }: Props) {
  if (reason === 'noneOlder') return <EmptyState heading="No older sessions" level={2} icon={<PhoneCall />} />
  if (reason === 'noneMatching' || reason === 'noneFound') {
    return (
      <EmptyState
        heading="No matching sessions"
        level={2}
        icon={<SearchX />}
        action={
          <ButtonLink to={path} preventScrollReset variant="outline">
            Show all sessions
          </ButtonLink>
        }
      >
        {reason === 'noneFound'
          ? 'No question, summary or message has all these words. Try fewer or other words.'
          : 'No session matches all your filters.'}
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
        ? 'Go online on your profile to receive session requests.'
        : 'Your sessions and their receipts will appear here.'}
    </EmptyState>
  )
}
