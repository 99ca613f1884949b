import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { reloadOnMissingFiles } from '#app/shell/reload-on-missing-files.ts'
import { signedInModule } from '#app/shell/signed-in-module.ts'
import { userMenuId } from '#app/shell/user-menu-id.ts'
import { waitForLazyModules } from '#app/ui/lazy-module.ts'

async function start(): Promise<void> {
  // Hydration needs the code of everything that the server has rendered.
  if (document.getElementById(userMenuId)) void signedInModule.load()
  await waitForLazyModules()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
}

reloadOnMissingFiles()
void start()
