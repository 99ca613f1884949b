/** A reason not to start that a person can fix. The start prints only this sentence. */
export class CannotStart extends Error {
  constructor(sentence: string, options?: { cause: unknown }) {
    super(sentence, options)
    this.name = 'CannotStart'
  }
}
