import { useEffect, useRef } from 'react'
import { useFetchers, useRevalidator } from 'react-router'
import { useTopic } from '#app/base/live/use-topic.ts'
import type { Topic, TopicState } from '#live/protocol.ts'

/**
 * Revalidates the page whenever the topic changes, and returns the topic's state. The loaded page usually matches the
 * first state, so the first state revalidates only if `differs` returns true. Waits while a form is submitting: the new
 * page may lack that form, and the response would be lost.
 */
export function useRevalidateOnTopic<T extends Topic>(
  topic: T | null,
  differs: (state: TopicState<T>) => boolean,
): TopicState<T> | null {
  const { revalidate } = useRevalidator()
  const live = useTopic(topic, null)
  const isSending = useFetchers().some(({ state }) => state === 'submitting')
  const lastState = useRef<TopicState<T> | null>(null)
  useEffect(() => {
    if (isSending || !live || live === lastState.current) return
    const hasChanged = lastState.current !== null || differs(live)
    lastState.current = live
    if (hasChanged) void revalidate()
  }, [isSending, live, differs, revalidate])
  return live
}
