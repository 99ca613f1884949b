import { fromBase64, toBase64 } from '#app/boards/document/base64.ts'

/** A request is lost when nothing arrives for this long. A large answer may take much longer in all. */
const silenceMaxMs = 10_000
/** Browsers do not report the progress of an upload, so it has the time that it takes at 50 kbit/s. */
const slowBytesPerMs = 6
/** How soon a lost request is sent again. */
export const retryMs = 2_000

type Refused = { refusal: { code: string; text: string } }
/** 'lost': the server cannot be reached now. */
export type Answer<Result> = Result | Refused | 'lost'

/** `hasMore`: later changes exist, which the next part has. */
type BoardPart = { last: number; changes: Uint8Array[]; hasMore: boolean }

export type BoardServer = {
  load(after: number): Promise<Answer<BoardPart>>
  /** `isLeaving`: the page is about to close, so the browser finishes the request in the background. */
  store(data: Uint8Array, options?: { isLeaving: boolean }): Promise<Answer<{ last: number }>>
}

/** Loads and stores the changes of a board by HTTP. */
export function connectBoardServer(boardId: string): BoardServer {
  const url = `/boards/${boardId}/changes`
  return {
    async load(after) {
      const answer = await fetchJson<{ last: number; changes: string[]; more?: boolean }>(
        `${url}?after=${after}&parts=1`,
      )
      if (answer === 'lost' || 'refusal' in answer) return answer
      // A server of the previous version sends all changes, without `more`.
      const { last, changes, more = false } = answer
      return { last, changes: changes.map(fromBase64), hasMore: more }
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

type Options = Omit<RequestInit, 'body'> & { body?: string }

async function fetchJson<Result>(url: string, options: Options = {}): Promise<Answer<Result>> {
  const stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => stopping.abort(), ms)
  }
  wait(silenceMaxMs + (options.body?.length ?? 0) / slowBytesPerMs)
  try {
    const answer = await fetch(url, { ...options, signal: stopping.signal })
    if (answer.status >= 500) return 'lost'
    return JSON.parse(await readText(answer, () => wait(silenceMaxMs))) as Result | Refused
  } catch {
    return 'lost'
  } finally {
    clearTimeout(timer)
  }
}

async function readText({ body }: Response, onProgress: () => void): Promise<string> {
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  let text = ''
  for (;;) {
    onProgress()
    const read = await reader?.read()
    if (!read || read.done) return text
    text += decoder.decode(read.value, { stream: true })
  }
}
