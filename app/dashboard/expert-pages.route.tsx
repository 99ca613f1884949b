import { Outlet } from 'react-router'
import { useViewer } from '#app/base/use-viewer.ts'
import { ExpertBar } from '#app/dashboard/expert-bar.tsx'

/** Adds the navigation to the own pages of an expert. Other people are redirected by these pages, or asked to log in. */
export default function ExpertPages() {
  const viewer = useViewer()
  return (
    <>
      {viewer?.expert && !viewer.isNewcomer && <ExpertBar listing={viewer.expert} />}
      <Outlet />
    </>
  )
}
