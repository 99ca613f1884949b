/** Query parameter of the booking page: the question of a visitor who went to the login without scripts. */
export const questionInUrl = 'draft'

/** The text on the page promises this much. In most scripts more of the question fits. */
export const questionInUrlMinLength = 300
/** Proxies limit a URL to 8,000 bytes, and the return path of the login encodes this text a second time. */
const encodedMaxLength = 2_900

/** Returns as much of the start of the question as fits into a URL. */
export function fitIntoUrl(question: string): string {
  let fitting = ''
  let encodedLength = 0
  for (const character of question.toWellFormed()) {
    encodedLength += encodeURIComponent(character).length
    if (encodedLength > encodedMaxLength) return fitting
    fitting += character
  }
  return fitting
}
