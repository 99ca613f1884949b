import { Phone, RotateCcw, Video } from 'lucide-react'
import { useRef } from 'react'
import type { AskedQuestion } from '#app/experts/open-request-context.ts'
import { callButtonProps, statusRootProps } from '#app/experts/status-in-page.ts'
import { StatusText } from '#app/experts/status.tsx'
import { type ExpertToCall, useSessionRequest } from '#app/experts/use-session-request.ts'
import { useStatus } from '#app/experts/use-status.ts'
import { Button } from '#app/ui/button.tsx'
import type { ExpertCard } from '#domain/discovery/contract.ts'
import type { CallType } from '#domain/sessions/contract.ts'

type Props = {
  expert: ExpertToCall & Pick<ExpertCard, 'status'>
  callType: CallType
  /** The question, when the call did not take place. `Call again` sends it. */
  missedQuestion: AskedQuestion | undefined
  /** The question of a completed session, with its board. `Ask again` sends it. */
  answeredQuestion?: AskedQuestion | undefined
}

/** Requests another session with the same expert and call type, at the current price. */
export function CallAgain({ expert, callType, missedQuestion, answeredQuestion }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const status = useStatus(expert, root)
  const request = useSessionRequest(expert, status)
  const Icon = callType === 'video' ? Video : Phone
  return (
    <div
      ref={root}
      {...statusRootProps(expert, status)}
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden"
    >
      <Button variant="outline" {...callButtonProps(status)} onClick={() => request(callType, missedQuestion)}>
        <Icon className="size-4.5" aria-hidden="true" />
        Call again
      </Button>
      {answeredQuestion && (
        <Button variant="outline" {...callButtonProps(status)} onClick={() => request(callType, answeredQuestion)}>
          <RotateCcw className="size-4.5" aria-hidden="true" />
          Ask again
        </Button>
      )}
      <p aria-live="polite">
        <StatusText status={status} className="text-small" />
      </p>
    </div>
  )
}
