import { useRef } from 'react'
import { type Refused, sendJson } from '#app/base/send-json.ts'
import { requestPath } from '#app/sessions/request/request-path.ts'
import type { SessionRequest } from '#domain/sessions/contract.ts'
import type { Paise } from '#kernel/money.ts'

type RequestedSession = Omit<SessionRequest, 'id'>
type RequestAnswer = { sessionId: string } | (Refused & { ratePaisePerMinute?: Paise })

/**
 * Requests a session. Retries use the same id, so that a request with a lost response rings only once. A new id is
 * used after a success, or when the server already has this id with other details.
 */
export function useRequest(): (session: RequestedSession) => Promise<RequestAnswer> {
  const id = useRef<string>(null)
  return async (session) => {
    id.current ??= crypto.randomUUID()
    const answer = await sendJson<{ sessionId: string }>(requestPath, { id: id.current, ...session })
    if ('sessionId' in answer || answer.refusal.code === 'other_request') id.current = null
    return answer
  }
}
