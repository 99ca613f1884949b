import { Phone, Radar, Video } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { AccountFields } from '#app/account/account-form.tsx'
import { useBackButton } from '#app/base/use-back-button.ts'
import type { RequestDraft } from '#app/experts/open-request-context.ts'
import { DiscardDialog } from '#app/sessions/request/discard-dialog.tsx'
import { QuestionStep } from '#app/sessions/request/question-step.tsx'
import { rateText, type RequestTarget } from '#app/sessions/request/request-target.ts'
import { useRequestFlow } from '#app/sessions/request/use-request-flow.ts'
import { AccountStep, AddMinutesStep } from '#app/sessions/request/use-steps.ts'
import { WhatItCosts } from '#app/sessions/request/what-it-costs.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { CallType } from '#domain/sessions/contract.ts'

export type RequestDialogProps = {
  requestDraft: RequestDraft
  /** The URL of the page, where a reload opens the dialog again. */
  path: string
  onClose(): void
}

/** Leads from the question to the ring. Asks for an account, money and devices only while they are missing. */
export function RequestDialog({ requestDraft, path, onClose }: RequestDialogProps) {
  const content = useRef<HTMLDivElement>(null)
  const startButton = useRef<HTMLButtonElement>(null)
  const flow = useRequestFlow({ requestDraft, path, onClose, content, startButton })
  const { viewer, target, callType, money, ratePaisePerMinute, step, missing, proceed, busy, message } = flow
  const [accountFields, setAccountFields] = useState<AccountFields>({ fullName: '', email: '', password: '' })
  const [unsaved, setUnsaved] = useState<'question' | 'account' | null>(null)
  const close = () => {
    const hasTypedAccount = step === 'account' && Object.values(accountFields).some((text) => text !== '')
    if (hasTypedAccount) setUnsaved('account')
    else if (flow.isKept()) flow.leave()
    else setUnsaved('question')
  }
  useBackButton(step === 'question' ? close : flow.showQuestion)

  const shownMessage = message && (
    <Notice tone={message.tone} announce>
      {message.text}
    </Notice>
  )
  const { Icon, action, title, description } = dialogTexts(target, callType)
  // For any expert the rate text is long, and it is already shown above the button.
  const startText = target.kind === 'anyone' ? action : `${action} · ${rateText(target)}`
  return (
    <Dialog
      title={title}
      // The later steps need its space on a small phone.
      description={step === 'question' || target.kind === 'expert' ? description : undefined}
      open
      onOpenChange={(open) => !open && close()}
      footer={
        step === 'question' && (
          <div className="grid w-full grid-cols-1 gap-3">
            <WhatItCosts ratePaisePerMinute={ratePaisePerMinute} rateText={rateText(target)} money={money} />
            {!viewer && requestDraft.invitation && <p className="text-small text-soft">{requestDraft.invitation}</p>}
            {shownMessage}
            <Button ref={startButton} size="large" busy={busy} onClick={() => void proceed()} className="w-full">
              <Icon className="size-5" aria-hidden="true" />
              {missing ? 'Continue' : startText}
            </Button>
          </div>
        )
      }
    >
      <div ref={content}>
        <Suspense fallback={<Skeleton className="h-72" />}>
          {step === 'question' && (
            <QuestionStep
              question={flow.question}
              upload={flow.upload}
              callType={callType}
              target={target}
              problems={flow.problems}
              busy={busy}
              devices={viewer && flow.devices}
              hasBoard={requestDraft.continues !== undefined && target.kind === 'expert'}
              onQuestion={flow.writeQuestion}
              onCallType={flow.setCallType}
              onTarget={flow.changeTarget}
            />
          )}
          {step === 'account' && (
            <AccountStep
              message={shownMessage}
              startsWithLogin={flow.wasSignedOut}
              fields={accountFields}
              onFields={setAccountFields}
              onBack={flow.showQuestion}
              onSignedIn={(text) => flow.showMessage({ tone: 'good', text })}
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
              onBack={flow.showQuestion}
              onPaying={flow.prepare}
              onAdded={flow.callAfterPaying}
            />
          )}
        </Suspense>
      </div>
      <DiscardDialog
        unsaved={unsaved}
        onStay={() => setUnsaved(null)}
        onDiscard={unsaved === 'question' ? flow.finish : flow.leave}
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
