import { isRouteErrorResponse, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'

/**
 * What an error screen gets when a loader has answered with a status. React Router makes it of an answer, and has no public way to make
 * one without, so the tests have this one place that does.
 */
export function errorResponse(status: number, statusText: string, data: unknown): unknown {
  const error = new ErrorResponse(status, statusText, data)
  if (!isRouteErrorResponse(error)) throw new Error('React Router makes its errors in another way now')
  return error
}
