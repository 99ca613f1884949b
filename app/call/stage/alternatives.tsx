import { Phone, Video } from 'lucide-react'
import { useContext, useId } from 'react'
import { useJson } from '#app/base/use-json.ts'
import { FindSomebody } from '#app/experts/find-somebody.tsx'
import { OpenRequestContext, type SessionRequestDraft } from '#app/experts/open-request-context.ts'
import { priceText } from '#app/experts/expert-text.ts'
import { firstName } from '#app/experts/first-name.ts'
import { Rating } from '#app/experts/rating.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { LoadFailed } from '#app/ui/load-failed.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import type { ExpertCard } from '#domain/discovery/contract.ts'

type Props = { sessionId: string; originalRequest: Omit<SessionRequestDraft, 'expert' | 'target'> }
/** An expert in the JSON response, which has no dates. */
type Expert = Omit<ExpertCard, 'verifiedAt'>

/** Lists other available experts after an unanswered call. Their request form is filled in with the same question. */
export function Alternatives({ sessionId, originalRequest }: Props) {
  const { data: experts, hasFailed, retry } = useJson<Expert[]>(`/sessions/${sessionId}/alternatives`)
  const headingId = useId()
  if (hasFailed) {
    return (
      <>
        <LoadFailed what="The list of other experts" failures={1} onRetry={retry} />
        <FindSomebody {...originalRequest} className="mt-4 w-full" />
      </>
    )
  }
  if (experts?.length === 0) {
    return (
      <>
        <p className="text-soft">No other experts are available for this right now.</p>
        <FindSomebody {...originalRequest} className="mt-4 w-full" />
      </>
    )
  }
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-lead font-semibold">
        These experts can help you now
      </h2>
      <p className="mt-1 text-small text-soft">Your question is already filled in.</p>
      <FindSomebody {...originalRequest} className="mt-4 w-full" />
      {experts ? (
        <ul className="mt-4 grid gap-3">
          {experts.map((expert) => (
            <Alternative key={expert.id} expert={expert} originalRequest={originalRequest} />
          ))}
        </ul>
      ) : (
        <Loading label="Looking for other experts" className="mt-4 grid gap-3">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </Loading>
      )}
    </section>
  )
}

function Alternative({ expert, originalRequest }: { expert: Expert; originalRequest: Props['originalRequest'] }) {
  const openRequest = useContext(OpenRequestContext)
  const { id, name, photoUrl, ratePaisePerMinute } = expert
  const Icon = originalRequest.callType === 'video' ? Video : Phone
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-raised p-4">
      <Avatar name={name} src={photoUrl} presence="online" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate font-semibold">{name}</p>
        <p className="truncate text-small text-soft">{expert.title}</p>
        <p className="figures mt-0.5 flex items-center gap-2 text-small text-quiet">
          <Rating rating={expert.rating} reviews={expert.reviews} className="text-text" />
          {priceText(expert)}
        </p>
      </div>
      <Button
        variant="outline"
        onClick={() => openRequest?.({ ...originalRequest, expert: { id, name, photoUrl, ratePaisePerMinute } })}
        className="max-sm:w-full"
      >
        <Icon className="size-4.5" aria-hidden="true" />
        Ask {firstName(name)}
      </Button>
    </li>
  )
}
