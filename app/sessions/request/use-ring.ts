import { useContext, useEffect, useRef, useState } from 'react'
import type { Refused } from '#app/base/send-json.ts'
import type { Devices } from '#app/call/devices/use-devices.ts'
import { CallStarterContext, type RequestedCall } from '#app/call/engine/calls-context.ts'
import { ShowRequestContext } from '#app/experts/open-request-context.ts'
import type { RequestTarget } from '#app/sessions/request/request-target.ts'
import type { QuestionFile } from '#app/sessions/request/use-question-file.ts'
import { useRequest } from '#app/sessions/request/use-request.ts'
import { toast } from '#app/ui/toast.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import type { SessionId } from '#kernel/ids.ts'
import type { Paise } from '#kernel/money.ts'

type CallRequest = {
  target: RequestTarget
  callType: CallType
  question: string
  upload: QuestionFile
  /** The earlier session whose board is attached. */
  continues: SessionId | undefined
}
export type RingRefusal = Refused['refusal'] & { ratePaisePerMinute?: Paise | undefined }

/** Opens the devices, sends the request and starts the call. Calls `onRinging` when the call or request has started. */
export function useRing(devices: Devices, onRinging: () => void) {
  const send = useRequest()
  const calls = useContext(CallStarterContext)
  const showRequest = useContext(ShowRequestContext)
  const [isStarting, setIsStarting] = useState(false)
  const [requestedCall, setRequestedCall] = useState<RequestedCall>()
  const runningRing = useRef<Promise<RingRefusal | null>>(null)
  const opening = useRef<Promise<boolean>>(null)
  const latestDevices = useRef(devices)
  useEffect(() => {
    latestDevices.current = devices
  })

  // Preload the call code, because a call is likely.
  useEffect(() => calls?.prepare(), [calls])
  // After a sign-in the call code may still be loading, so the call starts when it is ready.
  useEffect(() => {
    if (!requestedCall || !calls) return
    calls.start({ ...requestedCall, media: latestDevices.current.takeMedia() })
    onRinging()
  }, [requestedCall, calls, onRinging])

  const openDevices = (): Promise<boolean> => {
    opening.current ??= (async () => {
      const { state, open } = latestDevices.current
      return state.kind === 'ready' || (await open())
    })().finally(() => {
      opening.current = null
    })
    return opening.current
  }

  const ring = async ({ target, callType, question, upload, continues }: CallRequest): Promise<RingRefusal | null> => {
    const file = await upload.whenSettled()
    if (file === false || !(await openDevices())) return null
    const answer = await send(target, { callType, question, file, continues })
    if ('refusal' in answer) return { ...answer.refusal, ratePaisePerMinute: answer.ratePaisePerMinute }
    if ('requestId' in answer) {
      showRequest?.({ requestId: answer.requestId, callType, media: latestDevices.current.takeMedia() })
      onRinging()
    } else if (target.kind === 'expert') {
      const { name } = target.expert
      toast({ kind: 'success', text: `Request sent to ${name}`, id: 'call' })
      setRequestedCall({ ...answer, expertName: name, callType, media: null, question: { question, file } })
    }
    return null
  }

  return {
    busy: isStarting || requestedCall !== undefined,
    /** Opens the devices ahead of `ring`, with a prompt if needed. */
    prepare: () => void openDevices(),
    /** Returns the refusal. Null when it rings or the screen shows the problem. Concurrent calls share one ring. */
    ring: (request: CallRequest): Promise<RingRefusal | null> => {
      runningRing.current ??= (async () => {
        setIsStarting(true)
        return await ring(request)
      })().finally(() => {
        setIsStarting(false)
        runningRing.current = null
      })
      return runningRing.current
    },
  }
}
