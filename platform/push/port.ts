/** A browser that can be told something, as it described itself: where its push service listens, and how to encrypt for it. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }

export type PushDelivery = {
  urgency: 'normal' | 'high'
  /** For so long the push service keeps what it cannot deliver at once. */
  ttlSeconds: number
  /** Replaces what waits there under the same name: at most 32 letters, digits, hyphens and underscores. */
  topic?: string
}

export type Push = {
  /** What browsers subscribe with. */
  publicKey: string
  /** Whether such an address may be sent to at all. */
  isPossible(endpoint: string): boolean
  /** 'gone': that browser no longer listens. Throws when the push service did not take it. */
  send(address: PushAddress, payload: string, delivery: PushDelivery): Promise<'taken' | 'gone'>
}
