import { useEffect, useRef, useState } from 'react'
import { safeSessionStorage } from '#app/base/browser-memory.ts'
import { unsentKey } from '#app/boards/document/unsent-key.ts'
import { Notice } from '#app/ui/notice.tsx'

const retryMs = 5_000

type Props = { boardId: string; onSent(): void }

/**
 * Stores the changes that this tab made without a connection during the call, and shows a notice while that is not
 * possible.
 */
export function UnsentChanges({ boardId, onSent }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef(onSent)
  useEffect(() => {
    latest.current = onSent
  })
  useEffect(() => {
    if (safeSessionStorage.getItem(unsentKey(boardId)) === null) return undefined
    const closing = new AbortController()
    const send = async () => {
      while (!closing.signal.aborted) {
        const sent = await sendOnce(boardId)
        if (closing.signal.aborted) return
        if (sent !== 'later') {
          setProblem(sent.problem && `Some of your changes could not be saved. ${sent.problem}`)
          return latest.current()
        }
        setProblem('Some of your changes are not saved yet. They will be saved when you are connected again.')
        await waitForConnection(closing.signal)
      }
    }
    void send()
    return () => closing.abort()
  }, [boardId])
  return <div role="status">{problem && <Notice tone="bad">{problem}</Notice>}</div>
}

/** Loaded on use: nearly every board is stored when its call ends. */
async function sendOnce(boardId: string) {
  try {
    const { sendUnsent } = await import('#app/boards/document/send-unsent.ts')
    return await sendUnsent({ boardId })
  } catch {
    return 'later'
  }
}

/** Waits for some seconds, or until the browser is online again. */
function waitForConnection(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, retryMs)
    const onEnd = () => {
      clearTimeout(timer)
      resolve()
    }
    globalThis.addEventListener('online', onEnd, { once: true, signal })
    signal.addEventListener('abort', onEnd, { once: true })
  })
}
