/** Messages between the processes of the product. Nothing is stored. */
export type Bus = {
  publish(topic: string, payload: string): Promise<void>
  /** Receives every payload on the topic, including those of its own process, until the returned function is called. */
  subscribe(topic: string, listener: (payload: string) => void): () => void
  /** Resolves when all subscriptions are active: a state that is read afterwards misses no change. */
  subscribed(): Promise<void>
  /** Called when payloads may have been missed: subscribers must read their state again. */
  onGap(listener: () => void): () => void
  /** Whether payloads may currently be missed: critical state must be polled meanwhile. */
  isDisconnected(): boolean
  close(): Promise<void>
}
