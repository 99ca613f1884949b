import { isRouteErrorResponse } from 'react-router'

export const networkProblem = {
  refusal: { code: 'network', text: 'Network error. Please check your connection and try again.' },
}

/** True without a response, and with an error response of the proxy in front of the server. For the router. */
export function isServerUnreachable(error: unknown): boolean {
  return error instanceof TypeError || (isRouteErrorResponse(error) && isProxyError(error.status))
}

/** The server itself responds to scripts with JSON, also when its database is unavailable. */
export function isProxyResponse(status: number, contentType: string | null): boolean {
  return isProxyError(status) && !contentType?.includes('json')
}

function isProxyError(status: number): boolean {
  return status >= 502 && status <= 504
}
