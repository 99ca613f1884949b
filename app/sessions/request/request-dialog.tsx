import { Phone, Video } from 'lucide-react'
import { useContext, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { Refused } from '#app/base/send-json.ts'
import { DeviceCheck } from '#app/call/devices/device-check.tsx'
import { useDevices } from '#app/call/devices/use-devices.ts'
import { CallStarterContext } from '#app/call/engine/calls-context.ts'
import type { SessionRequestDraft } from '#app/experts/open-request-context.ts'
import { priceText } from '#app/experts/expert-text.ts'
import { loginPath } from '#app/experts/use-session-request.ts'
import { CallTypeChoice } from '#app/sessions/request/call-type-choice.tsx'
import { DiscardDialog } from '#app/sessions/request/discard-dialog.tsx'
import { FileField } from '#app/sessions/request/file-field.tsx'
import { useAffordable } from '#app/sessions/request/use-affordable.ts'
import { useQuestionFile } from '#app/sessions/request/use-question-file.ts'
import { useRequest } from '#app/sessions/request/use-request.ts'
import { WhatItCosts } from '#app/sessions/request/what-it-costs.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { toast } from '#app/ui/toast.ts'
import { questionMaxLength } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'

/** The unsent question and file. */
export type Draft = Pick<SessionRequestDraft, 'question' | 'file'>

export type RequestDialogProps = {
  requestDraft: SessionRequestDraft
  /** Called after every change, so that the draft survives the dialog unless it is discarded. */
  onDraftChange(draft: Draft): void
  onClose(): void
}

/** The student writes a question, sees the cost, checks the devices and calls the expert. */
export function RequestDialog({ requestDraft, onDraftChange, onClose }: RequestDialogProps) {
  const [expert, setExpert] = useState(requestDraft.expert)
  const [callType, setCallType] = useState(requestDraft.callType)
  const [question, setQuestion] = useState(requestDraft.question ?? '')
  const [problem, setProblem] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [isConfirmingClose, setIsConfirmingClose] = useState(false)
  const upload = useQuestionFile(requestDraft.file ?? null)
  const devices = useDevices(callType)
  const money = useAffordable(expert.ratePaisePerMinute)
  const send = useRequest()
  const calls = useContext(CallStarterContext)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const content = useRef<HTMLDivElement>(null)
  const startButton = useRef<HTMLButtonElement>(null)

  // Preload the call code, because a call is likely.
  useEffect(() => calls?.prepare(), [calls])
  const file = upload.state.kind === 'stored' ? upload.state.file : null
  useEffect(() => onDraftChange({ question, file }), [onDraftChange, question, file])

  const lacksMoney = money !== null && money.missing > 0
  const hasLackedMoney = useRef(lacksMoney)
  useEffect(() => {
    // The top-up button is gone. Move the focus, unless the student is typing elsewhere.
    const hasLostFocus = !content.current?.contains(document.activeElement)
    if (hasLackedMoney.current && !lacksMoney && hasLostFocus) startButton.current?.focus()
    hasLackedMoney.current = lacksMoney
  }, [lacksMoney])

  const focusOn = (selector: string) => content.current?.querySelector<HTMLElement>(selector)?.focus()
  const close = () => {
    onDraftChange({})
    onClose()
  }
  const closeOrConfirm = () => {
    const hasChanges =
      question.trim() !== (requestDraft.question ?? '') ||
      upload.state.kind === 'uploading' ||
      file !== (requestDraft.file ?? null)
    if (hasChanges) setIsConfirmingClose(true)
    else close()
  }

  const start = async () => {
    setRefusal(undefined)
    if (question.trim() === '' && (upload.state.kind === 'none' || upload.state.kind === 'error')) {
      setProblem(refusals.nothing_asked.text)
      return focusOn('textarea')
    }
    if (lacksMoney) return focusOn('[name=amount]')
    if (money?.minutes === 0) return setRefusal(refusals.above_daily_limit.text)
    setBusy(true)
    const refused = await ring()
    setBusy(false)
    if (refused) void showRefusal(refused.refusal)
  }

  /** Returns a refusal, or undefined on success or when the screen already shows the problem. */
  const ring = async (): Promise<Refused | undefined> => {
    const uploadedFile = await upload.whenSettled()
    if (uploadedFile === false) return undefined
    if (devices.state.kind !== 'ready' && !(await devices.open())) return undefined
    const answer = await send({
      expertId: expert.id,
      ratePaisePerMinute: expert.ratePaisePerMinute,
      callType,
      question,
      file: uploadedFile,
    })
    if ('refusal' in answer) {
      if (answer.ratePaisePerMinute) setExpert({ ...expert, ratePaisePerMinute: answer.ratePaisePerMinute })
      return answer
    }
    toast({ kind: 'success', text: `Request sent to ${expert.name}`, id: 'call' })
    const { sessionId } = answer
    calls?.start({
      sessionId,
      expertName: expert.name,
      callType,
      media: devices.takeMedia(),
      question: { question, file: uploadedFile },
    })
    close()
    return undefined
  }

  const showRefusal = async ({ code, text }: Refused['refusal']) => {
    if (code === 'not_signed_in_to_ask') {
      toast({ kind: 'error', text })
      onClose()
      return navigate(loginPath(expert.id))
    }
    if (code === 'no_such_question_file') upload.remove()
    setRefusal(text)
    // The shown balance may be outdated.
    return revalidate()
  }

  // With too little money the costs move up, because the student must add money first.
  const costs = <WhatItCosts ratePaisePerMinute={expert.ratePaisePerMinute} money={money} />
  return (
    <Dialog
      title="Request Session"
      description={
        <span className="flex items-center gap-2.5">
          <Avatar name={expert.name} src={expert.photoUrl} size="small" />
          <span className="min-w-0 truncate">with {expert.name}</span>
        </span>
      }
      open
      onOpenChange={(open) => !open && closeOrConfirm()}
      footer={
        <div className="grid w-full gap-3">
          {refusal && (
            <Notice tone="bad" announce>
              {refusal}
            </Notice>
          )}
          <Button
            ref={startButton}
            size="large"
            // With too little money, adding money is the primary action.
            variant={lacksMoney ? 'outline' : 'primary'}
            busy={busy}
            onClick={() => void start()}
            className="w-full"
          >
            {callType === 'video' ? (
              <Video className="size-5" aria-hidden="true" />
            ) : (
              <Phone className="size-5" aria-hidden="true" />
            )}
            Start {callType} call · {priceText(expert)}
          </Button>
        </div>
      }
    >
      <div ref={content} className="grid grid-cols-1 gap-5">
        <div className="grid grid-cols-1 gap-3">
          <Field label="Your question" error={problem}>
            <TextArea
              value={question}
              maxLength={questionMaxLength}
              counter={question.length > questionMaxLength * 0.8}
              rows={4}
              placeholder="What do you need help with?"
              onChange={(event) => {
                setQuestion(event.target.value)
                setProblem(undefined)
              }}
            />
          </Field>
          <FileField upload={upload} />
        </div>
        <CallTypeChoice value={callType} disabled={busy} onChange={setCallType} />
        {lacksMoney && costs}
        <DeviceCheck callType={callType} devices={devices} onAudioInstead={() => setCallType('audio')} />
        {!lacksMoney && costs}
      </div>
      <DiscardDialog open={isConfirmingClose} onStay={() => setIsConfirmingClose(false)} onDiscard={close} />
    </Dialog>
  )
}
