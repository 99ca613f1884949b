import { useEffect, useState } from 'react'

type Loaded<Data> = { path: string; attempt: number; data: Data | null }

/** Loads JSON once for each path. `data` is null without a path, while it loads, and after a failure. */
export function useJson<Data>(path: string | null) {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Loaded<Data> | null>(null)
  useEffect(() => {
    if (!path) return undefined
    const controller = new AbortController()
    const load = async () => {
      const data = await fetchJson<Data>(path, controller.signal)
      if (!controller.signal.aborted) setLoaded({ path, attempt, data })
    }
    void load()
    return () => controller.abort()
  }, [path, attempt])
  const current = loaded?.path === path && loaded.attempt === attempt ? loaded : null
  return {
    data: current && current.data,
    hasFailed: current !== null && current.data === null,
    retry: () => setAttempt(attempt + 1),
  }
}

async function fetchJson<Data>(path: string, signal: AbortSignal): Promise<Data | null> {
  try {
    const answer = await fetch(path, { signal })
    return answer.ok ? ((await answer.json()) as Data) : null
  } catch {
    return null
  }
}
