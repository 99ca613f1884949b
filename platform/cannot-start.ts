/** A reason not to start that a person can act on. The start prints its one sentence and nothing else. */
export class CannotStart extends Error {
  constructor(sentence: string, options?: { cause: unknown }) {
    super(sentence, options)
    this.name = 'CannotStart'
  }
}
