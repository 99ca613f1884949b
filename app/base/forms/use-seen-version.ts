import { type RefObject, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { FormAnswer } from '#app/base/forms/form-answer.ts'

type Options = {
  /** The version of the stored content, as the page has loaded it last. */
  version: string
  /** The server's response to the form. After success it has the saved version. */
  answer?: FormAnswer | undefined
  /** The server has refused the form, because the stored content is newer. */
  isRefused: boolean
}

/**
 * The version of the content that a form shows. It does not change when the page reloads its data, so that the form
 * cannot overwrite what the person has not seen.
 */
export function useSeenVersion({ version, answer, isRefused }: Options) {
  const [seen, setSeen] = useState(version)
  const [lastAnswer, setLastAnswer] = useState(answer)
  const { revalidate } = useRevalidator()
  if (answer !== lastAnswer) {
    setLastAnswer(answer)
    if (answer && 'done' in answer && answer.version) setSeen(answer.version)
  }
  useEffect(() => {
    // React Router does not reload the page after a refusal.
    if (isRefused) void revalidate()
  }, [isRefused, revalidate])
  // Nodes of the previous version send no version.
  const isStale = Boolean(seen && version && version !== seen)
  return { seen, isStale, markSeen: () => setSeen(version) }
}

/** Focuses the first field of a form that starts again, because the button that was pressed is gone. */
export function useFocusOnRestart(form: RefObject<HTMLFormElement | null>, isRestarted: boolean): void {
  useEffect(() => {
    if (isRestarted) form.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  }, [form, isRestarted])
}

/**
 * For a form whose fields start with the refused input. Keeps the server's last response, which React Router forgets
 * when it reloads the page. `choose` replaces the input with the stored values: `key` changes, so that the fields start
 * again, without that response.
 */
export function useStoredValues<Answer>(answer: Answer | undefined) {
  const [last, setLast] = useState(answer)
  const [chosen, setChosen] = useState<{ count: number; instead?: Answer | undefined }>({ count: 0 })
  if (answer !== undefined && answer !== last) setLast(answer)
  return {
    key: chosen.count,
    answer: last === chosen.instead ? undefined : last,
    choose: () => setChosen({ count: chosen.count + 1, instead: last }),
  }
}
