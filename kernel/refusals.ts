/**
 * Everything the product says no to, in one table: what the program calls it, the HTTP status, and the words
 * on the screen. A refusal is expected; anything else that is thrown is a bug and is logged as one.
 */
export const refusals = {
  foreign_origin: { status: 403, text: 'This request came from another site and was refused.' },
  unknown_host: { status: 421, text: 'This server does not answer for that host name.' },
  body_too_large: { status: 413, text: 'That is more data than this page accepts.' },
  took_too_long: { status: 503, text: 'That took too long. Please try again.' },
  invalid_input: {
    status: 400,
    text: 'Some of that could not be understood. Please check it and try again.',
  },
  not_allowed: { status: 403, text: 'You are not allowed to do that.' },
  email_taken: { status: 409, text: 'This email address is already registered.' },
} as const satisfies Record<string, { status: number; text: string }>

export type RefusalCode = keyof typeof refusals

export class Refusal extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode) {
    super(refusals[code].text)
    this.name = 'Refusal'
    this.code = code
  }
  get status(): number {
    return refusals[this.code].status
  }
}
