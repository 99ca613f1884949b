/** What trying again cannot mend, such as an address that the mail server does not know. A job that throws it is over. */
export class PermanentFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PermanentFailure'
  }
}
