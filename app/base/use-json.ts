import { useEffect, useState } from 'react'

/** Loads JSON once for each path. Null until loaded and without a path; the fallback when loading fails. */
export function useJson<Data>(path: string | null, fallback: Data): Data | null {
  const [loaded, setLoaded] = useState<Data | null>(null)
  useEffect(() => {
    if (!path) return undefined
    const controller = new AbortController()
    const load = async () => {
      const data = await fetchJson(path, fallback, controller.signal)
      if (!controller.signal.aborted) setLoaded(data)
    }
    void load()
    return () => controller.abort()
  }, [path, fallback])
  return loaded
}

async function fetchJson<Data>(path: string, fallback: Data, signal: AbortSignal): Promise<Data> {
  try {
    const answer = await fetch(path, { signal })
    return answer.ok ? ((await answer.json()) as Data) : fallback
  } catch {
    return fallback
  }
}
