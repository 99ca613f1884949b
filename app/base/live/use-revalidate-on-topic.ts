import { useEffect, useRef } from 'react'
import { useFetchers, useRevalidator } from 'react-router'
import { useTopic } from '#app/base/live/use-topic.ts'
import type { Topic, TopicState } from '#live/protocol.ts'

/**
 * Asks for the page anew whenever the topic changes, and answers with the topic's state. The first state repeats what the page came
 * with, unless something happened in between: whoever calls can tell. While a form is on its way the page stays as it is: a fresh one
 * may no longer have that form, and nobody would hear what became of it.
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
