import { Presentation } from 'lucide-react'
import { DeviceCheck } from '#app/call/devices/device-check.tsx'
import type { Devices } from '#app/call/devices/use-devices.ts'
import { CallTypeChoice } from '#app/sessions/request/call-type-choice.tsx'
import { FileField } from '#app/sessions/request/file-field.tsx'
import { AnyoneFields } from '#app/sessions/request/anyone-fields.tsx'
import type { RequestTarget } from '#app/sessions/request/request-target.ts'
import type { QuestionFile } from '#app/sessions/request/use-question-file.ts'
import { BillingRules } from '#app/sessions/request/what-it-costs.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { CallType } from '#domain/sessions/contract.ts'
import { questionMaxLength } from '#kernel/limits.ts'

type Props = {
  question: string
  upload: QuestionFile
  callType: CallType
  target: RequestTarget
  problems: { question?: string; target?: string }
  busy: boolean
  /** Null for visitors: camera and microphone stay closed until there is an account. */
  devices: Devices | null
  /** The board of an earlier session is attached. */
  hasBoard: boolean
  onQuestion(text: string): void
  onCallType(callType: CallType): void
  onTarget(target: RequestTarget): void
}

/** The first step: the question and the call type. */
export function QuestionStep(props: Props) {
  const { question, upload, callType, target, problems, busy, devices, hasBoard, onQuestion, onCallType, onTarget } =
    props
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-3">
        <Field label="Your question" error={problems.question}>
          <TextArea
            value={question}
            maxLength={questionMaxLength}
            counter={question.length > questionMaxLength * 0.8}
            rows={3}
            placeholder="What do you need help with?"
            onChange={(event) => onQuestion(event.target.value)}
          />
        </Field>
        <FileField upload={upload} />
        {hasBoard && (
          <p className="flex items-center gap-2 text-small text-soft">
            <Presentation className="size-4 shrink-0" aria-hidden="true" />
            The board of your earlier session is attached.
          </p>
        )}
      </div>
      <CallTypeChoice value={callType} disabled={busy} onChange={onCallType} />
      {target.kind === 'anyone' && <AnyoneFields target={target} problem={problems.target} onChange={onTarget} />}
      {devices && <DeviceCheck callType={callType} devices={devices} onAudioInstead={() => onCallType('audio')} />}
      <BillingRules />
    </div>
  )
}
