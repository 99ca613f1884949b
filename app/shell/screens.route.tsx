import { Outlet } from 'react-router'
import { FailedPage } from '#app/base/error-page.tsx'
import type { Route } from './+types/screens.route'

export default Outlet

/** A failing screen must not remove the frame: a call may be running in it. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailedPage error={error} />
}
