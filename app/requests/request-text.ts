import { firstOffersMax } from '#kernel/limits.ts'
import { plural } from '#kernel/plural.ts'
import type { TopicState } from '#live/protocol.ts'

export type RequestView = TopicState<`request:${string}`>

/** How the experts are chosen; see docs/decisions/0036. */
export const matchingText = `We ask the best-rated experts who fit your question, language and price, ${
  ['no', 'one', 'two', 'three', 'four'][firstOffersMax] ?? firstOffersMax
} at first and then more; the first to accept gets the call.`

/** '3 experts are being asked' */
export function ringingText({ ringing }: Pick<RequestView, 'ringing'>): string {
  if (ringing === 0) return 'Asking the next experts'
  return `${ringing} ${plural(ringing, 'expert is', 'experts are')} being asked`
}

/** '5 asked so far, 2 declined'; null while that would repeat `ringingText`. */
export function askedText({
  asked,
  ringing,
  declined,
}: Pick<RequestView, 'asked' | 'ringing' | 'declined'>): string | null {
  if (asked === ringing) return null
  return declined > 0 ? `${asked} asked so far, ${declined} declined` : `${asked} asked so far`
}

/** '1:05' */
export function remainingText(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The heading and the explanation when no expert has accepted. */
export function unansweredText({ asked }: Pick<RequestView, 'asked'>): { title: string; text: string } {
  const returned = 'Nothing was charged, and the held money is back in your wallet.'
  if (asked === 0) return { title: 'No matching expert is free right now', text: returned }
  const title = asked === 1 ? 'The expert we asked did not accept' : `None of the ${asked} experts accepted`
  return { title, text: returned }
}
