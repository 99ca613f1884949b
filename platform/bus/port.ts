/** How the processes of the product tell one another that something happened. Nothing on it is kept. */
export type Bus = {
  publish(topic: string, payload: string): Promise<void>
  /** Hears every payload on the topic, its own process's too, until the returned function is called. */
  subscribe(topic: string, listener: (payload: string) => void): () => void
  /** Resolves when everything that was subscribed to is heard: who reads a state after that misses no change of it. */
  subscribed(): Promise<void>
  /** Called when payloads may have been missed: whoever follows a topic must look again. */
  onGap(listener: () => void): () => void
  /** Whether payloads may be passing by unheard just now: what must not be missed has to be looked up meanwhile. */
  isDeaf(): boolean
  close(): Promise<void>
}
