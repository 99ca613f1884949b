import { Outlet } from 'react-router'
import { FailedPage } from '#app/base/error-page.tsx'
import type { Route } from './+types/screens.route'

export default Outlet

/** A screen that fails must not take the frame along: a call may go on in it. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailedPage error={error} />
}
