/** What the server says to a form of the wallet. */
export type WalletAnswer = {
  act: string
  /** What was typed, for a page without scripts. */
  typed?: string
  refusal?: { code: string; text: string }
  /** What has been done, in words. */
  done?: string
  /** The id that the form sent has done its work; the next request needs another. */
  usedUp?: string
}

/** The part of an answer that is for this form. */
export function answerFor(act: string, answer: WalletAnswer | undefined): WalletAnswer | undefined {
  return answer?.act === act ? answer : undefined
}
