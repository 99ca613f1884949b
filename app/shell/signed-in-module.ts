import { createContext } from 'react'
import { createLazyModule } from '#app/ui/lazy-module.ts'

/** What the frame shows and does for somebody who is signed in. Visitors do not load it. */
export const signedInModule = createLazyModule(() => import('#app/shell/signed-in.tsx'))

/** Loads the Request Session dialog, which visitors do not need. */
export async function loadRequestDialog() {
  const parts = await signedInModule.load()
  return (await parts.loadRequestDialog()).RequestDialog
}

/** The file that they are in, while the server renders: a page that has them names it, and the browser fetches it with all others. */
export const SignedInScriptContext = createContext<string | undefined>(undefined)
