/**
 * Internal response header: another origin to which a form of this page may submit (CSP form-action). The server
 * removes the header.
 */
export const formTargetHeader = 'Samjhao-Form-Target'
