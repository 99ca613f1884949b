export const requestPath = '/session-request'
