/** The response to a wallet form. */
export type WalletAnswer = {
  act: string
  /** The typed amount, restored on a page without scripts. */
  typed?: string
  refusal?: { code: string; text: string }
  /** The success text. */
  done?: string
  /** The id that was used. The next request needs a new id. */
  usedUp?: string
}

/** Returns the response if it belongs to this form. */
export function answerFor(act: string, answer: WalletAnswer | undefined): WalletAnswer | undefined {
  return answer?.act === act ? answer : undefined
}
