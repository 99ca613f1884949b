import { createContext } from 'react'
import { createLazyModule } from '#app/ui/lazy-module.ts'

/** The parts of the frame for signed-in users. Visitors do not load them. */
export const signedInModule = createLazyModule(() => import('#app/shell/signed-in.tsx'))

/** Loads the Request Session dialog, which visitors do not need. */
export async function loadRequestDialog() {
  const parts = await signedInModule.load()
  return (await parts.loadRequestDialog()).RequestDialog
}

/** URL of that module during server rendering: pages that use it preload it with their other scripts. */
export const SignedInScriptContext = createContext<string | undefined>(undefined)
