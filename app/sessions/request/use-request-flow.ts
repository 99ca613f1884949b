import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { networkProblem } from '#app/base/network-problem.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { useDevices } from '#app/call/devices/use-devices.ts'
import type { RequestDraft } from '#app/experts/open-request-context.ts'
import { forgetOpenRequest, rememberOpenRequest } from '#app/sessions/request/open-request.ts'
import {
  agreedRate,
  draftOf,
  findTargetProblem,
  type RequestTarget,
  targetOf,
} from '#app/sessions/request/request-target.ts'
import { useAffordable } from '#app/sessions/request/use-affordable.ts'
import { useQuestion } from '#app/sessions/request/use-question.ts'
import { type RingRefusal, useRing } from '#app/sessions/request/use-ring.ts'
import { useSteps } from '#app/sessions/request/use-steps.ts'
import { toast } from '#app/ui/toast.ts'
import { refusals } from '#kernel/refusals.ts'

type Message = { tone: 'bad' | 'good'; text: string }

type Options = {
  requestDraft: RequestDraft
  path: string
  onClose(): void
  /** Contains the fields, of which the first with a problem receives the focus. */
  content: RefObject<HTMLElement | null>
  startButton: RefObject<HTMLElement | null>
}

/** The state of the dialog, and what its main button does: opens the next missing step, or sends the request. */
export function useRequestFlow({ requestDraft, path, onClose, content, startButton }: Options) {
  const viewer = useViewer()
  const [target, setTarget] = useState(() => targetOf(requestDraft))
  const [callType, setCallType] = useState(requestDraft.callType)
  useEffect(
    () => rememberOpenRequest({ requestDraft: draftOf(requestDraft, target, callType), path }),
    [requestDraft, target, callType, path],
  )
  const { question, upload, write, clear, isKept, keepForAuthor } = useQuestion(requestDraft)
  const leave = useCallback(() => {
    forgetOpenRequest()
    onClose()
  }, [onClose])
  const finish = useCallback(() => {
    clear()
    leave()
  }, [clear, leave])
  const [problems, setProblems] = useState<{ question?: string; target?: string }>({})
  const [message, setMessage] = useState<Message>()
  const [isLoading, setIsLoading] = useState(false)
  const [wasSignedOut, setWasSignedOut] = useState(false)
  const devices = useDevices(callType, { isWanted: viewer !== null })
  const { ring, prepare, busy: isStarting } = useRing(devices, finish)
  const ratePaisePerMinute = agreedRate(target)
  const money = useAffordable(ratePaisePerMinute)
  const lacksMoney = money !== null && money.missing > 0
  const { step, missing, ...steps } = useSteps({ viewer, lacksMoney, startButton })
  const { revalidate } = useRevalidator()
  const busy = isLoading || isStarting

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
      keepForAuthor()
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
  return {
    viewer,
    target,
    callType,
    question,
    upload,
    devices,
    ratePaisePerMinute,
    money,
    step,
    missing,
    problems,
    message,
    busy,
    wasSignedOut,
    /** False when the browser could not store the question. */
    isKept,
    setCallType,
    changeTarget(changed: RequestTarget) {
      setTarget(changed)
      setProblems({ ...problems, target: undefined })
    },
    writeQuestion(text: string) {
      write(text)
      setProblems({ ...problems, question: undefined })
    },
    showMessage: setMessage,
    showQuestion,
    proceed,
    /** Opens the devices ahead of the call, while the student pays. */
    prepare,
    /** The student has added the missing money. */
    callAfterPaying() {
      showQuestion()
      void revalidate()
      void call()
    },
    /** Closes the dialog and keeps the question. */
    leave,
    /** Closes the dialog and forgets the question. */
    finish,
  }
}
