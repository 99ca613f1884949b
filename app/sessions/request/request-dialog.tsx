import { Phone, Radar, Video } from 'lucide-react'
import { Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { AccountFields } from '#app/account/account-form.tsx'
import { networkProblem } from '#app/base/network-problem.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { useDevices } from '#app/call/devices/use-devices.ts'
import type { RequestDraft } from '#app/experts/open-request-context.ts'
import { DiscardDialog } from '#app/sessions/request/discard-dialog.tsx'
import { forgetOpenRequest, rememberOpenRequest } from '#app/sessions/request/open-request.ts'
import { QuestionStep } from '#app/sessions/request/question-step.tsx'
import {
  agreedRate,
  draftOf,
  findTargetProblem,
  rateText,
  type RequestTarget,
  targetOf,
} from '#app/sessions/request/request-target.ts'
import { useAffordable } from '#app/sessions/request/use-affordable.ts'
import { useBackButton } from '#app/base/use-back-button.ts'
import { useQuestion } from '#app/sessions/request/use-question.ts'
import { type RingRefusal, useRing } from '#app/sessions/request/use-ring.ts'
import { AccountStep, AddMinutesStep, useSteps } from '#app/sessions/request/use-steps.ts'
import { WhatItCosts } from '#app/sessions/request/what-it-costs.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import { refusals } from '#kernel/refusals.ts'

type Message = { tone: 'bad' | 'good'; text: string }

export type RequestDialogProps = {
  requestDraft: RequestDraft
  /** The URL of the page, where a reload opens the dialog again. */
  path: string
  onClose(): void
}

/** Leads from the question to the ring. Asks for an account, money and devices only while they are missing. */
export function RequestDialog({ requestDraft, path, onClose }: RequestDialogProps) {
  const viewer = useViewer()
  const [target, setTarget] = useState(() => targetOf(requestDraft))
  const [callType, setCallType] = useState(requestDraft.callType)
  useEffect(
    () => rememberOpenRequest({ requestDraft: draftOf(requestDraft, target, callType), path }),
    [requestDraft, target, callType, path],
  )
  const leave = useCallback(() => {
    forgetOpenRequest()
    onClose()
  }, [onClose])
  const { question, upload, clear, ...draft } = useQuestion(requestDraft)
  const [accountFields, setAccountFields] = useState<AccountFields>({ fullName: '', email: '', password: '' })
  const [problems, setProblems] = useState<{ question?: string; target?: string }>({})
  const [message, setMessage] = useState<Message>()
  const [isLoading, setIsLoading] = useState(false)
  const [unsaved, setUnsaved] = useState<'question' | 'account' | null>(null)
  const [wasSignedOut, setWasSignedOut] = useState(false)
  const devices = useDevices(callType, { isWanted: viewer !== null })
  const finish = useCallback(() => {
    clear()
    leave()
  }, [clear, leave])
  const { ring, prepare, busy: isRinging } = useRing(devices, finish)
  const ratePaisePerMinute = agreedRate(target)
  const money = useAffordable(ratePaisePerMinute)
  const lacksMoney = money !== null && money.missing > 0
  const content = useRef<HTMLDivElement>(null)
  const startButton = useRef<HTMLButtonElement>(null)
  const { step, missing, ...steps } = useSteps({ viewer, lacksMoney, startButton })
  const { revalidate } = useRevalidator()
  const busy = isLoading || isRinging

  const proceed = async () => {
    if (busy) return
    setMessage(undefined)
    const foundProblems = {
      question: question.trim() === '' && upload.state.kind === 'none' ? refusals.nothing_asked.text : undefined,
      target: findTargetProblem(target),
    }
    setProblems(foundProblems)
    if (foundProblems.question || foundProblems.target) {
      content.current?.querySelector<HTMLElement>(foundProblems.question ? 'textarea' : '[name=amount]')?.focus()
    } else if (missing) {
      setIsLoading(true)
      if (!(await steps.open(missing))) setMessage({ tone: 'bad', text: networkProblem.refusal.text })
      setIsLoading(false)
    } else if (money?.minutes === 0) {
      setMessage({ tone: 'bad', text: refusals.above_daily_limit.text })
    } else {
      await call()
    }
  }

  const call = async () => {
    const refusal = await ring({ target, callType, question, upload, continues: requestDraft.continues })
    if (refusal) await showRefusal(refusal)
  }

  const showRefusal = async ({ code, text, ratePaisePerMinute: newRate }: RingRefusal) => {
    setMessage({ tone: 'bad', text })
    if (newRate && target.kind === 'expert') {
      setTarget({ ...target, expert: { ...target.expert, ratePaisePerMinute: newRate } })
    }
    if (code === 'no_such_question_file') upload.remove()
    if (code === 'not_signed_in_to_ask') {
      toast({ kind: 'error', text, id: 'call' })
      draft.keepForAuthor()
      setWasSignedOut(true)
    }
    // The shown balance may be outdated. Without a server the page stays as it is.
    if (code !== networkProblem.refusal.code) await revalidate()
  }

  const mustLogInAgain = wasSignedOut && viewer === null
  const logInAgain = useEffectEvent(() => void steps.open('account'))
  useEffect(() => {
    if (mustLogInAgain) logInAgain()
  }, [mustLogInAgain])

  const showQuestion = () => {
    setMessage(undefined)
    steps.showQuestion()
  }
  const close = () => {
    const hasTypedAccount = step === 'account' && Object.values(accountFields).some((text) => text !== '')
    if (hasTypedAccount) setUnsaved('account')
    else if (draft.isKept()) leave()
    else setUnsaved('question')
  }
  useBackButton(step === 'question' ? close : showQuestion)

  const shownMessage = message && (
    <Notice tone={message.tone} announce>
      {message.text}
    </Notice>
  )
  const { Icon, action, title, description } = dialogTexts(target, callType)
  // For any expert the rate text is long, and it is already shown above the button.
  const startText = target.kind === 'anyone' ? action : `${action} · ${rateText(target)}`
  const changeTarget = (changed: RequestTarget) => {
    setTarget(changed)
    setProblems({ ...problems, target: undefined })
  }
  return (
    <Dialog
      title={title}
      // The later steps need its space on a small phone.
      description={step === 'question' || target.kind === 'expert' ? description : undefined}
      open
      onOpenChange={(open) => !open && close()}
      footer={
        step !== 'money' && (
          <div className="grid w-full grid-cols-1 gap-3">
            <WhatItCosts ratePaisePerMinute={ratePaisePerMinute} rateText={rateText(target)} money={money} />
            {step === 'question' && (
              <>
                {!viewer && requestDraft.invitation && (
                  <p className="text-small text-soft">{requestDraft.invitation}</p>
                )}
                {shownMessage}
                <Button ref={startButton} size="large" busy={busy} onClick={() => void proceed()} className="w-full">
                  <Icon className="size-5" aria-hidden="true" />
                  {missing ? 'Continue' : startText}
                </Button>
              </>
            )}
          </div>
        )
      }
    >
      <div ref={content}>
        <Suspense fallback={<Skeleton className="h-72" />}>
          {step === 'question' && (
            <QuestionStep
              question={question}
              upload={upload}
              callType={callType}
              target={target}
              problems={problems}
              busy={busy}
              devices={viewer && devices}
              hasBoard={requestDraft.continues !== undefined && target.kind === 'expert'}
              onQuestion={(text) => {
                draft.write(text)
                setProblems({ ...problems, question: undefined })
              }}
              onCallType={setCallType}
              onTarget={changeTarget}
            />
          )}
          {step === 'account' && (
            <AccountStep
              message={shownMessage}
              startsWithLogin={wasSignedOut}
              fields={accountFields}
              onFields={setAccountFields}
              onBack={showQuestion}
              onSignedIn={(text) => setMessage({ tone: 'good', text })}
            />
          )}
          {step === 'money' && money && (
            <AddMinutesStep
              message={shownMessage}
              ratePaisePerMinute={ratePaisePerMinute}
              isHighestRate={target.kind === 'anyone'}
              available={money.available}
              missing={money.missing}
              renderCosts={(added) => (
                <WhatItCosts
                  ratePaisePerMinute={ratePaisePerMinute}
                  rateText={rateText(target)}
                  money={{ ...money, heldMinutes: money.heldMinutesWith(added) }}
                />
              )}
              next={action.toLowerCase()}
              onBack={showQuestion}
              onPaying={prepare}
              onAdded={() => {
                showQuestion()
                void revalidate()
                void call()
              }}
            />
          )}
        </Suspense>
      </div>
      <DiscardDialog
        unsaved={unsaved}
        onStay={() => setUnsaved(null)}
        onDiscard={unsaved === 'question' ? finish : leave}
      />
    </Dialog>
  )
}

function dialogTexts(target: RequestTarget, callType: CallType) {
  if (target.kind === 'anyone') {
    return {
      Icon: Radar,
      action: 'Find somebody now',
      title: 'Find somebody now',
      description: 'We call the best three experts who fit, then more. You talk to the first who accepts.',
    }
  }
  const { name, photoUrl } = target.expert
  return {
    Icon: callType === 'video' ? Video : Phone,
    action: `Start ${callType} call`,
    title: 'Request Session',
    description: (
      <span className="flex items-center gap-2.5">
        <Avatar name={name} src={photoUrl} size="small" />
        <span className="min-w-0 truncate">with {name}</span>
      </span>
    ),
  }
}
