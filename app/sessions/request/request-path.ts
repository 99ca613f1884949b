export const requestPath = '/session-request'
export const newRequestPath = '/find-request'
