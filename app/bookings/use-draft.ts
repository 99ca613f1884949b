import { useState } from 'react'
import { safeSessionStorage } from '#app/base/browser-memory.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** Keeps a draft in the session storage of this tab until `clear` is called. */
export function useDraft(expertId: string, initialText: string) {
  const key = `samjhao:draft:${expertId}`
  const isHydrated = useHydrated()
  const [typedText, setTypedText] = useState(initialText || null)
  return {
    text: typedText ?? (isHydrated ? safeSessionStorage.getItem(key) : null) ?? '',
    write(text: string): void {
      setTypedText(text)
      safeSessionStorage.setItem(key, text)
    },
    clear: () => safeSessionStorage.removeItem(key),
  }
}
