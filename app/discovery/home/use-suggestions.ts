import { useCallback, useEffect, useRef, useState } from 'react'
import type { ComboboxGroup } from '#app/ui/combobox.tsx'
import type { Suggestions } from '#domain/discovery/contract.ts'
import { searchDebounceMs } from '#kernel/limits.ts'

/**
 * Fetches suggestions, debounced. Each new text aborts the previous request, so an old response never replaces a
 * newer one. If a request fails there are no suggestions, but the search still works.
 */
export function useSuggestions(): { groups: ComboboxGroup[] | null; search(text: string): void } {
  const [groups, setGroups] = useState<ComboboxGroup[] | null>(null)
  const runningRequest = useRef<AbortController>(null)

  const search = useCallback((text: string) => {
    runningRequest.current?.abort()
    const query = text.trim()
    if (!query) return setGroups(null)
    const { signal } = (runningRequest.current = new AbortController())
    const timer = setTimeout(async () => {
      const answer = await fetchSuggestions(query, signal)
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
