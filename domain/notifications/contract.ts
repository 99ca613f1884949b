import { z } from 'zod'
import { pushEndpointMaxLength } from '#kernel/limits.ts'

/** What a service worker is told. It knows nothing else: everything that it shows stands here. */
export type PushMessage = {
  id: string
  kind: string
  title: string
  body: string
  href: string
  /** What comes later under the same tag takes the place of what is shown. */
  tag: string
  /** It rings: this session can be accepted and declined. */
  call?: { sessionId: string }
  /** Makes no sound and does not stay: it takes the place of a ring that is over. */
  quiet?: true
  /** To be sent back at once, so that we know that the ring has arrived. */
  receipt?: string
}

/** 65 and 16 bytes as base64url. */
const point = z.string().regex(/^[\w-]{87}$/)
const secret = z.string().regex(/^[\w-]{22}$/)

/** As browsers describe their subscription (`PushSubscription.toJSON()`). */
export const pushSubscription = z.object({
  endpoint: z.url().max(pushEndpointMaxLength),
  keys: z.object({ p256dh: point, auth: secret }),
})
export type PushSubscriptionInput = z.input<typeof pushSubscription>

export const pushEndpoint = pushSubscription.pick({ endpoint: true })

export const pushReceipt = z.object({ token: z.string().length(43) })
