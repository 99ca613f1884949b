import { useRef } from 'react'
import { type Refused, sendJson } from '#app/base/send-json.ts'
import { newRequestPath, requestPath } from '#app/sessions/request/request-path.ts'
import { agreedRate, type RequestTarget } from '#app/sessions/request/request-target.ts'
import type { SessionRequest } from '#domain/sessions/contract.ts'
import type { Paise } from '#kernel/money.ts'

type Content = Pick<SessionRequest, 'callType' | 'question' | 'file'>
/** Only one expert can continue an earlier session. */
type ContentForExpert = Content & { continues?: SessionRequest['continues'] }
type RequestAnswer = { sessionId: string } | { requestId: string } | (Refused & { ratePaisePerMinute?: Paise })

/**
 * Requests a session from one expert, or from all who match. Retries use the same id, so that a request with a lost
 * response rings only once. A new id is used after a success, or when the server already has this id with other
 * details.
 */
export function useRequest(): (target: RequestTarget, content: ContentForExpert) => Promise<RequestAnswer> {
  const id = useRef<string>(null)
  return async (target, { continues, ...content }) => {
    id.current ??= crypto.randomUUID()
    const ratePaisePerMinute = agreedRate(target)
    const answer =
      target.kind === 'expert'
        ? await sendJson<{ sessionId: string }>(requestPath, {
            id: id.current,
            expertId: target.expert.id,
            ratePaisePerMinute,
            ...content,
            ...(continues && { continues }),
          })
        : await sendJson<{ requestId: string }>(newRequestPath, {
            id: id.current,
            language: target.language,
            maxRatePaisePerMinute: ratePaisePerMinute,
            ...content,
          })
    if (!('refusal' in answer) || answer.refusal.code === 'other_request') id.current = null
    return answer
  }
}
