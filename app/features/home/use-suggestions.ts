import { useCallback, useEffect, useRef, useState } from 'react'
import type { Suggestions } from '#domain/discovery/contract.ts'
import { searchDebounceMs } from '#kernel/limits.ts'

/**
 * What a text may mean, a moment after the last key. Each new text calls the question before it off, so an old answer never comes
 * over a newer one. Without an answer there are no suggestions, and the box still searches.
 */
export function useSuggestions(): { suggestions: Suggestions | null; ask(text: string): void } {
  const [suggestions, setSuggestions] = useState<Suggestions | null>(null)
  const asking = useRef<AbortController>(null)

  const ask = useCallback((text: string) => {
    asking.current?.abort()
    const wanted = text.trim()
    if (!wanted) return setSuggestions(null)
    const { signal } = (asking.current = new AbortController())
    const timer = setTimeout(async () => {
      const answer = await fetchSuggestions(wanted, signal)
      if (!signal.aborted) setSuggestions(answer)
    }, searchDebounceMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }, [])

  useEffect(() => () => asking.current?.abort(), [])
  return { suggestions, ask }
}

async function fetchSuggestions(text: string, signal: AbortSignal): Promise<Suggestions | null> {
  try {
    const answer = await fetch(`/suggestions?q=${encodeURIComponent(text)}`, { signal })
    return answer.ok ? ((await answer.json()) as Suggestions) : null
  } catch {
    return null
  }
}
