import { useContext, useEffect, useState } from 'react'
import { LiveContext } from '#app/base/live/live-provider.tsx'
import type { Topic, TopicState } from '#live/protocol.ts'

/**
 * Returns the topic's current state, or the initial data until the server has sent one. A null topic is not watched.
 */
export function useTopic<T extends Topic, Initial extends TopicState<T> | null>(
  topic: T | null,
  initialData: Initial,
): TopicState<T> | Initial {
  const live = useContext(LiveContext)
  const [known, setKnown] = useState<{ topic: T; data: TopicState<T> } | null>(null)
  useEffect(() => {
    if (!live || !topic) return undefined
    return live.watch<T>(topic, (data) => setKnown({ topic, data }))
  }, [live, topic])
  const isCurrent = known?.topic === topic
  return known && isCurrent ? known.data : initialData
}
