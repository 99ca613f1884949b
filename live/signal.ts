import * as z from 'zod/mini'

const text = z.string()

/**
 * The body of a `signal` between the two browsers of a call. `from` names the sender's connection and `to` the
 * receiver's, if known. A receiver with another name replies with its own, and both restart. Without a description or
 * candidates it only announces the sender.
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
