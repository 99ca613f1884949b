export const requestPath = '/session-request'
export const findRequestPath = '/find-request'
