import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { forgetQuestionDraft, keepQuestionDraft, readQuestionDraft } from '#app/base/question-draft.ts'
import { forgetQuestionFile } from '#app/base/question-file-store.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import type { RequestDraft } from '#app/experts/open-request-context.ts'
import { useQuestionFile } from '#app/sessions/request/use-question-file.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

type InitialQuestion = Pick<RequestDraft, 'question' | 'file'> & {
  /** Used only when this browser keeps no question. */
  fallback?: string
}

/** The question and its file, kept in this browser until they are sent. */
export function useQuestion(initial: InitialQuestion) {
  const viewerId = useViewer()?.id ?? null
  const isHydrated = useHydrated()
  const [typed, setTyped] = useState(initial.question)
  const kept = useMemo(() => (isHydrated ? readQuestionDraft(viewerId) : null), [isHydrated, viewerId])
  const [fallback] = useState(initial.fallback)
  const question = typed ?? (kept?.question || fallback) ?? ''
  const upload = useQuestionFile(initial.file ?? null)
  const file = upload.state.kind === 'stored' ? upload.state.file : null
  const authorId = useRef(viewerId)
  const isKept = useRef(true)
  const isCleared = useRef(false)
  const [keepsForAuthor, setKeepsForAuthor] = useState(false)

  // After a logout nothing is stored again, unless the author is about to log in here.
  const canKeep = viewerId !== null || keepsForAuthor
  useEffect(() => {
    authorId.current = viewerId ?? authorId.current
    const isSignedOut = authorId.current !== null && !canKeep
    if (!isHydrated || isCleared.current || isSignedOut) return
    isKept.current = keepQuestionDraft({ question, file }, authorId.current)
  }, [question, file, viewerId, canKeep, isHydrated])

  const clear = useCallback(() => {
    isCleared.current = true
    forgetQuestionDraft()
    void forgetQuestionFile()
  }, [])
  return {
    question,
    upload,
    write: setTyped,
    clear,
    /** False when the browser could not store the question. */
    isKept: () => isKept.current,
    /** The author was signed out elsewhere and logs in again. */
    keepForAuthor: () => setKeepsForAuthor(true),
  }
}
