import { useCallback, useEffect, useRef, useState } from 'react'
import type { ComboboxGroup } from '#app/ui/combobox.tsx'
import type { Suggestions } from '#domain/discovery/contract.ts'
import { searchDebounceMs } from '#kernel/limits.ts'

/**
 * What a text may mean, a moment after the last key. Each new text calls the question before it off, so an old answer never comes
 * over a newer one. Without an answer there are no suggestions, and the box still searches.
 */
export function useSuggestions(): { groups: ComboboxGroup[] | null; search(text: string): void } {
  const [groups, setGroups] = useState<ComboboxGroup[] | null>(null)
  const runningRequest = useRef<AbortController>(null)

  const search = useCallback((text: string) => {
    runningRequest.current?.abort()
    const wanted = text.trim()
    if (!wanted) return setGroups(null)
    const { signal } = (runningRequest.current = new AbortController())
    const timer = setTimeout(async () => {
      const answer = await fetchSuggestions(wanted, signal)
      if (!signal.aborted) setGroups(answer)
    }, searchDebounceMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }, [])

  useEffect(() => () => runningRequest.current?.abort(), [])
  return { groups, search }
}

async function fetchSuggestions(text: string, signal: AbortSignal): Promise<ComboboxGroup[] | null> {
  try {
    const [answer, { toGroups }] = await Promise.all([
      fetch(`/suggestions?q=${encodeURIComponent(text)}`, { signal }),
      import('#app/discovery/home/suggestion-groups.tsx'),
    ])
    return answer.ok ? toGroups((await answer.json()) as Suggestions) : null
  } catch {
    return null
  }
}
