/** The push subscription of a browser: the endpoint of its push service and its encryption keys. */
export type BrowserSubscription = { endpoint: string; p256dh: string; auth: string }

export type PushDelivery = {
  urgency: 'normal' | 'high'
  /** How long the push service stores an undelivered message. */
  ttlSeconds: number
  /** Replaces a waiting message with the same topic: at most 32 letters, digits, hyphens and underscores. */
  topic?: string
}

export type Push = {
  /** The key that browsers subscribe with. */
  publicKey: string
  /** Resolves the name of the endpoint and returns whether the product may send to it. */
  canSendTo(endpoint: string): Promise<boolean>
  /** 'gone': the subscription has ended. Throws when the push service did not accept the message. */
  send(subscription: BrowserSubscription, payload: string, delivery: PushDelivery): Promise<'accepted' | 'gone'>
}
