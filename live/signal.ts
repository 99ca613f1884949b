import * as z from 'zod/mini'

const text = z.string()

/**
 * The body of a `signal` between the two browsers of a call. `from` names the sender's connection and `to` the
 * receiver's, if known. If `to` is not the name of the receiver's connection, the receiver replies with the right name,
 * and both restart. A signal without a description or candidates only announces the sender.
 */
export const signal = z.object({
  from: text,
  to: z.nullable(text),
  description: z.optional(z.object({ type: z.enum(['offer', 'answer']), sdp: text })),
  candidates: z.optional(
    z.array(
      z.object({
        candidate: text,
        sdpMid: z.nullish(text),
        sdpMLineIndex: z.nullish(z.number()),
        usernameFragment: z.nullish(text),
      }),
    ),
  ),
})
export type Signal = z.infer<typeof signal>
