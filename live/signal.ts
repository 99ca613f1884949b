import * as z from 'zod/mini'

const text = z.string()

/**
 * What one browser of a call says to the other, as the body of a `signal`. `from` names the sender's connection and `to` the
 * receiver's, as far as it is known: whoever is not the one that is meant answers with its own name, and the two begin anew. Without
 * a description or addresses it only says who is there.
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
