import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useTopic } from '#app/features/live/use-topic.ts'
import type { Topic, TopicState } from '#live/protocol.ts'

/**
 * Asks for the page anew whenever the topic changes, and answers with the topic's state. The first state repeats what the page came
 * with, unless something happened in between: whoever calls can tell.
 */
export function useFreshPage<T extends Topic>(
  topic: T | null,
  differs: (state: TopicState<T>) => boolean,
): TopicState<T> | null {
  const { revalidate } = useRevalidator()
  const live = useTopic(topic, null)
  const heard = useRef<TopicState<T> | null>(null)
  useEffect(() => {
    if (!live || live === heard.current) return
    const isNews = heard.current !== null || differs(live)
    heard.current = live
    if (isNews) void revalidate()
  }, [live, differs, revalidate])
  return live
}
