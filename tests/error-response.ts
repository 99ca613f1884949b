import { isRouteErrorResponse, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'

/**
 * The error that an error boundary receives for a loader’s error status. React Router has no public constructor for
 * it, so only this file builds one.
 */
export function errorResponse(status: number, statusText: string, data: unknown): unknown {
  const error = new ErrorResponse(status, statusText, data)
  if (!isRouteErrorResponse(error)) throw new Error('React Router has changed its error responses')
  return error
}
