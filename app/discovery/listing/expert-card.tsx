import { Phone, Video } from 'lucide-react'
import { type FormEvent, memo, useId, useRef } from 'react'
import { waitsForScripts } from '#app/base/taps/early-taps.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { Rating } from '#app/experts/rating.tsx'
import { callButtonProps, statusRootProps } from '#app/experts/status-in-page.ts'
import { StatusText } from '#app/experts/status.tsx'
import { useSessionRequest } from '#app/experts/use-session-request.ts'
import { useStatus } from '#app/experts/use-status.ts'
import { VerifiedBadge } from '#app/experts/verified-badge.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardLink } from '#app/ui/card.tsx'
import type { ExpertCard as Expert, ExpertStatus } from '#domain/discovery/contract.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import { countText } from '#kernel/count-text.ts'
import { formatRupees } from '#kernel/money.ts'
import { plural } from '#kernel/plural.ts'

/** Avatar and status first, then subjects, then rating and price. */
export const ExpertCard = memo(function ExpertCard({ expert }: { expert: Expert }) {
  const element = useRef<HTMLElement>(null)
  const nameId = useId()
  const status = useStatus(expert, element)
  return (
    <article
      ref={element}
      {...statusRootProps(expert, status)}
      aria-labelledby={nameId}
      // A phone shows two of twenty cards, so off-screen ones skip rendering. The padding keeps the focus ring visible.
      className="-m-1 flex min-w-0 p-1 [contain-intrinsic-block-size:auto_var(--card-height)] [content-visibility:auto]"
    >
      <Card className="flex w-full min-w-0 flex-col p-5!">
        <div className="flex items-center gap-4">
          {/* Hidden from screen readers, because the text beside the avatar names the status. */}
          <span
            aria-hidden="true"
            data-presence={status}
            className="flex data-[presence=offline]:opacity-80 data-[presence=offline]:grayscale-50"
          >
            <Avatar name={expert.name} src={expert.photoUrl} size="large" presence={status} />
          </span>
          <div className="min-w-0 flex-1">
            <StatusText status={status} className="block text-small" />
            <h3 className="flex items-center gap-1.5 text-lead leading-7 font-semibold">
              <CardLink id={nameId} to={`/expert/details/${expert.id}`} className="truncate">
                {expert.name}
              </CardLink>
              <VerifiedBadge expert={expert} className="relative shrink-0" />
            </h3>
            <p className="truncate text-small text-soft">{expert.title}</p>
          </div>
        </div>
        <Subjects expert={expert} />
        <p className="mt-3 line-clamp-2 text-small text-soft">{expert.brief}</p>
        <p className="mt-auto flex items-center gap-x-2 overflow-hidden pt-3 text-small whitespace-nowrap text-quiet">
          <Rating rating={expert.rating} reviews={expert.reviews} className="text-text" />
          {expert.sessions > 0 && (
            <>
              <span aria-hidden="true">·</span>
              {sessionsText(expert.sessions)}
            </>
          )}
          <span aria-hidden="true">·</span>
          <span className="truncate">{expert.languages.join(', ')}</span>
        </p>
        <div className="mt-3 flex items-center gap-2 border-t border-line pt-3">
          <p className="figures mr-auto leading-5">
            <span className="text-lead font-semibold">{formatRupees(expert.ratePaisePerMinute)}</span>
            <span className="text-small text-quiet">/min</span>
          </p>
          <CallForm expert={expert} status={status} />
        </div>
      </Card>
    </article>
  )
})

/** Shows the subjects on one line, and hides those that do not fit. */
function Subjects({ expert }: { expert: Expert }) {
  const subjects = expert.keySubjects.length > 0 ? expert.keySubjects : expert.subcategories
  return (
    <ul className="mt-4 flex h-6.5 flex-wrap gap-x-2 gap-y-4 overflow-hidden" aria-label="Subjects">
      {subjects.map((subject) => (
        <li key={subject} className="flex max-w-full">
          <Badge className="max-w-full">
            <span className="truncate">{subject}</span>
          </Badge>
        </li>
      ))}
    </ul>
  )
}

function sessionsText(sessions: number): string {
  return `${countText(sessions)} ${plural(sessions, 'session')}`
}

const calls = { audio: { Icon: Phone, label: 'Audio' }, video: { Icon: Video, label: 'Video' } }

/** Requests a call. Without scripts, it leads visitors to the login and signed-in users to the expert's page. */
function CallForm({ expert, status }: { expert: Expert; status: ExpertStatus }) {
  const viewer = useViewer()
  const request = useSessionRequest(expert, status, 'Sign up or log in to book a session with this expert')
  const expertPath = `/expert/details/${expert.id}`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter) request((submitter as HTMLButtonElement).value as CallType)
  }
  return (
    <form action={viewer ? expertPath : '/login'} {...waitsForScripts} onSubmit={submit} className="flex gap-2">
      {!viewer && <input type="hidden" name="redirect" value={expertPath} />}
      <CallButton type="audio" name={expert.name} status={status} />
      <CallButton type="video" name={expert.name} status={status} />
    </form>
  )
}

type CallProps = { type: CallType; name: string; status: ExpertStatus }

function CallButton({ type, name, status }: CallProps) {
  const { Icon, label } = calls[type]
  return (
    <Button
      type="submit"
      name="call"
      value={type}
      variant="outline"
      size="small"
      {...callButtonProps(status)}
      className="relative"
    >
      <Icon className="size-4" aria-hidden="true" />
      {label}
      <span className="sr-only"> call with {name}</span>
    </Button>
  )
}
