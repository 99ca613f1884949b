import { mergeUpdates } from 'yjs'
import { fromBase64, toBase64 } from '#app/boards/document/base64.ts'

const answerTimeoutMs = 10_000

export type Refused = { refusal: { code: string; text: string } }
/** 'lost': the server cannot be reached now. */
export type Answer<Result> = Result | Refused | 'lost'

export type BoardServer = {
  load(after: number): Promise<Answer<{ last: number; data: Uint8Array | null }>>
  /** `isLeaving`: the page is about to close, so the browser finishes the request in the background. */
  store(data: Uint8Array, options?: { isLeaving: boolean }): Promise<Answer<{ last: number }>>
}

/** Loads and stores the changes of a board by HTTP. */
export function connectBoardServer(boardId: string): BoardServer {
  const url = `/boards/${boardId}/changes`
  return {
    async load(after) {
      const answer = await fetchJson<{ last: number; changes: string[] }>(`${url}?after=${after}`)
      if (answer === 'lost' || 'refusal' in answer) return answer
      const { last, changes } = answer
      return { last, data: changes.length > 0 ? mergeUpdates(changes.map(fromBase64)) : null }
    },
    store: (data, { isLeaving } = { isLeaving: false }) =>
      fetchJson(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ data: toBase64(data) }),
        keepalive: isLeaving,
      }),
  }
}

async function fetchJson<Result>(url: string, options?: RequestInit): Promise<Answer<Result>> {
  try {
    const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(answerTimeoutMs) })
    return answer.status >= 500 ? 'lost' : ((await answer.json()) as Result | Refused)
  } catch {
    return 'lost'
  }
}
