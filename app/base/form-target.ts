/**
 * Internal response header, removed by the server: another origin to which a form of this page may submit (CSP
 * form-action).
 */
export const formTargetHeader = 'Samjhao-Form-Target'
