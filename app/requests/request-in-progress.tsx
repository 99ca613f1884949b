import { Phone, Video } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { keepQuestionDraft, readQuestionDraft } from '#app/base/question-draft.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { useAnimationClock } from '#app/call/engine/use-call.ts'
import { RequestEnded } from '#app/requests/request-ended.tsx'
import { askedText, type RequestView, matchingText, remainingText, ringingText } from '#app/requests/request-text.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { requestMs } from '#kernel/limits.ts'

export type RequestInProgressProps = {
  requestId: string
  request: RequestView
  /** Whether this tab started the request. Other tabs only show a bar. */
  isOwn: boolean
  /** Closes the dialog of an ended request. An open request can only be hidden or stopped. */
  onClose(): void
}

/** The request, from the first ring to its end. Closing the dialog of an open request leaves a bar. */
export function RequestInProgress({ requestId, request, isOwn, onClose }: RequestInProgressProps) {
  const [chosen, setChosen] = useState<'dialog' | 'bar' | null>(null)
  const [isAcceptanceHidden, setIsAcceptanceHidden] = useState(false)
  useSaveUnansweredQuestion(request)
  const isStopped = request.state === 'stopped'
  useEffect(() => {
    // The student has stopped the request, so there is nothing more to show.
    if (isStopped) onClose()
  }, [isStopped, onClose])
  if (isStopped) return null
  if (request.state === 'taken') {
    // It can only be hidden, because this tab must still join the call.
    return (
      <Dialog
        title={`${request.session?.expertName ?? 'An expert'} accepted`}
        open={!isAcceptanceHidden}
        onOpenChange={() => setIsAcceptanceHidden(true)}
      >
        <p className="flex items-center gap-3 text-soft">
          <Spinner label="Connecting" />
          Connecting you now.
        </p>
      </Dialog>
    )
  }
  if (request.state !== 'open') return <RequestEnded requestId={requestId} request={request} onClose={onClose} />
  const view = chosen ?? (isOwn ? 'dialog' : 'bar')
  if (view === 'bar') return <RequestBar request={request} onShow={() => setChosen('dialog')} />
  const CallIcon = request.callType === 'video' ? Video : Phone
  return (
    <Dialog
      title="Finding an expert"
      description={
        <span className="flex items-center gap-2">
          <CallIcon className="size-4.5 shrink-0" aria-hidden="true" />
          {request.callType === 'video' ? 'Video call' : 'Audio call'}
          {request.language ? `, in ${request.language}` : ''}
        </span>
      }
      open
      onOpenChange={(open) => setChosen(open ? 'dialog' : 'bar')}
      footer={<StopButton requestId={requestId} />}
    >
      <div className="grid grid-cols-1 gap-5">
        <Pulse />
        <div className="text-center">
          <p role="status" className="text-lead font-semibold">
            {ringingText(request)}
          </p>
          <p className="figures mt-1 min-h-6 text-small text-soft">{askedText(request)}</p>
        </div>
        <TimeLeft key={request.leftMs} request={request} />
        {request.question && (
          <blockquote className="line-clamp-3 rounded-card border border-line bg-raised p-4 whitespace-pre-line wrap-anywhere">
            {request.question}
          </blockquote>
        )}
        <p className="text-small text-quiet">
          {matchingText} You pay that expert’s price, never more than your limit, and nothing until you are connected.
        </p>
      </div>
    </Dialog>
  )
}

/** Stores the question of a request that ended without a call as a draft, unless a newer question is stored. */
function useSaveUnansweredQuestion({ state, question, file }: RequestView): void {
  const viewerId = useViewer()?.id ?? null
  const isEnded = state !== 'open' && state !== 'taken'
  const keep = useEffectEvent(() => {
    if (!readQuestionDraft(viewerId)) keepQuestionDraft({ question: question ?? '', file }, viewerId)
  })
  useEffect(() => {
    if (isEnded) keep()
  }, [isEnded])
}

function RequestBar({ request, onShow }: { request: RequestView; onShow(): void }) {
  return (
    <aside
      aria-label="Your search for an expert"
      className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-40 mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-2 border-t border-accent/40 bg-float px-4 py-3 shadow-float md:bottom-6 md:w-fit md:rounded-card md:border"
    >
      <Spinner className="size-5 text-accent" />
      <p className="min-w-0 flex-1">
        Finding an expert: {ringingText(request).toLowerCase()}. <Countdown key={request.leftMs} request={request} />
      </p>
      <Button size="small" onClick={onShow}>
        Show
      </Button>
    </aside>
  )
}

/** Circles that grow from the centre. They do not move when the user prefers reduced motion. */
function Pulse() {
  return (
    <div aria-hidden="true" className="relative mx-auto grid size-28 place-items-center">
      <span className="absolute inset-0 animate-ping rounded-full border border-accent/40 [animation-duration:2s] motion-reduce:animate-none" />
      <span className="absolute inset-4 rounded-full border border-accent/50" />
      <span className="grid size-14 place-items-center rounded-full bg-accent text-on-accent">
        <Phone className="size-6" />
      </span>
    </div>
  )
}

function TimeLeft({ request }: { request: RequestView }) {
  const leftMs = useTimeLeft(request)
  return <Progress label="Time left" value={leftMs} max={requestMs} text={remainingText(leftMs)} />
}

function Countdown({ request }: { request: RequestView }) {
  return <span className="figures text-soft">{remainingText(useTimeLeft(request))} left</span>
}

/** Counts down from the last state of the server. The parent remounts the component for each new state. */
function useTimeLeft({ leftMs }: RequestView): number {
  const [endsAtMs] = useState(() => performance.now() + leftMs)
  return Math.max(0, endsAtMs - useAnimationClock())
}

function StopButton({ requestId }: { requestId: string }) {
  const fetcher = useFetcher<{ done?: true; refusal?: { text: string } }>()
  const refusal = fetcher.data?.refusal?.text
  return (
    <fetcher.Form method="post" action={`/find-request/${requestId}`} className="grid w-full gap-2">
      <ErrorLine text={refusal} />
      <input type="hidden" name="act" value="stop" />
      <Button type="submit" variant="outline" size="large" busy={fetcher.state !== 'idle'} className="w-full">
        Stop searching
      </Button>
    </fetcher.Form>
  )
}
