import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { reloadWhenFilesAreGone } from '#app/shell/missing-file.ts'
import { signedInParts } from '#app/shell/signed-in-parts.ts'
import { userMenuId } from '#app/shell/user-menu-id.ts'
import { whenPartsAreLoaded } from '#app/ui/part.ts'

async function start(): Promise<void> {
  // React must be able to draw what the server has drawn.
  if (document.getElementById(userMenuId)) void signedInParts.load()
  await whenPartsAreLoaded()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
}

reloadWhenFilesAreGone()
void start()
