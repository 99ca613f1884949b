import { useEffect, useState } from 'react'
import { type Refused, sendJson } from '#app/base/send-json.ts'
import type { Findings, FoundGroup } from '#domain/team/contract.ts'
import { teamSearchDebounceMs, teamSearchMinLength } from '#kernel/limits.ts'

type Answer = { text: string; attempt: number; content: Findings | Refused }
type Search = {
  /** Empty before and while the text is searched. */
  groups: FoundGroup[]
  isLoading: boolean
  /** The text of a refusal or of a network failure. */
  problem: string | null
  retry(): void
}

/** Searches over everything, debounced. A response to an earlier text is ignored. */
export function useFindings(typed: string): Search {
  const text = typed.trim()
  const isSearchable = text.length >= teamSearchMinLength || /^\d$/.test(text)
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    if (!isSearchable) return undefined
    let isCurrent = true
    const timer = setTimeout(async () => {
      const content = await sendJson<Findings>('/team/find', { text })
      if (isCurrent) setAnswer({ text, attempt, content })
    }, teamSearchDebounceMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text, attempt, isSearchable])
  const content = answer?.text === text && answer.attempt === attempt ? answer.content : null
  return {
    groups: content && 'groups' in content ? content.groups : [],
    isLoading: isSearchable && content === null,
    problem: content && 'refusal' in content ? content.refusal.text : null,
    retry: () => setAttempt(attempt + 1),
  }
}
