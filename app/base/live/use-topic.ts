import { useContext, useEffect, useState } from 'react'
import { LiveContext } from '#app/base/live/live-provider.tsx'
import type { Topic, TopicState } from '#live/protocol.ts'

/** Returns the topic's current state, or the initial data until the server has sent one. Null watches no topic. */
export function useTopic<T extends Topic, Initial extends TopicState<T> | null>(
  topic: T | null,
  initialData: Initial,
): TopicState<T> | Initial {
  const live = useContext(LiveContext)
  const [received, setReceived] = useState<{ topic: T; data: TopicState<T> } | null>(null)
  useEffect(() => {
    if (!live || !topic) return undefined
    return live.watch<T>(topic, (data) => setReceived({ topic, data }))
  }, [live, topic])
  return received && received.topic === topic ? received.data : initialData
}
