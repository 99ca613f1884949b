import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type * as Y from 'yjs'
import { type CodeLanguage, findLanguage, offerLanguages, plainText } from '#app/boards/code/languages.ts'
import { getCodeSettings } from '#app/boards/code/shared-code.ts'

/** The language that either person has chosen. Before that, the likeliest one for the expert's subjects. */
export function useCodeLanguage(doc: Y.Doc, subjects: readonly string[]) {
  const settings = getCodeSettings(doc)
  const offered = useMemo(() => offerLanguages(subjects), [subjects])
  const subscribe = useCallback(
    (onChange: () => void) => {
      settings.observe(onChange)
      return () => settings.unobserve(onChange)
    },
    [settings],
  )
  const chosen = useSyncExternalStore(subscribe, () => findLanguage(settings.get('language')))
  return {
    language: chosen ?? offered.first[0] ?? plainText,
    offered,
    choose: ({ id }: CodeLanguage) => void settings.set('language', id),
  }
}
