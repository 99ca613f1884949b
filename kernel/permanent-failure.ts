/** An error that a retry cannot fix, such as an unknown email address. A job that throws it is not retried. */
export class PermanentFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PermanentFailure'
  }
}
