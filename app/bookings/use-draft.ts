import { useState } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** Keeps a draft in the session storage of this tab until `clear` is called. */
export function useDraft(about: string, first: string) {
  const key = `samjhao:draft:${about}`
  const isReady = useHydrated()
  const [written, setWritten] = useState(first || null)
  return {
    text: written ?? (isReady ? sessionStorage.getItem(key) : null) ?? '',
    write(text: string): void {
      setWritten(text)
      sessionStorage.setItem(key, text)
    },
    clear: () => sessionStorage.removeItem(key),
  }
}
