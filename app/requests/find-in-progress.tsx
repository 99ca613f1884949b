import { Phone, Video } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { keepQuestionDraft, readQuestionDraft } from '#app/base/question-draft.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { useAnimationClock } from '#app/call/engine/use-call.ts'
import { FindEnded } from '#app/requests/find-ended.tsx'
import { askedText, type FindState, matchingText, remainingText, ringingText } from '#app/requests/find-text.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { requestMs } from '#kernel/limits.ts'

type Props = {
  requestId: string
  find: FindState
  /** Whether this tab started the search. Other tabs only show a bar. */
  isOwn: boolean
  /** Closes the dialog of an ended search. An open search can only be hidden or stopped. */
  onClose(): void
}

/** The search for an expert, from the first ring to its end. Closing the dialog of an open search leaves a bar. */
export function FindInProgress({ requestId, find, isOwn, onClose }: Props) {
  const [chosen, setChosen] = useState<'dialog' | 'bar' | null>(null)
  useSaveUnansweredQuestion(find)
  const isStopped = find.state === 'stopped'
  useEffect(() => {
    // The student has stopped the search, so there is nothing more to show.
    if (isStopped) onClose()
  }, [isStopped, onClose])
  if (isStopped) return null
  if (find.state === 'taken') {
    return (
      <Dialog title={`${find.session?.expertName ?? 'An expert'} accepted`} open onOpenChange={onClose}>
        <p className="flex items-center gap-3 text-soft">
          <Spinner label="Connecting" />
          Connecting you now.
        </p>
      </Dialog>
    )
  }
  if (find.state !== 'open') return <FindEnded requestId={requestId} find={find} onClose={onClose} />
  const view = chosen ?? (isOwn ? 'dialog' : 'bar')
  if (view === 'bar') return <FindBar find={find} onShow={() => setChosen('dialog')} />
  const CallIcon = find.callType === 'video' ? Video : Phone
  return (
    <Dialog
      title="Finding an expert"
      description={
        <span className="flex items-center gap-2">
          <CallIcon className="size-4.5 shrink-0" aria-hidden="true" />
          {find.callType === 'video' ? 'Video call' : 'Audio call'}
          {find.language ? `, in ${find.language}` : ''}
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
            {ringingText(find)}
          </p>
          <p className="figures mt-1 min-h-6 text-small text-soft">{askedText(find)}</p>
        </div>
        <TimeLeft key={find.leftMs} find={find} />
        {find.question && (
          <blockquote className="line-clamp-3 rounded-card border border-line bg-raised p-4 whitespace-pre-line wrap-anywhere">
            {find.question}
          </blockquote>
        )}
        <p className="text-small text-quiet">
          {matchingText} You pay that expert’s price, never more than your limit, and nothing until you are connected.
        </p>
      </div>
    </Dialog>
  )
}

/** Stores the question of a search that ended without a call as a draft, unless a newer question is stored. */
function useSaveUnansweredQuestion({ state, question, file }: FindState): void {
  const viewerId = useViewer()?.id ?? null
  const isEnded = state !== 'open' && state !== 'taken'
  const keep = useEffectEvent(() => {
    if (!readQuestionDraft(viewerId)) keepQuestionDraft({ question: question ?? '', file }, viewerId)
  })
  useEffect(() => {
    if (isEnded) keep()
  }, [isEnded])
}

function FindBar({ find, onShow }: { find: FindState; onShow(): void }) {
  return (
    <aside
      aria-label="Your search for an expert"
      className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-40 mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-2 border-t border-accent/40 bg-float px-4 py-3 shadow-float md:bottom-6 md:w-fit md:rounded-card md:border"
    >
      <Spinner className="size-5 text-accent" />
      <p className="min-w-0 flex-1">
        Finding an expert: {ringingText(find).toLowerCase()}. <Countdown key={find.leftMs} find={find} />
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

function TimeLeft({ find }: { find: FindState }) {
  const leftMs = useTimeLeft(find)
  return <Progress label="Time left" value={leftMs} max={requestMs} text={remainingText(leftMs)} />
}

function Countdown({ find }: { find: FindState }) {
  return <span className="figures text-soft">{remainingText(useTimeLeft(find))} left</span>
}

/** Counts down from the last state of the server. The parent remounts the component for each new state. */
function useTimeLeft({ leftMs }: FindState): number {
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
